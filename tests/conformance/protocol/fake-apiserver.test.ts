import { fakeTarget } from './fake-target.ts'
import { describeProtocol } from './protocol.ts'

describeProtocol(fakeTarget)
