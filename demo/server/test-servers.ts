import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

/** Servers of a test file, which close after each test. */
export function testServers() {
  const servers: Server[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    }
  })
  const listen = async (server: Server): Promise<string> => {
    servers.push(server)
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const serve = async (handle: RequestListener): Promise<string> =>
    `http://${await listen(createServer(handle))}`
  return { listen, serve }
}
