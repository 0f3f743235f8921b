import { type Connection, connectInformers } from '@kube-informer/worker'
import { informers } from './informers.ts'
import type { Parameters } from './parameters.ts'

/** Where the mocked apiserver answers: a path that nothing else of this origin uses. */
const MOCK_PATH = '/mock-apiserver'

/** Connects to the apiserver that the URL names, or to one of our own in this page. */
export async function connect(parameters: Parameters): Promise<Connection<typeof informers>> {
  const { server, identity, host } = parameters
  if (server === undefined) {
    // Loaded only where it is wanted: with a real server there is no mock in the page.
    const { startMock } = await import('./mock.ts')
    await startMock(MOCK_PATH, parameters)
  }
  return connectInformers(informers, {
    baseUrl: server ?? MOCK_PATH,
    fieldManager: 'kube-informer-demo',
    identity,
    // The mock lives and dies with its tab: what it says is of no use to another one, or after a reload.
    host: server === undefined ? 'dedicated' : host,
    worker: () => new Worker(new URL('./informers.worker.ts', import.meta.url), { type: 'module' }),
    sharedWorker: () =>
      new SharedWorker(new URL('./informers.worker.ts', import.meta.url), { type: 'module' }),
  })
}
