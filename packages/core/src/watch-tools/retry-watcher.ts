import { type Clock, sleep, systemClock } from '../api/clock.ts'
import {
  isForbidden,
  isResourceExpired,
  isUnauthorized,
  isUnexpectedServerError,
  StatusError,
  UsageError,
} from '../api/errors.ts'
import type { ListerWatcher, WatchOptions } from '../api/lister-watcher.ts'
import type { Status, WatchEvent } from '../api/object.ts'
import { type ObjectAccess, objectAccess } from '../api/object-access.ts'
import { abortableWatch } from '../internal/abortable-lister-watcher.ts'

/** What a {@link RetryWatcher} watches: a `ListerWatcher`, whose lists it does not use. */
export type Watchable<T> = Pick<ListerWatcher<T>, 'watch' | 'access'>

/** What is watched, and from which resourceVersion. */
export interface RetryWatcherOptions<T> {
  readonly listerWatcher: Watchable<T>
  /** Events follow this version, e.g. that of a list. "" and "0" are refused: they would start with existing objects. */
  readonly resourceVersion: string
  /** Ends the iteration, which does not throw then. */
  readonly signal?: AbortSignal | undefined
  /** Narrows the watch. @default everything that the ListerWatcher covers */
  readonly query?: Pick<WatchOptions, 'labelSelector' | 'fieldSelector' | 'timeoutSeconds'> | undefined
  /** The shortest time between two requests. @default 1000 */
  readonly minRestartDelayMs?: number | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
}

/** Timers of hosts fire at once after a longer delay. */
const MAX_DELAY_MS = 2 ** 31 - 1

/** An event with an object. */
type VersionedEvent<T> = Exclude<WatchEvent<T>, { readonly type: 'ERROR' }>

const TYPES: readonly string[] = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK']

/** The end of one watch. */
interface WatchEnd {
  /** Whether no other watch may follow. */
  readonly isFinal: boolean
  /** The delay that the server asks for. */
  readonly retryAfterMs: number
}

const FINAL: WatchEnd = { isFinal: true, retryAfterMs: 0 }
const retryAfter = (seconds = 0): WatchEnd => ({ isFinal: false, retryAfterMs: seconds * 1000 })

/**
 * A watch that goes on after a lost connection, from the last event (client-go `tools/watch.RetryWatcher`).
 *
 * - Bookmarks are used and not delivered. Events are delivered once, in order.
 * - The iteration ends when the signal aborts, and after an ERROR event that no other watch can resolve: the version is too
 *   old, the client may not watch, or an event cannot be understood. All other errors are retried, without limit.
 * - A server that refuses a version as too old when the watch *opens* is asked again, as in client-go: bound the wait with
 *   the signal. An informer lists again instead.
 * - A further iteration goes on after the last delivered event.
 *
 * @example
 * const watcher = new RetryWatcher({ listerWatcher, resourceVersion: list.metadata.resourceVersion, signal })
 * for await (const { type, object } of watcher) console.log(type, object.metadata?.name)
 */
export class RetryWatcher<T> implements AsyncIterable<WatchEvent<T>> {
  readonly #listerWatcher: Watchable<T>
  readonly #access: ObjectAccess<T>
  readonly #signal: AbortSignal
  readonly #query: RetryWatcherOptions<T>['query']
  readonly #minRestartDelayMs: number
  readonly #clock: Clock
  #resourceVersion: string

  /** Throws a UsageError if the resourceVersion is "" or "0". */
  constructor(options: RetryWatcherOptions<T>) {
    const { listerWatcher, resourceVersion } = options
    if (resourceVersion === '' || resourceVersion === '0')
      throw new UsageError(
        `a RetryWatcher cannot start at the resourceVersion ${JSON.stringify(resourceVersion)}`,
      )
    this.#listerWatcher = listerWatcher
    this.#access = listerWatcher.access ?? (objectAccess as ObjectAccess<unknown> as ObjectAccess<T>)
    this.#signal = options.signal ?? new AbortController().signal
    this.#query = options.query
    this.#minRestartDelayMs = options.minRestartDelayMs ?? 1000
    this.#clock = options.clock ?? systemClock
    this.#resourceVersion = resourceVersion
  }

  /** The version of the last event or bookmark. */
  get resourceVersion(): string {
    return this.#resourceVersion
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WatchEvent<T>, void> {
    while (!this.#signal.aborted) {
      const startedAt = this.#clock.now()
      const { isFinal, retryAfterMs } = yield* this.#watchOnce()
      if (isFinal || this.#signal.aborted) return
      // Counted from the start, so that a watch that lasted is replaced at once.
      const spacingMs = startedAt + this.#minRestartDelayMs - this.#clock.now()
      const delayMs = Math.max(Math.min(spacingMs, this.#minRestartDelayMs), retryAfterMs)
      if (delayMs > 0) await sleep(this.#clock, Math.min(delayMs, MAX_DELAY_MS), this.#signal)
    }
  }

  async *#watchOnce(): AsyncGenerator<WatchEvent<T>, WatchEnd> {
    const query = { ...this.#query, resourceVersion: this.#resourceVersion, allowWatchBookmarks: true }
    try {
      const signal = this.#signal
      const open = () => this.#listerWatcher.watch(query, { signal })
      const events = await abortableWatch(open, signal, this.#clock)
      return yield* this.#deliver(events)
    } catch (error) {
      if (!(error instanceof StatusError)) return retryAfter()
      const isDenied = (isForbidden(error) || isUnauthorized(error)) && !isUnexpectedServerError(error)
      if (!isDenied) return retryAfter(error.retryAfterSeconds)
      yield { type: 'ERROR', object: error.status }
      return FINAL
    }
  }

  async *#deliver(reads: AsyncIterable<readonly WatchEvent<T>[]>): AsyncGenerator<WatchEvent<T>, WatchEnd> {
    for await (const events of reads) {
      for (const event of events) {
        if (this.#signal.aborted) return FINAL
        if (event.type === 'ERROR') return yield* this.#fail(event)
        const problem = this.#accept(event)
        if (problem !== undefined) {
          yield { type: 'ERROR', object: internalError(problem) }
          return FINAL
        }
        if (event.type !== 'BOOKMARK') yield event
      }
    }
    return retryAfter()
  }

  /** Ends with what the server reports within the stream. */
  *#fail(event: { readonly type: 'ERROR'; readonly object: Status }): Generator<WatchEvent<T>, WatchEnd> {
    const isStatus = event.object.kind === 'Status'
    if (!isStatus || !isResourceExpired(new StatusError(event.object)))
      return retryAfter(isStatus ? event.object.details?.retryAfterSeconds : 0)
    yield event
    return FINAL
  }

  /** Remembers the version of an event. Returns why it cannot: a later watch would skip events then. */
  #accept(event: VersionedEvent<T>): string | undefined {
    if (!TYPES.includes(event.type))
      return `RetryWatcher: unknown type of event: ${JSON.stringify(event.type)}`
    const version = event.object && this.#versionOf(event)
    if (!version) return 'RetryWatcher: an object without a resourceVersion'
    this.#resourceVersion = version
    return undefined
  }

  #versionOf(event: VersionedEvent<T>): string | undefined {
    return event.type === 'BOOKMARK'
      ? event.object.metadata?.resourceVersion
      : this.#access.resourceVersion(event.object)
  }
}

const internalError = (message: string): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  reason: 'InternalError',
  code: 500,
  message,
})
