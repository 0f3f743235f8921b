import { type Clock, type KubernetesObject, type Random, type Status, StatusError } from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'
import { isNewer } from '../api/revision.ts'
import { internalError } from '../api/status-errors.ts'
import { Dispatcher } from '../dispatch/dispatcher.ts'
import { WatchRegistry } from '../dispatch/watch-registry.ts'
import type { CacheState } from '../history/cache-state.ts'
import type { CacherWatchOptions } from '../requests/requests.ts'
import type { Selection } from '../requests/selection.ts'
import { BookmarkDelivery, type Delivery, ErrorDelivery, type TypeOfObjects } from '../watch/delivery.ts'
import type { InitialEvents } from '../watch/initial-events.ts'
import { InitialHistory, InitialState } from '../watch/initial-events.ts'
import type { QueueBudget } from '../watch/queue-budget.ts'
import { type WatchHost, WatchQueue } from '../watch/watch-queue.ts'
import { watchSize } from '../watch/watch-size.ts'
import { Bookmarks } from './bookmarks.ts'
import { Deadlines } from './deadlines.ts'

const MIN_TIMEOUT_MS = 30 * 60_000

/** What watches are opened for, and their limits. */
export interface WatchesOptions<T extends KubernetesObject> {
  readonly state: CacheState<T>
  readonly type: TypeOfObjects
  readonly indexField: string | undefined
  readonly bookmarkIntervalMs: number | undefined
  readonly queueBudget: QueueBudget | undefined
  readonly requestProgress: (() => void) | undefined
  readonly clock: Clock
  readonly random: Random
}

/** The start of a watch. */
interface Start<T extends KubernetesObject> {
  readonly initial: InitialEvents<T> | undefined
  /** Whether the initial events are a state, whose end can be marked by a bookmark. */
  readonly isState: boolean
}

/** Manages the open watches of a cache. */
export class Watches<T extends KubernetesObject = KubernetesObject> implements WatchHost<T> {
  readonly dispatcher: Dispatcher<T>
  readonly #options: WatchesOptions<T>
  readonly #registry: WatchRegistry<T>
  readonly #bookmarks: Bookmarks<T>
  readonly #deadlines: Deadlines<T>

  constructor(options: WatchesOptions<T>) {
    const { clock, random, type, bookmarkIntervalMs, requestProgress } = options
    this.#options = options
    this.#registry = new WatchRegistry(options.indexField)
    this.dispatcher = new Dispatcher(this.#registry, clock)
    this.#deadlines = new Deadlines(clock)
    this.#bookmarks = new Bookmarks({
      type,
      clock,
      random,
      intervalMs: bookmarkIntervalMs,
      processed: () => this.dispatcher.processed,
      onDue: requestProgress,
    })
  }

  /** Number of open watches. */
  get size(): number {
    return this.#registry.size
  }

  /** Number of scopes with watches. */
  get scopes(): number {
    return this.#registry.scopes
  }

  /** Opens a watch from a revision. Throws a 410 if the revision has been discarded. */
  open(options: CacherWatchOptions, selection: Selection, required: string): WatchQueue<T> {
    const { revision } = this.#options.state
    const { initial, isState } = this.#startOf(options, selection, required)
    const isMarked = isState && options.sendInitialEvents && options.allowWatchBookmarks
    const watch = new WatchQueue<T>({
      host: this,
      startRevision: isNewer(required, revision) ? required : revision,
      initial,
      mark: isMarked ? new BookmarkDelivery(this.#options.type, revision, true) : undefined,
      size: this.#sizeOf(options, selection),
      budget: this.#options.queueBudget,
      deadline: this.#options.clock.now() + this.#timeoutMs(options),
      signal: options.signal,
    })
    this.#registry.add(watch, selection)
    this.#deadlines.add(watch)
    if (options.allowWatchBookmarks) this.#bookmarks.add(watch)
    return watch
  }

  /** Creates a watch that has already ended, optionally with one ERROR event. */
  over(status?: Status): WatchQueue<T> {
    const mark: Delivery<T> | undefined = status && new ErrorDelivery(status)
    const deadline = this.#options.clock.now()
    const watch = new WatchQueue<T>({ host: this, startRevision: '0', mark, size: 0, deadline })
    watch.end()
    return watch
  }

  /** Cuts off all open watches, since their history has a gap. */
  cutAll(): void {
    for (const watch of this.#registry.all()) watch.cut()
  }

  wake(watch: WatchQueue<T>): void {
    this.dispatcher.wake(watch)
  }

  hasRoom(watch: WatchQueue<T>): void {
    this.dispatcher.hasRoom(watch)
  }

  leave(watch: WatchQueue<T>): void {
    this.#registry.remove(watch)
    this.#deadlines.delete(watch)
    this.#bookmarks.delete(watch)
    this.dispatcher.release(watch)
  }

  #startOf(options: CacherWatchOptions, selection: Selection, required: string): Start<T> {
    const { state } = this.#options
    const { sendInitialEvents, resourceVersion = '' } = options
    const isFromAnywhere = sendInitialEvents === undefined && required === '0'
    if (sendInitialEvents || isFromAnywhere)
      return { initial: new InitialState(state.tree, selection), isState: true }
    if (required === '0' && resourceVersion !== '') return { initial: undefined, isState: false }
    const start = state.history.since(required)
    const initial =
      start < state.history.end ? new InitialHistory(state.history, selection, start) : undefined
    return { initial, isState: false }
  }

  #sizeOf({ queueSize }: CacherWatchOptions, { indexValue }: Selection): number {
    if (queueSize !== undefined) return queueSize
    const { state, indexField } = this.#options
    const { capacity, windowMs } = state.history
    const hasIndex = indexField !== undefined
    return watchSize({ capacity, windowMs, hasIndex, usesIndex: indexValue !== undefined })
  }

  #timeoutMs({ timeoutSeconds = 0 }: CacherWatchOptions): number {
    if (timeoutSeconds !== 0) return timeoutSeconds * 1000
    return MIN_TIMEOUT_MS * (1 + this.#options.random())
  }
}

/** The Status of an error that prevents a watch from opening. */
export function statusOf(error: unknown): Status {
  if (error instanceof StatusError) return error.status
  const message = errorMessage(error)
  return internalError(message, 'InternalError').status
}
