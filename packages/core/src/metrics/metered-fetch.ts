import { type Clock, type Fetch, systemClock } from '../api/clock.ts'
import { parseUrl } from '../api/parse-url.ts'
import type { MetricRegistry } from './metric-registry.ts'

/** Where the metrics are registered, and the `fetch` that sends. */
export interface MeteredFetchOptions {
  readonly registry: MetricRegistry
  /** @default the host's `fetch` */
  readonly fetch?: Fetch | undefined
  readonly clock?: Clock | undefined
}

/**
 * A `fetch` that counts requests and measures the time until their response as client-go does (component-base
 * `metrics/prometheus/restclient`). Metrics contain the host of a URL, never its path, query or credentials.
 *
 * @example
 * createKubeClient({ baseUrl, fetch: meteredFetch({ registry }) })
 */
export function meteredFetch({
  registry,
  fetch: send = (input, init) => fetch(input, init),
  clock = systemClock,
}: MeteredFetchOptions): Fetch {
  const requests = registry.counter({
    name: 'rest_client_requests_total',
    help: 'Number of HTTP requests, partitioned by status code, method, and host.',
    labels: ['code', 'method', 'host'],
  })
  const durations = registry.histogram({
    name: 'rest_client_request_duration_seconds',
    help: 'Request latency in seconds. Broken down by verb, and host.',
    labels: ['verb', 'host'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60],
  })
  return async (input, init) => {
    const method = (init?.method ?? 'GET').toUpperCase()
    const host = hostOf(input)
    const startedAt = clock.now()
    let code = '<error>'
    try {
      const response = await send(input, init)
      code = String(response.status)
      return response
    } finally {
      requests.with({ code, method, host }).add()
      durations.with({ verb: method, host }).observe((clock.now() - startedAt) / 1000)
    }
  }
}

/** The host and port of a URL; "" for a path. */
const hostOf = (url: string): string => parseUrl(url)?.host ?? ''
