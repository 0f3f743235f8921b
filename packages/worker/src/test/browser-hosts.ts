import type { ConnectionOptions } from '../api/connection.ts'
import { type ConnectInformersOptions, connectInformers } from '../page/connect-informers.ts'
import { bundled } from './bundled.ts'
import { becomes, type Open, type Opened } from './conformance/index.ts'
import { createTestServer, informers, serverControl } from './informers.ts'
import { serveWorkers } from './page-server.ts'

/** Opens connections to workers with a unique name. Through that name, the workers reach a server in this page. */
export async function openWorkers(
  options: ConnectionOptions,
  chosen: Partial<ConnectInformersOptions>,
  script = 'informers.worker.ts',
): Promise<Opened> {
  const url = await bundled(script)
  const name = `informers-${crypto.randomUUID()}`
  const server = createTestServer()
  const workers = serveWorkers(name, server)
  const another = (given: ConnectionOptions) =>
    connectInformers(informers, {
      ...given,
      worker: () => new Worker(url, { type: 'module', name }),
      sharedWorker: () => new SharedWorker(url, { type: 'module', name }),
      name,
      ...chosen,
    })
  const connection = another(options)
  return { connection, another, server: serverControl(server), kill: workers.kill, end: workers.close }
}

/** Each kind of host in a browser. */
export const HOSTS = {
  dedicated: (options: ConnectionOptions) => openWorkers(options, { host: 'dedicated' }),
  shared: (options: ConnectionOptions) => openWorkers(options, { host: 'shared' }),
  leader: (options: ConnectionOptions) => openWorkers(options, { host: 'leader' }),
  async follower(options: ConnectionOptions) {
    const leader = await openWorkers(options, { host: 'leader' })
    await becomes(leader.connection, ({ state }) => state === 'ready')
    const connection = leader.another(options)
    await becomes(connection, ({ role }) => role === 'follower')
    const end = () => {
      leader.connection.close()
      leader.end?.()
    }
    return { ...leader, connection, end }
  },
} satisfies Readonly<Record<string, Open>>
