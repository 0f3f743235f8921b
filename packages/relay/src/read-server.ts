import { expired, notReady } from '@kube-informer/cacher'
import { prettyResponse, type ReadCall, wantsPretty } from '@kube-informer/cacher/http'
import type { Clock, Status } from '@kube-informer/core'
import type { AccessAttributes } from './api/access-attributes.ts'
import { LinkedAbort } from './api/linked-abort.ts'
import type { Collection } from './collections/collection.ts'
import { type ListBodies, sharedListKey } from './collections/list-bodies.ts'
import { tooManyRequests, unavailable } from './http/status.ts'
import type { UserShares } from './http/user-shares.ts'
import type { RelayMetrics } from './metrics/relay-metrics.ts'
import type { FairScheduler } from './scheduling/fair-scheduler.ts'
import { SentLists } from './sent-lists.ts'
import { FlushWindows } from './watches/flush-windows.ts'
import type { ReaderContext } from './watches/reader-context.ts'
import { RelayWatch, type RelayWatchHost } from './watches/relay-watch.ts'
import type { RunningWatches } from './watches/running-watches.ts'
import { SharedAttributes } from './watches/shared-attributes.ts'

/** Servers between a relay and its reader must not compress a watch: a compressor holds events back until it has a block. */
const UNCOMPRESSED = 'no-cache, private, no-transform'

/** How long a read waits for the first list of a cache. Then it is a 429, as in a Kubernetes server. */
const READY_TIMEOUT_MS = 10_000
const NO_STATE = 'storage is (re)initializing'

/** Whether only the cache can answer. A get, or a list of the newest state, is a request of its own. */
const needsState = ({ query }: ReadCall, verb: string): boolean =>
  verb === 'watch' || (verb === 'list' && (query.get('resourceVersion') ?? '') !== '')

/** Larger responses are not indented, since that needs several times their size in memory. */
const MAX_PRETTY_BYTES = 1024 * 1024

export interface ReadServerOptions {
  readonly running: RunningWatches
  readonly bodies: ListBodies
  readonly metrics: Pick<RelayMetrics, 'eventsOf'>
  readonly maxWatches: number
  readonly maxWatchesPerUser: number
  readonly maxLists: number
  /** Of lists. */
  readonly listShares: UserShares
  readonly scheduler: FairScheduler
  readonly flushMs: number
  readonly clock: Clock
}

/** How a read was admitted. */
export interface Admission {
  /** Has the credentials of the reader. */
  readonly request: Request
  readonly context: ReaderContext | undefined
  readonly username: string
  readonly attributes: AccessAttributes
  /** How long the answers that allowed it hold. */
  readonly checkedUntil: number
  /** The epoch of the running watches before they were requested. */
  readonly epoch: number
}

/** Serves authorized reads, within the limits of the relay. */
export class ReadServer {
  readonly #options: ReadServerOptions
  readonly #windows: FlushWindows
  readonly #hosts = new Map<Collection, RelayWatchHost>()
  readonly #attributes = new SharedAttributes()
  /** Number of open watches by user. */
  readonly #users = new Map<string, number>()
  readonly #stopping = new AbortController()
  readonly #lists: SentLists

  constructor(options: ReadServerOptions) {
    this.#options = options
    const { clock, flushMs, maxLists, listShares: shares } = options
    this.#windows = new FlushWindows(clock, flushMs)
    this.#lists = new SentLists({ maxLists, shares, stopping: this.#stopping.signal, clock })
  }

  /** Number of lists whose bodies are being read. */
  get lists(): number {
    return this.#lists.size
  }

  async serve(collection: Collection, call: ReadCall, admission: Admission): Promise<Response> {
    const { attributes, request, username } = admission
    if (needsState(call, attributes.verb)) await this.#untilReady(collection, call.signal)
    await this.#options.scheduler.wait(username)
    call.signal.throwIfAborted()
    if (attributes.verb === 'watch') return this.#watch(collection, call, admission)
    const response =
      attributes.verb === 'list'
        ? await this.#list(collection, call, admission)
        : await collection.reads.get(call)
    return wantsPretty(request, call.query) ? prettyResponse(response, MAX_PRETTY_BYTES) : response
  }

  /** Ends the watches of a collection with a 410: their readers have to list. */
  expire(collection: Collection): void {
    const { status } = expired('the cluster was restored to an earlier state')
    this.#options.bodies.forget(collection.name)
    this.failAll(collection, status)
  }

  failAll(collection: Collection, status: Status): void {
    this.#options.running.failAll(this.#hostOf(collection), status)
  }

  /** Ends the flush window early: queues are filling up. */
  flushSoon(): void {
    this.#windows.endSoon()
  }

  /** Aborts the lists that are being sent. */
  stop(): void {
    this.#stopping.abort(unavailable('the relay has stopped'))
    this.#windows.flushAll()
  }

  /** A cache without a state is about to have one: a list of the reader would be a second one. */
  async #untilReady({ cacher }: Collection, signal: AbortSignal): Promise<void> {
    if (cacher.isReady) return
    const waiting = new LinkedAbort(signal, this.#stopping.signal)
    const { clock } = this.#options
    const timer = clock.setTimeout(() => waiting.abort(notReady(NO_STATE, 1)), READY_TIMEOUT_MS)
    try {
      await cacher.ready(waiting.signal)
    } finally {
      clock.clearTimeout(timer)
      waiting.release()
    }
  }

  async #watch(collection: Collection, call: ReadCall, admission: Admission): Promise<Response> {
    const { running, maxWatches, maxWatchesPerUser } = this.#options
    const { username, checkedUntil, epoch } = admission
    if (running.size >= maxWatches) throw tooManyRequests('the relay has too many open watches')
    if ((this.#users.get(username) ?? 0) >= maxWatchesPerUser)
      throw tooManyRequests('this user has too many open watches')
    const host = this.#hostOf(collection)
    const response = await collection.reads.watch(call, {
      scheduler: { scheduler: this.#options.scheduler, user: username },
      onWatch: inner => {
        const attributes = this.#attributes.of(admission.attributes)
        const watch = new RelayWatch({ ...admission, inner, host, attributes })
        this.#count(username, 1)
        running.add(watch, checkedUntil, epoch)
        return { watch }
      },
    })
    response.headers.set('Cache-Control', UNCOMPRESSED)
    return response
  }

  #hostOf(collection: Collection): RelayWatchHost {
    const known = this.#hosts.get(collection)
    if (known) return known
    const { running, metrics } = this.#options
    const host: RelayWatchHost = {
      windows: this.#windows,
      events: metrics.eventsOf(collection.kind.resource),
      closed: watch => {
        running.remove(watch)
        this.#count(watch.username, -1)
      },
    }
    this.#hosts.set(collection, host)
    return host
  }

  #count(username: string, change: 1 | -1): void {
    const count = (this.#users.get(username) ?? 0) + change
    if (count === 0) this.#users.delete(username)
    else this.#users.set(username, count)
  }

  async #list(
    collection: Collection,
    call: ReadCall,
    { attributes, username }: Admission,
  ): Promise<Response> {
    const { namespace } = attributes
    const { bodies } = this.#options
    const scheduler = { scheduler: this.#options.scheduler, user: username }
    const key = sharedListKey(collection.name, { ...call, namespace })
    return this.#lists.send(username, call.signal, async signal => {
      const kept = key !== undefined && collection.cacher.isReady ? bodies.get(key) : undefined
      if (kept) return kept
      const response = await collection.reads.list({ ...call, signal }, { scheduler })
      return key === undefined ? response : bodies.keep(key, response)
    })
  }
}
