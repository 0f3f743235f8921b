import { METRICS_CONTENT_TYPE, type MetricRegistry } from '@kube-informer/core/metrics'

/**
 * Answers scrapes of Prometheus, on any path. It has no access control: serve it on an address that only the cluster reaches,
 * or behind one.
 *
 * @example
 * export default { fetch: metricsHandler(registry) }
 */
export function metricsHandler(registry: MetricRegistry): (request: Request) => Response {
  return ({ method }) => {
    if (method !== 'GET' && method !== 'HEAD')
      return new Response('method not allowed\n', { status: 405, headers: { Allow: 'GET, HEAD' } })
    const headers = { 'Content-Type': METRICS_CONTENT_TYPE, 'Cache-Control': 'no-store' }
    return new Response(method === 'HEAD' ? null : registry.expose(), { headers })
  }
}
