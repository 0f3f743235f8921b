import { describeInvariants } from './describe-invariants.ts'
import { processHost } from './process-host.ts'

describeInvariants('Node', () => processHost('node'))
