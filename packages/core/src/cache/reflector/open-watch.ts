import type { Clock } from '../../api/clock.ts'
import type { ListerWatcher, WatchOptions } from '../../api/lister-watcher.ts'
import type { WatchEvent } from '../../api/object.ts'
import { IdleTimeout } from './idle-timeout.ts'
import type { ReconnectBus } from './reconnect-bus.ts'
import type { WatchEnd } from './watch-end.ts'

/** A stream that ends sooner than this without an event is a fault (client-go). */
const VERY_SHORT_WATCH_MS = 1_000

export interface OpenWatchOptions<T> {
  readonly listerWatcher: ListerWatcher<T>
  readonly watchOptions: WatchOptions
  readonly clock: Clock
  /** How long no data may arrive; 0 for no limit. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly reconnectBus: ReconnectBus
  readonly onBytes: (bytes: number) => void
}

/** A watch that the server accepted, read one network read at a time. Close it in every case. */
export class OpenWatch<T> {
  readonly #iterator: AsyncIterator<readonly WatchEvent<T>[]>
  readonly #idleTimeout: IdleTimeout
  readonly #clock: Clock
  readonly #startedAt: number
  #returned: readonly WatchEvent<T>[] = []
  #count = 0

  constructor(
    events: AsyncIterable<readonly WatchEvent<T>[]>,
    idleTimeout: IdleTimeout,
    clock: Clock,
    startedAt: number,
  ) {
    this.#iterator = events[Symbol.asyncIterator]()
    this.#idleTimeout = idleTimeout
    this.#clock = clock
    this.#startedAt = startedAt
  }

  /**
   * Requests a watch; settles with the response headers. Resolves with undefined after an abort, an idle timeout, or a
   * reconnect.
   *
   * @throws the rejection of the watch
   */
  static async open<T>(options: OpenWatchOptions<T>): Promise<OpenWatch<T> | undefined> {
    const { listerWatcher, watchOptions, clock, timeoutMs, signal, reconnectBus, onBytes } = options
    // The time of the request counts: a watch is very short only if all of it was.
    const startedAt = clock.now()
    const idleTimeout = new IdleTimeout({ clock, timeoutMs, signal, reconnectBus })
    try {
      const events = await listerWatcher.watch(watchOptions, {
        signal: idleTimeout.signal,
        onBytes,
        onWaiting: isWaiting => idleTimeout.suspend(isWaiting),
        onLost: () => idleTimeout.lose(),
      })
      idleTimeout.refresh()
      return new OpenWatch(events, idleTimeout, clock, startedAt)
    } catch (error) {
      idleTimeout.dispose()
      if (idleTimeout.signal.aborted) return undefined
      throw error
    }
  }

  /** Why the watch ended. Read it once `next` has resolved with undefined. */
  get end(): WatchEnd {
    const { cause } = this.#idleTimeout
    if (cause === 'reconnect' || cause === 'aborted') return cause
    const isEmpty = this.#count === 0
    if (isEmpty && this.isVeryShort) return cause === 'lost' ? 'lost-early' : 'closed-early'
    if (cause === 'idle') return isEmpty ? 'idle-from-start' : 'idle'
    return 'closed'
  }

  /** Whether it was requested less than a second ago. */
  get isVeryShort(): boolean {
    return this.#clock.now() - this.#startedAt < VERY_SHORT_WATCH_MS
  }

  /** Restarts the idle timeout (0 for no limit), with the time for which a reconnect leaves an active stream open. */
  restartTimeout(timeoutMs: number, graceMs: number): void {
    this.#idleTimeout.restart(timeoutMs, graceMs)
  }

  /** The events of the next network read; undefined at the end. */
  async next(): Promise<readonly WatchEvent<T>[] | undefined> {
    if (this.#returned.length > 0) {
      const returned = this.#returned
      this.#returned = []
      return returned
    }
    const { done, value } = await this.#iterator.next()
    if (done) return undefined
    this.#idleTimeout.refresh()
    this.#count += value.length
    return value
  }

  /** Makes `next` return these events again. */
  putBack(events: readonly WatchEvent<T>[]): void {
    this.#returned = events
  }

  /** Closes the stream and stops the timers. */
  async close(): Promise<void> {
    this.#idleTimeout.dispose()
    await this.#iterator.return?.()
  }
}
