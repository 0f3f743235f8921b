import { bodyOf } from './body-of.ts'

/** The paths below the base URL that an apiserver or its controls serve. */
const SERVED =
  /^\/(api(\/v[^/]+(\/.*)?)?|apis(\/.*)?|openapi\/.*|version|(healthz|livez|readyz)(\/.*)?|_fake\/.*)$/

/** The base URL of a mocked apiserver, absolute and with a slash at its end. */
export const baseOf = (baseUrl: string): URL =>
  new URL(baseUrl.replace(/\/*$/, '/'), globalThis.location?.href ?? 'http://localhost')

/** Path and query below the base URL; undefined if an apiserver does not serve the path. */
export function pathBelow(base: URL, url: string): string | undefined {
  const { origin, pathname, search } = new URL(url)
  if (origin !== base.origin || !pathname.startsWith(base.pathname)) return undefined
  const path = pathname.slice(base.pathname.length - 1)
  return SERVED.test(path) ? path + search : undefined
}

/** The request with another URL. */
export async function requestAt(request: Request, url: URL): Promise<Request> {
  if (request.url === url.href) return request
  const { method, headers, signal } = request
  return new Request(url, { method, headers, signal, body: (await bodyOf(request)) ?? null })
}
