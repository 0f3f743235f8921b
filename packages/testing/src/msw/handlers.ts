import { type HttpHandler, http } from 'msw'
import type { Answerer } from '../forward/serve-from-worker.ts'
import { baseOf, pathBelow, requestAt } from '../forward/served-paths.ts'

/** Where the page expects the apiserver. */
export interface MswHandlersOptions {
  /** The base URL of the mocked apiserver, e.g. `/k8s` or `https://cluster.example`. @default '/' */
  readonly baseUrl?: string
}

/** Lists and watches, whose bodies may be large or endless. */
const COLLECTION = /^\/(api\/[^/]+|apis\/[^/]+\/[^/]+)((\/watch)?(\/namespaces\/[^/]+)?\/[^/]+|\/watch\/.*)$/

/**
 * msw handlers for a server in this thread (`createFakeApiserver`) or in a Worker (`forwardToWorker`).
 *
 * @example await setupWorker(...mswHandlers(server)).start()
 */
export function mswHandlers(server: Answerer, { baseUrl = '/' }: MswHandlersOptions = {}): HttpHandler[] {
  const base = baseOf(baseUrl)
  return [
    http.all(
      ({ request }) => pathBelow(base, request.url) !== undefined,
      async ({ request }) => {
        const path = pathBelow(base, request.url) ?? '/'
        const url = new URL(path, base.origin)
        const response = await server.fetch(await requestAt(request, url))
        return request.method === 'GET' && COLLECTION.test(url.pathname) ? streamable(response) : response
      },
    ),
  ]
}

/**
 * msw's service worker clones every response for its own events. The clone is not read: it buffers all bytes, and
 * prevents an abort from reaching the source, so a watch would leak without limit. It does not clone event streams, so
 * lists and watches are labeled as such, with their actual type as a parameter.
 */
function streamable(response: Response): Response {
  if (!response.ok || !response.body) return response
  const headers = new Headers(response.headers)
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  headers.set('content-type', `text/event-stream; of="${type}"`)
  return new Response(response.body, { status: response.status, headers })
}
