import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { sendFailure } from './failure.ts'

/** What a browser adds for sites: an apiserver needs none of it, and sends no CORS headers without an Origin. */
const OF_BROWSERS = ['origin', 'referer', 'cookie'] as const

/**
 * Answers the demo's own page and clients that are not browsers. A request that a page of another site or of another
 * port causes gets a 403, as does a WebSocket.
 */
export function ownPageOnly(handle: RequestListener): RequestListener {
  return (request, response) => {
    const reason = rejectionOf(request.headers)
    if (reason !== undefined) {
      sendFailure(response, 403, reason)
      return
    }
    for (const name of OF_BROWSERS) delete request.headers[name]
    handle(request, response)
  }
}

/** Why a request is rejected; undefined if it is answered. */
function rejectionOf(headers: IncomingHttpHeaders): string | undefined {
  const { host = '', origin, upgrade, 'sec-fetch-site': site } = headers
  const own = URL.parse(`http://${host}`)
  // A page of another site has the same origin as this server once its name leads here (DNS rebinding).
  if (!own || !isLoopback(own.hostname))
    return `the host ${JSON.stringify(host)} is not a name of this machine`
  if (origin !== undefined && URL.parse(origin)?.host !== own.host)
    return `pages of the origin ${JSON.stringify(origin)} may not use this server`
  // Other ports of this machine are `same-site`. A browser omits Origin where a page cannot read the response.
  if (site !== undefined && site !== 'same-origin') return 'only pages of this server may use it'
  if (upgrade !== undefined) return 'WebSockets are not forwarded'
  return undefined
}

/** Whether a host name of a URL leads to this machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(\.\d+){3}$/.test(hostname)
