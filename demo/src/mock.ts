import { forwardToWorker, mswHandlers } from '@kube-informer/testing/msw'
import { setupWorker } from 'msw/browser'
import type { MockSettings } from './fake-apiserver.worker.ts'

/**
 * Puts an apiserver behind a path of this origin. msw takes the requests, also those of the informers' worker,
 * which therefore must be made after this has resolved; a Worker of its own answers them, so that the mock's
 * work is not the page's.
 */
export async function startMock(path: string, { pods, churn, seed }: MockSettings): Promise<void> {
  const settings: MockSettings = { pods, churn, seed }
  const worker = new Worker(new URL('./fake-apiserver.worker.ts', import.meta.url), {
    type: 'module',
    name: JSON.stringify(settings),
  })
  const handlers = mswHandlers(forwardToWorker(worker), { baseUrl: path })
  await setupWorker(...handlers).start({ quiet: true, onUnhandledFrame: 'bypass' })
}
