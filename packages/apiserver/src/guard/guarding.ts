import type { StatusError } from '@kube-informer/core'
import { parseUrl } from '@kube-informer/core/internal'
import type { Handler } from '../compress/compressing.ts'
import { statusResponse } from '../http/respond.ts'
import { failure } from '../status/status-errors.ts'
import { corsHeaders } from './cors.ts'
import { type AllowedHosts, HostNames, isAddress } from './host-names.ts'

/** Which hosts and origins may send requests. */
export interface GuardingOptions {
  /**
   * The host names of the server and of pages that may use it, besides `localhost`, `*.localhost`, `127.*` and `[::1]`:
   * `dev.example`, or `.dev.example` for its subdomains. `any` turns the guard off, as in a real apiserver.
   *
   * @default none
   */
  readonly allowedHosts?: AllowedHosts | 'any'
  /** Rejects requests to IP addresses of other interfaces, too. @default false */
  readonly loopbackOnly?: boolean
}

/**
 * Rejects what pages of other sites cause in the user's browser, with a 403 before `handle` is called, and sends CORS
 * headers to all other pages.
 *
 * - The host must be a loopback name, an IP address or allowed: another name can lead here by DNS rebinding.
 * - The `Origin`, if there is one, must have a loopback name, an allowed name, or the host of the request.
 * - Without an `Origin`, `Sec-Fetch-Site` must not be `cross-site`.
 *
 * Clients that are not browsers are not affected.
 *
 * @example Deno.serve({ hostname: '127.0.0.1' }, guarding(request => server.fetch(request)))
 */
export function guarding(handle: Handler, options: GuardingOptions = {}): Handler {
  const { allowedHosts = [], loopbackOnly = false } = options
  const isGuarded = allowedHosts !== 'any'
  const names = new HostNames(isGuarded ? allowedHosts : [])
  const isOwnHost = (hostname: string) => names.includes(hostname) || (!loopbackOnly && isAddress(hostname))
  return async request => {
    const { host, hostname } = new URL(request.url)
    const origin = request.headers.get('Origin')
    const page = parseUrl(origin ?? '')
    const isOwnPage = page !== undefined && (names.includes(page.hostname) || page.host === host)
    if (isGuarded) {
      if (!isOwnHost(hostname)) return statusResponse(foreignHost(hostname), request)
      if (origin !== null && !isOwnPage) return statusResponse(foreignPage(origin), request)
      if (origin === null && request.headers.get('Sec-Fetch-Site') === 'cross-site')
        return statusResponse(crossSite(), request)
    }
    if (origin === null || !isOwnPage) return handle(request)
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders(origin) })
    return withHeaders(await handle(request), corsHeaders(origin))
  }
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  const result = new Response(response.body, response)
  for (const [name, value] of Object.entries(headers)) result.headers.set(name, value)
  return result
}

const rejected = (message: string): StatusError => failure({ code: 403, reason: 'Forbidden', message })

const foreignHost = (hostname: string): StatusError =>
  rejected(`the host ${JSON.stringify(hostname)} is not allowed: allowedHosts or --allowed-host adds a name`)

const foreignPage = (origin: string): StatusError =>
  rejected(
    `pages of the origin ${JSON.stringify(origin)} are not allowed: allowedHosts or --allowed-host adds a name`,
  )

const crossSite = (): StatusError => rejected('requests from pages of another site are not allowed')
