import { describeInvariants } from './describe-invariants.ts'
import { processHost } from './process-host.ts'

describeInvariants('Deno', () => processHost('deno'))
