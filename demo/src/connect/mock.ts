import { forwardFrom } from '@kube-informer/testing/msw'
import type { Interception } from './intercept-requests.ts'
import type { MockSettings } from './page-options.ts'

/** The cluster in the page, and who reads it. */
export interface StartMockOptions {
  /** Those of the first call apply. */
  readonly settings: MockSettings
  /** The user to impersonate. @default no user */
  readonly user?: string | undefined
  /** Below which path the user is impersonated. */
  readonly baseUrl: string
}

interface RunningMock {
  readonly worker: Worker
  readonly interception: Interception
}

let started: Promise<RunningMock> | undefined

/**
 * Starts a mock apiserver below a path of this origin, once. A Worker runs it, so that it takes no time from the page. A
 * service worker (msw) intercepts the requests of the page.
 *
 * @returns a function that starts a worker with informers, whose requests go to the mock directly
 */
export async function startMock(
  path: string,
  { settings, user, baseUrl }: StartMockOptions,
): Promise<() => Worker> {
  started ??= start(path, settings)
  const { worker, interception } = await started
  const as = user !== undefined && baseUrl !== path ? user : undefined
  if (as !== undefined) interception.impersonate(as, baseUrl)
  return () => informersOf(worker, baseUrl, as)
}

function informersOf(server: Worker, baseUrl: string, user: string | undefined): Worker {
  const worker = new Worker(new URL('../informers/mock-informers.worker.ts', import.meta.url), {
    type: 'module',
  })
  forwardFrom(worker, server, { baseUrl, headers: user === undefined ? {} : { 'Impersonate-User': user } })
  return worker
}

async function start(path: string, { pods, churn, seed }: MockSettings): Promise<RunningMock> {
  const settings: MockSettings = { pods, churn, seed }
  // Started first: it generates the Pods while the page loads msw and registers the service worker.
  const worker = new Worker(new URL('../fake-apiserver.worker.ts', import.meta.url), {
    type: 'module',
    name: JSON.stringify(settings),
  })
  // Loaded on demand: a page with a server needs no msw.
  const { interceptRequests } = await import('./intercept-requests.ts')
  return { worker, interception: await interceptRequests(worker, path) }
}
