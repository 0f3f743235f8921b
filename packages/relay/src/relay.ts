import { statusResponse } from '@kube-informer/cacher/http'
import { StatusError } from '@kube-informer/core'
import { onAbort } from '@kube-informer/core/internal'
import { METRICS_CONTENT_TYPE } from '@kube-informer/core/metrics'
import type { AccessAttributes, Authorize } from './api/access-attributes.ts'
import type { OnRelayError } from './api/error-reports.ts'
import type { Identity } from './api/identity.ts'
import { LinkedAbort } from './api/linked-abort.ts'
import { TooManyReviews } from './auth/too-many-reviews.ts'
import type { Collection } from './collections/collection.ts'
import type { Collections } from './collections/collections.ts'
import { isPreflight, preflightResponse, withCors } from './http/cors.ts'
import type { Forwarder } from './http/forwarder.ts'
import { type HealthEndpoints, healthResponse, PING } from './http/health.ts'
import { parseRead, type ReadTarget } from './http/read-target.ts'
import { refusedOther } from './http/refused-other.ts'
import type { RequestGuard } from './http/request-guard.ts'
import { forbiddenAccess, tooManyRequests, toStatusError, unauthorized, unavailable } from './http/status.ts'
import type { UserShares } from './http/user-shares.ts'
import type { WatchRate } from './http/watch-rate.ts'
import type { RelayMetrics } from './metrics/relay-metrics.ts'
import type { Admission, ReadServer } from './read-server.ts'
import type { Access, AccessCheck } from './watches/access-check.ts'
import type { ReaderContext } from './watches/reader-context.ts'
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
  readonly watchRate: WatchRate
  /** Undefined if nothing is passed on. */
  readonly forwarder: Forwarder | undefined
  readonly maxRequests: number
  readonly onError: OnRelayError | undefined
  readonly requestShares: UserShares
  /** Of lists that the apiserver answers. */
  readonly waitingShares: UserShares
}

/** A read that a cache answers. */
interface CachedRead extends ReadTarget {
  readonly collection: Collection
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
    const { collections, authorize, running, reads, onError } = this.#parts
    const stop = () => {
      this.#stopping.abort(unavailable('the relay has stopped'))
      running.stop()
      reads.stop()
    }
    const unsubscribe = onAbort(signal, stop)
    try {
      await Promise.all([
        ...collections.all.map(({ run }) => run(signal)),
        authorize.run?.(
          signal,
          () => running.checkAll(),
          error => onError?.(error, 'watch RBAC'),
        ),
      ])
    } finally {
      unsubscribe()
      stop()
    }
  }

  /** Whether nothing is in progress except open watches, whose readers have taken all events. */
  get isIdle(): boolean {
    const { running, reads } = this.#parts
    return this.#requests === 0 && reads.lists === 0 && running.areDrained
  }

  async fetch(request: Request, context?: ReaderContext): Promise<Response> {
    const { guard } = this.#parts
    let page: string | undefined
    try {
      const guarded = guard.check(request)
      page = guarded.origin
      if (page !== undefined && isPreflight(request))
        return preflightResponse(request, page, guard.allowsCookies)
      const response = await this.#answer(guarded.request, context)
      return page === undefined ? response : withCors(response, page, guard.allowsCookies)
    } catch (error) {
      request.signal.throwIfAborted()
      const response = statusResponse(toStatusError(error), request)
      return page === undefined ? response : withCors(response, page, guard.allowsCookies)
    }
  }

  async #answer(request: Request, context: ReaderContext | undefined): Promise<Response> {
    const url = new URL(request.url)
    const health = healthResponse(url, this.#health)
    if (health) return health
    if (this.#stopping.signal.aborted) throw unavailable('the relay has stopped')
    const read = this.#cachedRead(request)
    // Before the reviews, which cost the apiserver more than a watch costs the relay.
    if (opensWatch(read, context)) this.#parts.watchRate.take()
    if (this.#requests >= this.#parts.maxRequests)
      throw tooManyRequests('the relay has too many requests in flight')
    this.#requests++
    const opening = new LinkedAbort(request.signal, this.#stopping.signal)
    try {
      return await this.#identified(request, url.pathname, read, opening.signal, context)
    } finally {
      this.#requests--
      opening.release()
    }
  }

  /** A read that a cache answers; undefined for anything else. */
  #cachedRead(request: Request): CachedRead | undefined {
    const target = parseRead(request)
    const collection = target && this.#parts.collections.find(target.path)
    return target && collection && { ...target, collection }
  }

  async #identified(
    request: Request,
    pathname: string,
    read: CachedRead | undefined,
    signal: AbortSignal,
    context: ReaderContext | undefined,
  ): Promise<Response> {
    const { watchRate } = this.#parts
    let identity: Identity | undefined
    try {
      identity = await this.#identify(request, signal, context)
    } finally {
      // Otherwise senders without credentials could use up the room of readers.
      if (!identity && opensWatch(read, context)) watchRate.giveBack()
    }
    if (!identity) throw unauthorized()
    const giveBack = this.#parts.requestShares.take(identity.username)
    try {
      return await this.#admitted(identity, request, pathname, read, signal, context)
    } finally {
      giveBack()
    }
  }

  async #admitted(
    identity: Identity,
    request: Request,
    pathname: string,
    read: CachedRead | undefined,
    signal: AbortSignal,
    context: ReaderContext | undefined,
  ): Promise<Response> {
    const { forwarder, running } = this.#parts
    if (pathname === '/metrics') {
      await this.#authorize(identity, METRICS, signal)
      return new Response(this.#parts.metrics.expose(), { headers: { 'Content-Type': METRICS_CONTENT_TYPE } })
    }
    if (read) {
      const { attributes } = read
      const { epoch } = running
      const { checkedUntil } = await this.#authorize(identity, attributes, signal)
      const { username } = identity
      return this.#read(read, { request, context, username, attributes, checkedUntil, epoch })
    }
    if (forwarder) return forwarder.send(request, this.#stopping.signal)
    throw refusedOther(request)
  }

  async #read({ collection, call, attributes }: CachedRead, admission: Admission): Promise<Response> {
    const { reads, waitingShares } = this.#parts
    if (attributes.verb !== 'list' || !isConsistent(call.query))
      return reads.serve(collection, call, admission)
    const giveBack = waitingShares.take(admission.username, admission.request.url)
    try {
      return await reads.serve(collection, call, admission)
    } finally {
      giveBack()
    }
  }

  #identify(
    request: Request,
    signal: AbortSignal,
    context: ReaderContext | undefined,
  ): Promise<Identity | undefined> {
    const { check } = this.#parts
    return unavailableWhere('authenticate readers', () => check.identify(request, signal, context))
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

/** A reader that was authenticated earlier continues its watch: it was counted when that opened. */
const opensWatch = (read: CachedRead | undefined, context: ReaderContext | undefined): boolean =>
  read?.attributes.verb === 'watch' && !context?.identity

/** Whether the apiserver answers a list. */
const isConsistent = (query: URLSearchParams): boolean =>
  (query.get('resourceVersion') ?? '') === '' || query.get('resourceVersionMatch') === 'Exact'

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
  } catch (error) {
    if (error instanceof TooManyReviews)
      throw tooManyRequests(`the relay cannot ${what} now: ${error.message}`)
    const cause = error instanceof StatusError ? `: the apiserver answers its review with ${error.code}` : ''
    throw unavailable(`the relay cannot ${what} now${cause}`)
  }
}
