import type { RequestListener } from 'node:http'
import { proxiedHeaders, proxyRejection } from '@kube-informer/core/proxy'
import { sendFailure } from './failure.ts'

/** What a browser adds for sites: an apiserver needs none of it, and sends no CORS headers without an Origin. */
const OF_BROWSERS = ['origin', 'referer', 'cookie'] as const

/**
 * Answers the demo's own page and clients that are not browsers. A request that a page of another site or of another
 * port causes gets a 403, as does a WebSocket, and what a Pod or a Service serves. No answer runs as a page or a script.
 */
export function ownPageOnly(handle: RequestListener): RequestListener {
  return (request, response) => {
    const { headers, url: path = '/' } = request
    const rejection = proxyRejection({ path, header: name => textOf(headers[name]) })
    if (rejection) return sendFailure(response, rejection.code, rejection.message)
    if (headers.upgrade !== undefined) return sendFailure(response, 403, 'WebSockets are not forwarded')
    for (const name of OF_BROWSERS) delete headers[name]
    for (const [name, value] of Object.entries(proxiedHeaders([]))) response.setHeader(name, value)
    handle(request, response)
  }
}

const textOf = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.join(', ')
