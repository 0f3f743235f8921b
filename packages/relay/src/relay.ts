import { statusResponse } from '@kube-informer/core/cacher/internal'
import { onAbort } from '@kube-informer/core/internal'
import { METRICS_CONTENT_TYPE } from '@kube-informer/core/metrics'
import type { AccessAttributes, Authorize } from './api/access-attributes.ts'
import type { Identity } from './api/identity.ts'
import { LinkedAbort } from './api/linked-abort.ts'
import type { Collections } from './collections/collections.ts'
import { isPreflight, preflightResponse, withCors } from './http/cors.ts'
import type { Forwarder } from './http/forwarder.ts'
import { type HealthEndpoints, healthResponse, PING } from './http/health.ts'
import { parseRead } from './http/read-target.ts'
import { refusedOther } from './http/refused-other.ts'
import type { RequestGuard } from './http/request-guard.ts'
import { forbiddenAccess, tooManyRequests, toStatusError, unauthorized, unavailable } from './http/status.ts'
import type { RelayMetrics } from './metrics/relay-metrics.ts'
import type { ReadServer } from './read-server.ts'
import type { Access, AccessCheck } from './watches/access-check.ts'
import type { RunningWatches } from './watches/running-watches.ts'

/** Options of {@link Relay}. */
export interface RelayParts {
  readonly guard: RequestGuard
  readonly check: AccessCheck
  readonly authorize: Authorize
  readonly collections: Collections
  readonly running: RunningWatches
  readonly reads: ReadServer
  readonly metrics: RelayMetrics
  /** Undefined if nothing is passed on. */
  readonly forwarder: Forwarder | undefined
  readonly maxRequests: number
}

/** Answers requests: guard, authentication, authorization, read. */
export class Relay {
  readonly #parts: RelayParts
  readonly #stopping = new AbortController()
  readonly #health: HealthEndpoints = {
    livez: [PING],
    readyz: [
      PING,
      {
        name: 'informer-sync',
        isHealthy: () => this.#parts.collections.all.every(({ cacher }) => cacher.isReady),
      },
      { name: 'shutdown', isHealthy: () => !this.#stopping.signal.aborted },
    ],
  }
  #requests = 0

  constructor(parts: RelayParts) {
    this.#parts = parts
  }

  async run(signal: AbortSignal): Promise<void> {
    const { collections, authorize, running, reads } = this.#parts
    const stop = () => {
      this.#stopping.abort(unavailable('the relay has stopped'))
      running.stop()
      reads.stop()
    }
    const unsubscribe = onAbort(signal, stop)
    try {
      await Promise.all([
        ...collections.all.map(({ run }) => run(signal)),
        authorize.run?.(signal, () => running.checkAll()),
      ])
    } finally {
      unsubscribe()
      stop()
    }
  }

  async fetch(request: Request): Promise<Response> {
    const { guard } = this.#parts
    let page: string | undefined
    try {
      const guarded = guard.check(request)
      page = guarded.origin
      if (page !== undefined && isPreflight(request))
        return preflightResponse(request, page, guard.allowsCookies)
      const response = await this.#answer(guarded.request)
      return page === undefined ? response : withCors(response, page, guard.allowsCookies)
    } catch (error) {
      request.signal.throwIfAborted()
      const response = statusResponse(toStatusError(error), request)
      return page === undefined ? response : withCors(response, page, guard.allowsCookies)
    }
  }

  async #answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const health = healthResponse(url, this.#health)
    if (health) return health
    if (this.#stopping.signal.aborted) throw unavailable('the relay has stopped')
    if (this.#requests >= this.#parts.maxRequests)
      throw tooManyRequests('the relay has too many requests in flight')
    this.#requests++
    const opening = new LinkedAbort(request.signal, this.#stopping.signal)
    try {
      return await this.#identified(request, url.pathname, opening.signal)
    } finally {
      this.#requests--
      opening.release()
    }
  }

  async #identified(request: Request, pathname: string, signal: AbortSignal): Promise<Response> {
    const identity = await this.#identify(request, signal)
    const { forwarder, collections, running, reads } = this.#parts
    if (pathname === '/metrics') {
      await this.#authorize(identity, METRICS, signal)
      return new Response(this.#parts.metrics.expose(), { headers: { 'Content-Type': METRICS_CONTENT_TYPE } })
    }
    const target = parseRead(request)
    const collection = target && collections.find(target.path)
    if (target && collection) {
      const { call, attributes } = target
      const { epoch } = running
      const { checkedUntil } = await this.#authorize(identity, attributes, signal)
      const { username } = identity
      return reads.serve(collection, call, { request, username, attributes, checkedUntil, epoch })
    }
    // Its body is sent after this.
    if (forwarder) return forwarder.send(request, AbortSignal.any([request.signal, this.#stopping.signal]))
    throw refusedOther(request)
  }

  async #identify(request: Request, signal: AbortSignal): Promise<Identity> {
    const { check } = this.#parts
    const identity = await unavailableWhere('authenticate readers', () => check.identify(request, signal))
    if (!identity) throw unauthorized()
    return identity
  }

  async #authorize(identity: Identity, attributes: AccessAttributes, signal: AbortSignal): Promise<Access> {
    const { check } = this.#parts
    const access = await unavailableWhere('authorize readers', () =>
      check.decide(identity, attributes, signal),
    )
    if (!access.decision.allowed) throw forbiddenAccess(identity, attributes, access.decision)
    return access
  }
}

const METRICS: AccessAttributes = {
  verb: 'get',
  path: '/metrics',
  group: '',
  version: '',
  resource: '',
  namespace: '',
  name: '',
  labelSelector: '',
  fieldSelector: '',
}

/** Whatever fails in a review is a 503: its message may contain a credential, and it must not look like the reader's. */
async function unavailableWhere<T>(what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch {
    throw unavailable(`the relay cannot ${what} now`)
  }
}
