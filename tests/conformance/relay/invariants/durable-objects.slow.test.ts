import { describeInvariants } from './describe-invariants.ts'
import { durableObjectsHost } from './durable-objects-host.ts'

describeInvariants('Durable Objects', durableObjectsHost)
