import type { Clock, Status } from '@kube-informer/core'
import { expired, prettyResponse, type ReadCall, wantsPretty } from '@kube-informer/core/cacher/internal'
import type { AccessAttributes } from './api/access-attributes.ts'
import { LinkedAbort } from './api/linked-abort.ts'
import type { Collection } from './collections/collection.ts'
import { type ListBodies, sharedListKey } from './collections/list-bodies.ts'
import { timedOut, tooManyRequests, unavailable } from './http/status.ts'
import type { RelayMetrics } from './metrics/relay-metrics.ts'
import { FlushWindows } from './watches/flush-windows.ts'
import { RelayWatch } from './watches/relay-watch.ts'
import type { Admission, RunningWatches } from './watches/running-watches.ts'

/** Maximum duration of a list, as in a Kubernetes server. */
const LIST_TIMEOUT_MS = 60_000

/** Servers between a relay and its reader must not compress a watch: a compressor holds events back until it has a block. */
const UNCOMPRESSED = 'no-cache, private, no-transform'

/** Options of {@link ReadServer}. */
export interface ReadServerOptions {
  readonly running: RunningWatches
  readonly bodies: ListBodies
  readonly metrics: Pick<RelayMetrics, 'eventsOf'>
  readonly maxWatches: number
  readonly maxWatchesPerUser: number
  readonly maxLists: number
  readonly flushMs: number
  readonly clock: Clock
}

/** Serves authorized reads, within the limits of the relay. */
export class ReadServer {
  readonly #options: ReadServerOptions
  readonly #windows: FlushWindows
  readonly #watches = new Map<Collection, Set<RelayWatch>>()
  /** Number of open watches by user. */
  readonly #users = new Map<string, number>()
  readonly #stopping = new AbortController()
  #lists = 0

  constructor(options: ReadServerOptions) {
    this.#options = options
    this.#windows = new FlushWindows(options.clock, options.flushMs)
  }

  /** Number of lists whose bodies are being read. */
  get lists(): number {
    return this.#lists
  }

  async serve(collection: Collection, call: ReadCall, admission: Admission): Promise<Response> {
    const { attributes, request } = admission
    if (attributes.verb === 'watch') return this.#watch(collection, call, admission)
    const response =
      attributes.verb === 'list'
        ? await this.#list(collection, call, attributes)
        : await collection.reads.get(call)
    return wantsPretty(request, call.query) ? prettyResponse(response) : response
  }

  /** Ends the watches of a collection with a 410: their readers have to list. */
  expire(collection: Collection): void {
    const { status } = expired('the cluster was restored to an earlier state')
    this.#options.bodies.forget(collection.name)
    this.failAll(collection, status)
  }

  failAll(collection: Collection, status: Status): void {
    for (const watch of this.#watches.get(collection) ?? []) watch.fail(status)
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

  async #watch(collection: Collection, call: ReadCall, admission: Admission): Promise<Response> {
    const { running, metrics, maxWatches, maxWatchesPerUser } = this.#options
    const { username } = admission
    if (running.size >= maxWatches) throw tooManyRequests('the relay has too many open watches')
    if ((this.#users.get(username) ?? 0) >= maxWatchesPerUser)
      throw tooManyRequests('this user has too many open watches')
    const watches = this.#watches.get(collection) ?? new Set()
    this.#watches.set(collection, watches)
    const events = metrics.eventsOf(collection.kind.resource)
    const response = await collection.reads.watch(call, {
      onWatch: inner => {
        const watch = new RelayWatch({ inner, windows: this.#windows, events })
        watches.add(watch)
        this.#count(username, 1)
        const remove = running.add(watch, admission)
        const onClose = () => {
          remove()
          watches.delete(watch)
          this.#count(username, -1)
        }
        return { watch, onClose }
      },
    })
    response.headers.set('Cache-Control', UNCOMPRESSED)
    return response
  }

  #count(username: string, change: 1 | -1): void {
    const count = (this.#users.get(username) ?? 0) + change
    if (count === 0) this.#users.delete(username)
    else this.#users.set(username, count)
  }

  async #list(collection: Collection, call: ReadCall, { namespace }: AccessAttributes): Promise<Response> {
    const { bodies, maxLists } = this.#options
    const key = sharedListKey(collection.name, { ...call, namespace })
    const kept = key !== undefined && collection.cacher.isReady ? bodies.get(key) : undefined
    if (kept) return kept
    if (this.#lists >= maxLists) throw tooManyRequests('the relay has too many lists in flight')
    const response = await this.#timedList(collection, call)
    return key === undefined ? response : bodies.keep(key, response)
  }

  /** A reader that does not read its list would keep a state of the cache in memory. */
  async #timedList({ reads }: Collection, call: ReadCall): Promise<Response> {
    const { clock } = this.#options
    const ending = new LinkedAbort(call.signal, this.#stopping.signal)
    const timer = clock.setTimeout(() => ending.abort(timedOut()), LIST_TIMEOUT_MS)
    const onDone = () => {
      this.#lists--
      clock.clearTimeout(timer)
      ending.release()
    }
    this.#lists++
    let hasBody = false
    try {
      const onList = () => {
        hasBody = true
        return onDone
      }
      return await reads.list({ ...call, signal: ending.signal }, { onList })
    } finally {
      if (!hasBody) onDone()
    }
  }
}
