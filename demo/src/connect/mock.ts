import type { Interception } from './intercept-requests.ts'
import type { MockSettings } from './page-options.ts'

/** Options of {@link startMock}. */
export interface StartMockOptions {
  /** Those of the first call apply. */
  readonly settings: MockSettings
  /** The user to impersonate. @default no user */
  readonly user?: string | undefined
  /** Below which path the user is impersonated. */
  readonly baseUrl: string
}

let started: Promise<Interception> | undefined

/**
 * Starts a mock apiserver below a path of this origin, once. A Worker runs it, so that it takes no time from the page. A
 * service worker (msw) intercepts the requests, also those of workers that are started after this has resolved.
 */
export async function startMock(path: string, { settings, user, baseUrl }: StartMockOptions): Promise<void> {
  started ??= start(path, settings)
  const { impersonate } = await started
  if (user !== undefined && baseUrl !== path) impersonate(user, baseUrl)
}

async function start(path: string, { pods, churn, seed }: MockSettings): Promise<Interception> {
  const settings: MockSettings = { pods, churn, seed }
  // Started first: it generates the Pods while the page loads msw and registers the service worker.
  const worker = new Worker(new URL('../fake-apiserver.worker.ts', import.meta.url), {
    type: 'module',
    name: JSON.stringify(settings),
  })
  // Loaded on demand: a page with a server needs no msw.
  const { interceptRequests } = await import('./intercept-requests.ts')
  return interceptRequests(worker, path)
}
