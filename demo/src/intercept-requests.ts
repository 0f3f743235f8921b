import { forwardToWorker, mswHandlers } from '@kube-informer/testing/msw'
import { setupWorker } from 'msw/browser'

/** Registers msw's service worker, and forwards the requests below `path` to the Worker. */
export async function interceptRequests(worker: Worker, path: string): Promise<void> {
  const handlers = mswHandlers(forwardToWorker(worker), { baseUrl: path })
  await setupWorker(...handlers).start({ quiet: true, onUnhandledFrame: 'bypass' })
}
