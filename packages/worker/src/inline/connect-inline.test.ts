import { describeConnection } from '../../test/conformance.ts'
import { createTestServer, informers, serverControl } from '../../test/informers.ts'
import { connectInline } from './index.ts'

describeConnection('connectInline', options => {
  const server = createTestServer()
  return {
    connection: connectInline(informers, { ...options, fetch: server.fetch }),
    server: serverControl(server),
  }
})
