import { type Connection, connectInformers } from '@kube-informer/worker'
import { informers } from '../informers/informers.ts'
import type { ClusterInfo } from './cluster-info.ts'
import { startMock } from './mock.ts'
import type { HostChoice, MockSettings } from './page-options.ts'
import { baseUrlFor, identityFor, type Viewer } from './view-as.ts'

/** Who connects, and where the informers run. */
export interface ConnectOptions extends Viewer {
  /** Where the informers run. @default 'auto', and 'dedicated' for the mock */
  readonly host?: HostChoice | undefined
  /** The size of the mock, if the cluster is the mock and not started yet. */
  readonly mock: MockSettings
}

/** Connects to a cluster as a user. The worker starts before this returns, except for the mock. */
export async function connectTo(
  cluster: ClusterInfo,
  { user, identity, host, mock }: ConnectOptions,
): Promise<Connection<typeof informers>> {
  const isMock = cluster.kind === 'mock'
  const baseUrl = baseUrlFor(cluster, user)
  const mockWorker = isMock ? await startMock(cluster.baseUrl, { settings: mock, user, baseUrl }) : undefined
  return connectInformers(informers, {
    baseUrl,
    fieldManager: 'kube-informer-console',
    identity: identityFor(cluster, { user, identity }),
    // The mock ends with its page: other tabs cannot use it, and a reload starts another one.
    host: isMock ? 'dedicated' : host,
    worker:
      mockWorker ??
      (() => new Worker(new URL('../informers/informers.worker.ts', import.meta.url), { type: 'module' })),
    sharedWorker: () =>
      new SharedWorker(new URL('../informers/informers.worker.ts', import.meta.url), { type: 'module' }),
  })
}
