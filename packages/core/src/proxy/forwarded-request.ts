import { urlBelow } from '../api/url-below.ts'
import type { ProxiedCluster } from './proxy-options.ts'
import type { ProxyRejection } from './proxy-rejection.ts'

type Pairs = readonly (readonly [name: string, value: string])[]

/** What a proxy sends to the cluster. */
export interface ForwardedRequest {
  readonly url: string
  readonly headers: Pairs
}

/** Headers of the connection, of the browser, and those whose values are the proxy's. */
const OF_CLIENT =
  /^(?:host|connection|keep-alive|te|trailer|upgrade|transfer-encoding|content-length|accept-encoding|expect|authorization|cookie|origin|referer|proxy-.*|sec-.*|impersonate-.*)$/
const IMPERSONATES = /^impersonate-/

/** The URL and the headers with which a request is forwarded, or why it is not. */
export function forwardedRequest(
  { baseUrl, context = '', headers = {} }: ProxiedCluster,
  path: string,
  received: Pairs,
): ForwardedRequest | ProxyRejection {
  const own = Object.entries(headers)
  const asked = received.filter(([name]) => !OF_CLIENT.test(name))
  const impersonation = received.filter(([name]) => IMPERSONATES.test(name))
  if (impersonation.length > 0 && own.some(([name]) => IMPERSONATES.test(name.toLowerCase())))
    return { code: 400, message: `the context ${JSON.stringify(context)} impersonates a user already` }
  const url = urlBelow(baseUrl, path)
  if (url === undefined) return { code: 400, message: `the path must not lead out of ${baseUrl}` }
  return { url, headers: [...asked, ...impersonation, ...own] }
}
