import type { Clock } from '@kube-informer/core'
import {
  prettyResponse,
  statusResponse,
  textResponse,
  wantsPretty,
} from '@kube-informer/core/cacher/internal'
import type { AccessAttributes, Authorize } from './api/access-attributes.ts'
import type { Identity } from './api/identity.ts'
import type { Collection } from './collections/collection.ts'
import type { Collections } from './collections/collections.ts'
import { isPreflight, preflightResponse, withCors } from './http/cors.ts'
import type { Forwarder } from './http/forwarder.ts'
import { parseRead, type ReadTarget } from './http/read-target.ts'
import { refusedOther } from './http/refused-other.ts'
import type { RequestGuard } from './http/request-guard.ts'
import { forbiddenAccess, tooManyRequests, toStatusError, unauthorized, unavailable } from './http/status.ts'
import type { Access, AccessCheck } from './watches/access-check.ts'
import { FlushWindows } from './watches/flush-windows.ts'
import { RelayWatch } from './watches/relay-watch.ts'
import { RunningWatches } from './watches/running-watches.ts'

/** Options of {@link Relay}. */
export interface RelayParts {
  readonly guard: RequestGuard
  readonly check: AccessCheck
  readonly authorize: Authorize
  readonly collections: Collections
  /** Undefined if nothing is passed on. */
  readonly forwarder: Forwarder | undefined
  readonly maxWatches: number
  readonly maxRequests: number
  readonly flushMs: number
  readonly clock: Clock
}

/** Answers requests: guard, authentication, authorization, read. */
export class Relay {
  readonly #parts: RelayParts
  readonly #windows: FlushWindows
  readonly #running: RunningWatches
  #requests = 0

  constructor(parts: RelayParts) {
    this.#parts = parts
    this.#windows = new FlushWindows(parts.clock, parts.flushMs)
    this.#running = new RunningWatches({ check: parts.check, clock: parts.clock, statusOf })
  }

  async run(signal: AbortSignal): Promise<void> {
    const { collections, authorize } = this.#parts
    await Promise.all([
      ...collections.all.map(({ run }) => run(signal)),
      authorize.run?.(signal, () => this.#running.checkAll()),
    ])
    this.#running.stop()
    this.#windows.flushAll()
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

  metrics(): string {
    const { collections } = this.#parts
    const ready = collections.all.filter(({ cacher }) => cacher.isReady).length
    return `relay_open_watches ${this.#running.size}\nrelay_ready_collections ${ready}\n`
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/livez') return textResponse('ok')
    if (pathname === '/readyz') return this.#readiness()
    if (this.#requests >= this.#parts.maxRequests)
      throw tooManyRequests('the relay has too many requests in flight')
    this.#requests++
    try {
      return await this.#identified(request, pathname)
    } finally {
      this.#requests--
    }
  }

  #readiness(): Response {
    const pending = this.#parts.collections.all.filter(({ cacher }) => !cacher.isReady)
    if (pending.length === 0) return textResponse('ok')
    return textResponse(`not ready: ${pending.map(({ name }) => name).join(', ')}\n`, 503)
  }

  async #identified(request: Request, pathname: string): Promise<Response> {
    const identity = await this.#identify(request)
    const { forwarder, collections } = this.#parts
    if (pathname === '/metrics') {
      await this.#authorize(identity, METRICS, request.signal)
      return textResponse(this.metrics())
    }
    const target = parseRead(request)
    const collection = target && collections.find(target.path)
    if (target && collection) return this.#read(request, identity, target, collection)
    if (forwarder) return forwarder.send(request)
    throw refusedOther(request)
  }

  async #identify(request: Request): Promise<Identity> {
    const identity = await unavailableWhere('authenticate readers', () =>
      this.#parts.check.identify(request, request.signal),
    )
    if (!identity) throw unauthorized()
    return identity
  }

  async #authorize(identity: Identity, attributes: AccessAttributes, signal: AbortSignal): Promise<Access> {
    const access = await unavailableWhere('authorize readers', () =>
      this.#parts.check.decide(identity, attributes, signal),
    )
    if (!access.decision.allowed) throw forbiddenAccess(identity, attributes, access.decision)
    return access
  }

  async #read(
    request: Request,
    identity: Identity,
    { call, attributes }: ReadTarget,
    { reads }: Collection,
  ): Promise<Response> {
    const { epoch } = this.#running
    const { checkedUntil } = await this.#authorize(identity, attributes, request.signal)
    if (attributes.verb === 'watch') {
      if (this.#running.size >= this.#parts.maxWatches)
        throw tooManyRequests('the relay has too many open watches')
      return reads.watch(call, {
        onWatch: inner => {
          const watch = new RelayWatch(inner, this.#windows)
          return { watch, onClose: this.#running.add(watch, { request, attributes, checkedUntil, epoch }) }
        },
      })
    }
    const response = await (attributes.verb === 'list' ? reads.list(call) : reads.get(call))
    return wantsPretty(request, call.query) ? prettyResponse(response) : response
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

/** The last event of a watch whose reader is no longer known or allowed, or whose access cannot be checked. */
function statusOf(problem: 'unknown' | 'unchecked' | Access, attributes: AccessAttributes) {
  if (problem === 'unknown') return unauthorized().status
  if (problem === 'unchecked') return unavailable('the relay cannot check the access of this watch').status
  return forbiddenAccess(problem.identity, attributes, problem.decision).status
}

/** Whatever fails in a review is a 503: its message may contain a credential, and it must not look like the reader's. */
async function unavailableWhere<T>(what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch {
    throw unavailable(`the relay cannot ${what} now`)
  }
}
