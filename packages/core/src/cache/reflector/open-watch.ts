import type { Clock } from '../../api/clock.ts'
import type { WatchEvent } from '../../api/object.ts'
import type { ListerWatcher, WatchOptions } from '../../client/lister-watcher.ts'
import { IdleTimeout } from './idle-timeout.ts'
import type { ReconnectBus } from './reconnect-bus.ts'

/** A watch that ends sooner than this without an event says that something is wrong (client-go). */
const VERY_SHORT_WATCH_MS = 1_000

/** Options of {@link OpenWatch.open}. */
export interface OpenWatchOptions<T> {
  readonly listerWatcher: ListerWatcher<T>
  readonly watchOptions: WatchOptions
  readonly clock: Clock
  /** How long the watch may be silent before it counts as dead; 0 for ever. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** By which it may be given up. */
  readonly reconnectBus: ReconnectBus
  readonly onBytes: (bytes: number) => void
}

/** A watch that the server accepted, read one network read at a time. Close it in every case. */
export class OpenWatch<T> {
  readonly #iterator: AsyncIterator<readonly WatchEvent<T>[]>
  readonly #guard: IdleTimeout
  readonly #clock: Clock
  readonly #startedAt: number
  #returned: readonly WatchEvent<T>[] = []
  #count = 0

  constructor(
    events: AsyncIterable<readonly WatchEvent<T>[]>,
    guard: IdleTimeout,
    clock: Clock,
    startedAt: number,
  ) {
    this.#iterator = events[Symbol.asyncIterator]()
    this.#guard = guard
    this.#clock = clock
    this.#startedAt = startedAt
  }

  /**
   * Asks for a watch; settles with the response headers. Answers undefined when the signal aborted, when the
   * server stayed silent for too long, or when a reconnect gave it up.
   *
   * @throws what refused the watch
   */
  static async open<T>(options: OpenWatchOptions<T>): Promise<OpenWatch<T> | undefined> {
    const { listerWatcher, watchOptions, clock, timeoutMs, signal, reconnectBus, onBytes } = options
    // The time that the request itself takes counts: a watch is very short only if all of it was.
    const startedAt = clock.now()
    const guard = new IdleTimeout({ clock, timeoutMs, signal, reconnectBus })
    try {
      const events = await listerWatcher.watch(watchOptions, {
        signal: guard.signal,
        onBytes,
        onWaiting: waiting => guard.wait(waiting),
      })
      guard.heard()
      return new OpenWatch(events, guard, clock, startedAt)
    } catch (error) {
      guard.release()
      if (guard.signal.aborted) return undefined
      throw error
    }
  }

  /** Whether it ended of itself at once, without an event; worth asking after the end. */
  get wasVeryShort(): boolean {
    if (this.wasGivenUp) return false
    return this.#count === 0 && this.#clock.now() - this.#startedAt < VERY_SHORT_WATCH_MS
  }

  /** Whether a reconnect ended it. */
  get wasGivenUp(): boolean {
    return this.#guard.givenUp
  }

  /** Whether it was ended for being silent. */
  get timedOut(): boolean {
    return this.#guard.expired
  }

  /** Whether it was ended for being silent from its beginning. */
  get saidNothing(): boolean {
    return this.timedOut && this.#count === 0
  }

  /** How long it may be silent from now on, 0 for ever; and how long for a reconnect to leave it alone. */
  restart(timeoutMs: number, graceMs?: number): void {
    this.#guard.restart(timeoutMs, graceMs)
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
    this.#guard.heard()
    this.#count += value.length
    return value
  }

  /** Gives back what was read too far. */
  putBack(events: readonly WatchEvent<T>[]): void {
    this.#returned = events
  }

  /** Ends the watch and lets go of its timer. */
  async close(): Promise<void> {
    this.#guard.release()
    await this.#iterator.return?.()
  }
}
