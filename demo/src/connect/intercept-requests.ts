import { type Answerer, forwardToWorker, mswHandlers } from '@kube-informer/testing/msw'
import { setupWorker } from 'msw/browser'
import { pathInSite } from './site.ts'

/** A running interception. */
export interface Interception {
  /** Also answers requests below another path, as those of a user. */
  impersonate(this: void, user: string, path: string): void
}

/** Registers msw's service worker, and forwards the requests below `path` to the Worker. */
export async function interceptRequests(worker: Worker, path: string): Promise<Interception> {
  const server = forwardToWorker(worker)
  const interceptor = setupWorker(...mswHandlers(server, { baseUrl: path }))
  await interceptor.start({
    quiet: true,
    onUnhandledFrame: 'bypass',
    serviceWorker: { url: pathInSite('mock-requests.js') },
  })
  const users = new Set<string>()
  return {
    impersonate: (user, below) => {
      if (!users.has(user)) interceptor.use(...mswHandlers(asUser(server, user), { baseUrl: below }))
      users.add(user)
    },
  }
}

const asUser = ({ fetch }: Answerer, user: string): Answerer => ({
  fetch: request => {
    const headers = new Headers(request.headers)
    headers.set('Impersonate-User', user)
    return fetch(new Request(request, { headers }))
  },
})
