import { isUnexpectedServerError, ProtocolError, StatusError } from '../../api/errors.ts'
import { parseUrl } from '../../api/parse-url.ts'
import { isBrowser } from './is-browser.ts'

/**
 * How requests below a root pass by the HTTP cache of a browser: an apiserver forbids it to keep an answer, and a gateway in front
 * of it may allow that for its own pages, such as that of a login.
 *
 * - `no-store`: the cache is never used.
 * - `reload`: an answer that is refused is asked for once more, from the server. `no-store` would also disable the cache of CORS
 *   preflights, so that another origin would be asked twice for each request.
 * - undefined: there is no such cache. Some hosts reject the member.
 */
export function httpCacheOf(root: string): 'no-store' | 'reload' | undefined {
  if (!isBrowser()) return undefined
  const page = globalThis.location?.href
  return page !== undefined && parseUrl(root, page)?.origin === parseUrl(page)?.origin ? 'no-store' : 'reload'
}

/** Whether a response with a success code is a page, which no apiserver sends. */
export const isPage = ({ headers }: Response): boolean =>
  /^text\/html\b/i.test(headers.get('content-type') ?? '')

/** Whether an answer was refused that a cache can have kept: a page, a redirect, or an error without a Status. */
export const mayBeCached = (error: unknown): boolean =>
  error instanceof ProtocolError ||
  (isUnexpectedServerError(error) && error instanceof StatusError && error.code < 500 && error.code !== 429)
