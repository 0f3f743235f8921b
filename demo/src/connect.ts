import { type Connection, connectInformers } from '@kube-informer/worker'
import { informers } from './informers.ts'
import type { Parameters } from './parameters.ts'

/** Where the mocked apiserver answers: a path that nothing else of this origin uses. */
const MOCK_PATH = '/mock-apiserver'

/** Connects to the apiserver that the URL names, or to one of our own in this page. */
export async function connect(parameters: Parameters): Promise<Connection<typeof informers>> {
  if (parameters.server === undefined) {
    // Loaded only where it is wanted: with a real server there is no mock in the page.
    const { startMock } = await import('./mock.ts')
    await startMock(MOCK_PATH, parameters)
  }
  return connectInformers(informers, {
    baseUrl: parameters.server ?? MOCK_PATH,
    fieldManager: 'kube-informer-demo',
    worker: () => new Worker(new URL('./informers.worker.ts', import.meta.url), { type: 'module' }),
  })
}
