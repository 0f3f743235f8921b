import { statusResponse } from '@kube-informer/cacher/http'
import { StatusError } from '@kube-informer/core'
import { onAbort } from '@kube-informer/core/internal'
import { METRICS_CONTENT_TYPE } from '@kube-informer/core/metrics'
import type { Authorize } from './api/access-attributes.ts'
import type { OnRelayError } from './api/error-reports.ts'
import { LinkedAbort } from './api/linked-abort.ts'
import { TooManyReviews } from './auth/too-many-reviews.ts'
import type { Collections } from './collections/collections.ts'
import type { ByteBudget } from './http/byte-budget.ts'
import { isPreflight, preflightResponse, withCors } from './http/cors.ts'
import type { Forwarder } from './http/forwarder.ts'
import { type HealthEndpoints, healthResponse, PING } from './http/health.ts'
import { refusedOther } from './http/refused-other.ts'
import type { RequestGuard } from './http/request-guard.ts'
import { forbiddenAccess, tooManyRequests, toStatusError, unauthorized, unavailable } from './http/status.ts'
import type { UserBudget } from './http/user-budget.ts'
import type { UserShares } from './http/user-shares.ts'
import type { WatchRates } from './http/watch-rates.ts'
import type { RelayMetrics } from './metrics/relay-metrics.ts'
import type { ReadServer } from './read-server.ts'
import {
  type AuthorizedCall,
  type CachedRead,
  type IdentifiedCall,
  isConsistentList,
  opensWatch,
  type RelayCall,
  targetOf,
} from './relay-call.ts'
import type { FairScheduler } from './scheduling/fair-scheduler.ts'
import type { Access, AccessCheck } from './watches/access-check.ts'
import type { ReaderContext } from './watches/reader-context.ts'
import type { RunningWatches } from './watches/running-watches.ts'

export interface RelayParts {
  readonly guard: RequestGuard
  readonly check: AccessCheck
  readonly authorize: Authorize
  readonly collections: Collections
  readonly running: RunningWatches
  readonly reads: ReadServer
  readonly metrics: RelayMetrics
  readonly watchRates: WatchRates
  readonly scheduler: FairScheduler
  /** Undefined if nothing is passed on. */
  readonly forwarder: Forwarder | undefined
  /** Of requests that are passed on. */
  readonly forwards: UserBudget
  /** Of bodies that are passed on. */
  readonly forwardBytes: ByteBudget
  readonly maxRequests: number
  readonly onError: OnRelayError | undefined
  readonly requestShares: UserShares
  /** Of lists that the apiserver answers. */
  readonly waitingShares: UserShares
}

/** Answers requests. After the guard, each passes four steps: identify, admit, authorize, read. */
export class Relay {
  readonly #parts: RelayParts
  readonly #stopping = new AbortController()
  readonly #health: HealthEndpoints
  #requests = 0

  constructor(parts: RelayParts) {
    this.#parts = parts
    const { all } = parts.collections
    this.#health = {
      livez: [PING],
      readyz: [
        PING,
        { name: 'informer-sync', isHealthy: () => all.every(({ cacher }) => cacher.isReady) },
        ...all.map(({ checkName, isUpstreamAlive }) => ({ name: checkName, isHealthy: isUpstreamAlive })),
        { name: 'shutdown', isHealthy: () => !this.#stopping.signal.aborted },
      ],
    }
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
    const ends: (() => void)[] = []
    try {
      const target = targetOf(request, url.pathname, this.#parts.collections)
      const onEnd = (giveBack: () => void) => void ends.push(giveBack)
      const call = this.#arrive({ request, target, context, onEnd })
      // Readers who are not known yet differ by what they send.
      await this.#parts.scheduler.wait(request.headers.get('Authorization') ?? '')
      call.signal.throwIfAborted()
      const identified = await this.#identify(call)
      this.#admit(identified)
      const authorized = await this.#authorize(identified)
      return await this.#read(authorized)
    } finally {
      for (const giveBack of ends.reverse()) giveBack()
    }
  }

  /** Applies the limits that are independent of the reader, before the reviews, which cost the apiserver more than a watch. */
  #arrive(arriving: Omit<RelayCall, 'signal' | 'slot'>): RelayCall {
    const { watchRates, maxRequests } = this.#parts
    const slot = opensWatch(arriving) ? watchRates.take() : undefined
    // What opens no watch, such as a request without credentials or rights, must not use up the room of readers.
    if (slot) arriving.onEnd(() => slot.release())
    if (this.#requests >= maxRequests) throw tooManyRequests('the relay has too many requests in flight')
    this.#requests++
    const opening = new LinkedAbort(arriving.request.signal, this.#stopping.signal)
    arriving.onEnd(() => {
      this.#requests--
      opening.release()
    })
    return { ...arriving, slot, signal: opening.signal }
  }

  /** Finds out who the reader is. */
  async #identify(call: RelayCall): Promise<IdentifiedCall> {
    const { check } = this.#parts
    const { request, signal, context } = call
    const identity = await unavailableWhere('authenticate readers', () =>
      check.identify(request, signal, context),
    )
    if (!identity) throw unauthorized()
    return { ...call, identity }
  }

  /** Takes the reader's shares of the budgets. */
  #admit({ identity: { username }, slot, onEnd }: IdentifiedCall): void {
    slot?.takeShare(username)
    onEnd(this.#parts.requestShares.take(username))
  }

  /** Finds out whether the reader may do this. Where the apiserver answers, it decides itself. */
  async #authorize(call: IdentifiedCall): Promise<AuthorizedCall> {
    const { check, running } = this.#parts
    const { identity, signal } = call
    const { attributes } = call.target
    const { epoch } = running
    if (!attributes) return { ...call, access: undefined, epoch }
    const access = await unavailableWhere('authorize readers', () =>
      check.decide(identity, attributes, signal),
    )
    if (!access.decision.allowed) throw forbiddenAccess(identity, attributes, access.decision)
    return { ...call, access, epoch }
  }

  async #read(call: AuthorizedCall): Promise<Response> {
    const { forwarder, forwards, forwardBytes, metrics } = this.#parts
    const { target, request, access } = call
    if (target.type === 'metrics')
      return new Response(metrics.expose(), { headers: { 'Content-Type': METRICS_CONTENT_TYPE } })
    if (target.type === 'cached' && access) return this.#readCache(target, access, call)
    if (!forwarder) throw refusedOther(request)
    const { username } = call.identity
    const onEnd = forwards.take(username)
    return forwarder.send(request, {
      stopping: this.#stopping.signal,
      take: forwardBytes.of(username),
      onEnd,
    })
  }

  async #readCache(read: CachedRead, { checkedUntil }: Access, call: AuthorizedCall): Promise<Response> {
    const { reads, waitingShares } = this.#parts
    const { request, context, identity, slot, epoch, onEnd } = call
    const { collection, attributes } = read
    const { username } = identity
    if (isConsistentList(read)) onEnd(waitingShares.take(username, request.url))
    const response = await reads.serve(collection, read.call, {
      request,
      context,
      username,
      attributes,
      checkedUntil,
      epoch,
    })
    slot?.use()
    return response
  }
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
