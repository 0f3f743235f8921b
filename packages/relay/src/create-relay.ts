import { systemClock } from '@kube-informer/core'
import type { RelayOptions } from './api/relay-options.ts'
import { Collections } from './collections/collections.ts'
import { Forwarder } from './http/forwarder.ts'
import { RequestGuard } from './http/request-guard.ts'
import { Relay } from './relay.ts'
import { AccessCheck } from './watches/access-check.ts'

/** A relay. */
export interface RelayHandle {
  /** Answers a request as an apiserver does. Never rejects, except with the reason of the request's signal. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Feeds the caches until the signal aborts, then ends all watches. Call it once. */
  readonly run: (signal: AbortSignal) => Promise<void>
  /** The metrics as Prometheus text. */
  readonly metrics: () => string
}

const FLUSH_MS = 50
const RECHECK_MS = 60_000

/**
 * Creates a relay: it lists and watches each resource once at the apiserver, and serves any number of readers, each of
 * whom is authenticated and authorized by itself.
 *
 * @example
 * const client = createKubeClient({ baseUrl: 'https://cluster.example', getToken })
 * const relay = createRelay({
 *   upstream: client,
 *   resources: [pods, deployments],
 *   authenticate: tokenReview({ client }),
 *   authorize: accessReview({ client }),
 * })
 * relay.run(stopping.signal)
 * export default { fetch: relay.fetch }
 */
export function createRelay(options: RelayOptions): RelayHandle {
  const { upstream, resources, authenticate, authorize, others = 'refuse', budgets = {} } = options
  const { clock = systemClock, random = Math.random, recheckMs = RECHECK_MS } = options
  const { waitingReads = 1000, watches = 100_000, requests = 1000 } = budgets
  const relay = new Relay({
    guard: new RequestGuard(options),
    check: new AccessCheck({ authenticate, authorize, recheckMs, clock }),
    authorize,
    collections: new Collections({ client: upstream, resources, waitingReads, clock, random }),
    forwarder:
      others === 'refuse'
        ? undefined
        : new Forwarder({
            baseUrl: others.baseUrl,
            fetch: others.fetch ?? ((url, init) => fetch(url, init)),
          }),
    maxWatches: watches,
    maxRequests: requests,
    flushMs: options.flushMs ?? FLUSH_MS,
    clock,
  })
  return {
    fetch: request => relay.fetch(request),
    run: signal => relay.run(signal),
    metrics: () => relay.metrics(),
  }
}
