import type { MockSettings } from './fake-apiserver.worker.ts'

/**
 * Starts a mock apiserver below a path of this origin. A Worker runs it, so that it takes no time from the page. A service
 * worker (msw) intercepts the requests, also those of workers that are started after this has resolved.
 */
export async function startMock(path: string, { pods, churn, seed }: MockSettings): Promise<void> {
  const settings: MockSettings = { pods, churn, seed }
  // Started first: it generates the Pods while the page loads msw and registers the service worker.
  const worker = new Worker(new URL('./fake-apiserver.worker.ts', import.meta.url), {
    type: 'module',
    name: JSON.stringify(settings),
  })
  // Loaded on demand: a page with a server needs no msw.
  const { interceptRequests } = await import('./intercept-requests.ts')
  await interceptRequests(worker, path)
}
