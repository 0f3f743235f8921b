import { fakeHttpTarget } from './fake-http-target.ts'
import { describeProtocol } from './protocol.ts'
import { describeSockets } from './sockets.suite.ts'

describeProtocol(fakeHttpTarget)
describeSockets(fakeHttpTarget)
