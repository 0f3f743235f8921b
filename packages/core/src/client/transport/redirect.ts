import { ProtocolError } from '../../api/errors.ts'
import { parseUrl } from '../../api/parse-url.ts'
import type { Redactor } from '../../api/redactor.ts'

/** The request that a response belongs to. */
interface Redirected {
  readonly method: string
  readonly what: string
  readonly redactor: Redactor
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

/**
 * The URL that the response to a request with `redirect: 'manual'` redirects to; undefined if it is no redirect. Only
 * redirects within the origin are followed: `fetch` would send the body and all headers but Authorization to another one,
 * and the cache would contain its response. A browser does not report the target, so there none is followed.
 *
 * @param from the URL of the request
 * @throws ProtocolError for any other redirect; its message contains at most the origin of the target
 */
export function redirectOf(
  response: Response,
  from: string,
  { method, what, redactor }: Redirected,
): string | undefined {
  const { status, type, redirected, url, headers } = response
  const isHidden = type === 'opaqueredirect'
  const location = REDIRECTS.includes(status) ? headers.get('location') : null
  if (!isHidden && !redirected && location === null) return undefined
  const base = parseUrl(from, globalThis.location?.href)
  const target = isHidden ? undefined : parseUrl(location ?? url, base?.href)
  if (target && target.origin === base?.origin && redactor.redact(target.href) === target.href) {
    // A custom `fetch` that ignores the option has followed it already.
    if (location === null) return undefined
    // `fetch` would send a GET in place of a write.
    if (method === 'GET' || status > 303) return target.href
  }
  response.body?.cancel().catch(() => {})
  const where = target ? redactor.redact(target.origin) : 'a URL that cannot be checked'
  throw new ProtocolError(`${what}: the server redirects a ${method} to ${where}, which is not followed`)
}
