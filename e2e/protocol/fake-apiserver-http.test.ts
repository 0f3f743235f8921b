import { fakeHttpTarget } from './fake-http-target.ts'
import { describeProtocol } from './protocol.ts'

describeProtocol(fakeHttpTarget)
