import { type HttpHandler, http } from 'msw'
import { bodyOf } from '../forward/body-of.ts'
import type { Answerer } from '../forward/serve-from-worker.ts'

/** Options of {@link mswHandlers}. */
export interface MswHandlersOptions {
  /** The base URL of the mocked apiserver, e.g. `/k8s` or `https://cluster.example`. @default '/' */
  readonly baseUrl?: string
}

/** The paths below the base URL that an apiserver or its controls serve. */
const SERVED =
  /^\/(api(\/v[^/]+(\/.*)?)?|apis(\/.*)?|openapi\/.*|version|(healthz|livez|readyz)(\/.*)?|_fake\/.*)$/

/** Lists and watches, whose bodies may be large or endless. */
const COLLECTION = /^\/(api\/[^/]+|apis\/[^/]+\/[^/]+)((\/watch)?(\/namespaces\/[^/]+)?\/[^/]+|\/watch\/.*)$/

/**
 * msw handlers for a server in this thread (`createFakeApiserver`) or in a Worker (`forwardToWorker`).
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

/** Path and query below the base URL; undefined if an apiserver does not serve the path. */
function pathBelow(base: URL, url: string): string | undefined {
  const { origin, pathname, search } = new URL(url)
  if (origin !== base.origin || !pathname.startsWith(base.pathname)) return undefined
  const path = pathname.slice(base.pathname.length - 1)
  return SERVED.test(path) ? path + search : undefined
}

/** The request with another URL. */
async function at(request: Request, url: URL): Promise<Request> {
  if (request.url === url.href) return request
  const { method, headers, signal } = request
  const body = (await bodyOf(request)) ?? null
  return new Request(url, { method, headers, signal, body })
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
