import { type Connection, connectInformers } from '@kube-informer/worker'
import { startMock } from './connect/mock.ts'
import { informers } from './informers/informers.ts'
import type { Parameters } from './parameters.ts'

/** The path of the mock apiserver: nothing else of this origin uses it. */
const MOCK_PATH = '/mock-apiserver'

/** Connects to the apiserver that the URL names, or to a mock in this page. */
export async function connect(parameters: Parameters): Promise<Connection<typeof informers>> {
  const { server, identity, host } = parameters
  if (server === undefined) await startMock(MOCK_PATH, { settings: parameters, baseUrl: MOCK_PATH })
  return connectInformers(informers, {
    baseUrl: server ?? MOCK_PATH,
    fieldManager: 'kube-informer-demo',
    identity,
    // The mock ends with its page: other tabs cannot use it, and a reload starts another one.
    host: server === undefined ? 'dedicated' : host,
    worker: () => new Worker(new URL('./informers/informers.worker.ts', import.meta.url), { type: 'module' }),
    sharedWorker: () =>
      new SharedWorker(new URL('./informers/informers.worker.ts', import.meta.url), { type: 'module' }),
  })
}
