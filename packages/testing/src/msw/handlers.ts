import { type HttpHandler, http } from 'msw'
import type { Answerer } from '../forward/serve-from-worker.ts'

/** Options of {@link mswHandlers}. */
export interface MswHandlersOptions {
  /** Where the mocked apiserver is, e.g. `/k8s` or `https://cluster.example`. @default '/' */
  readonly baseUrl?: string
}

/** What an apiserver answers, and the controls, below its base URL. */
const SERVED =
  /^\/(api(\/v[^/]+(\/.*)?)?|apis(\/.*)?|openapi\/.*|version|(healthz|livez|readyz)(\/.*)?|_fake\/.*)$/

/** Lists and watches: what may be large, or without an end. */
const COLLECTION = /^\/(api\/[^/]+|apis\/[^/]+\/[^/]+)((\/watch)?(\/namespaces\/[^/]+)?\/[^/]+|\/watch\/.*)$/

/**
 * Handlers that let a server answer, in this thread (`createFakeApiserver`) or in a Worker (`forwardToWorker`).
 *
 * @example await setupWorker(...mswHandlers(server)).start()
 */
export function mswHandlers(server: Answerer, { baseUrl = '/' }: MswHandlersOptions = {}): HttpHandler[] {
  const base = new URL(baseUrl.replace(/\/*$/, '/'), globalThis.location?.href ?? 'http://localhost')
  return [
    http.all(
      ({ request }) => pathBelow(base, request.url) !== undefined,
      async ({ request }) => {
        const path = pathBelow(base, request.url) ?? '/'
        const url = new URL(path, base.origin)
        const response = await server.fetch(await at(request, url))
        return request.method === 'GET' && COLLECTION.test(url.pathname) ? streamable(response) : response
      },
    ),
  ]
}

/** Path and query below the base, when an apiserver would serve it. */
function pathBelow(base: URL, url: string): string | undefined {
  const { origin, pathname, search } = new URL(url)
  if (origin !== base.origin || !pathname.startsWith(base.pathname)) return undefined
  const path = pathname.slice(base.pathname.length - 1)
  return SERVED.test(path) ? path + search : undefined
}

/** The request, for another URL. */
async function at(request: Request, url: URL): Promise<Request> {
  if (request.url === url.href) return request
  const { method, headers, signal } = request
  const body = request.body ? await request.arrayBuffer() : null
  return new Request(url, { method, headers, signal, body })
}

const STREAM_TYPE = 'text/event-stream; of="application/json"'

/**
 * msw's service worker clones every answer for its own events, and the clone that nobody reads keeps all its bytes
 * and keeps an abort from reaching the source: for a watch, a leak without an end. It leaves event streams alone,
 * so mocked lists and watches say that they are one, and what they carry.
 */
function streamable(response: Response): Response {
  if (!response.ok || !response.body) return response
  const headers = new Headers(response.headers)
  headers.set('Content-Type', STREAM_TYPE)
  return new Response(response.body, { status: response.status, headers })
}
