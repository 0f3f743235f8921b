import type { Clock } from '../../api/clock.ts'
import type { ListerWatcher, WatchContext, WatchOptions } from '../../api/lister-watcher.ts'
import type { WatchEvent } from '../../api/object.ts'
import { IdleTimeout } from './idle-timeout.ts'
import type { ReconnectBus } from './reconnect-bus.ts'
import type { WatchEnd } from './watch-end.ts'

/** A stream that ends sooner than this without an event is a fault (client-go). */
const VERY_SHORT_WATCH_MS = 1_000
/** An empty watch that the server ends sooner had a part of a shared connection. */
const EMPTY_WATCH_MS = 60_000

export interface OpenWatchOptions<T>
  extends Pick<WatchContext, 'onBytes' | 'onHeld' | 'onRetry' | 'onWaiting'> {
  readonly listerWatcher: ListerWatcher<T>
  readonly watchOptions: WatchOptions
  readonly clock: Clock
  /** How long no data may arrive; 0 for no limit. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly reconnectBus: ReconnectBus
  /** Response headers or a byte arrived. */
  readonly onProof: () => void
}

/** A requested watch, read one network read at a time. Close it in every case. */
export class OpenWatch<T> {
  readonly #idleTimeout: IdleTimeout
  readonly #clock: Clock
  readonly #onProof: () => void
  // The time of the request counts: a watch is very short only if all of it was.
  readonly #startedAt: number
  /** Undefined while it is not open. */
  #iterator: AsyncIterator<readonly WatchEvent<T>[]> | undefined
  #returned: readonly WatchEvent<T>[] = []
  #count = 0
  /** Whether it opened without response headers, which have not arrived. */
  #isHeld = false
  /** Why a held watch was not answered. */
  #failure: unknown
  #isProven = false
  #firstByteAt: number | undefined

  private constructor({ clock, timeoutMs, signal, reconnectBus, onProof }: OpenWatchOptions<T>) {
    this.#clock = clock
    this.#onProof = onProof
    this.#startedAt = clock.now()
    this.#idleTimeout = new IdleTimeout({ clock, timeoutMs, signal, reconnectBus })
  }

  /**
   * Requests a watch; settles as `ListerWatcher.watch` does. After an abort, an idle timeout or a reconnect, it is not open.
   *
   * @throws the rejection of the watch
   */
  static async open<T>(options: OpenWatchOptions<T>): Promise<OpenWatch<T>> {
    const watch = new OpenWatch(options)
    await watch.#open(options)
    return watch
  }

  async #open({ listerWatcher, watchOptions, ...callbacks }: OpenWatchOptions<T>): Promise<void> {
    const idleTimeout = this.#idleTimeout
    try {
      const events = await listerWatcher.watch(watchOptions, {
        signal: idleTimeout.signal,
        onBytes: bytes => {
          this.#firstByteAt ??= this.#clock.now()
          this.#arrived()
          callbacks.onBytes?.(bytes)
        },
        onWaiting: isWaiting => {
          idleTimeout.suspend(isWaiting)
          callbacks.onWaiting?.(isWaiting)
        },
        onLost: error => {
          if (this.#isHeld) this.#failure = error
          idleTimeout.lose('lost')
        },
        onYield: () => idleTimeout.lose('yielded'),
        onRetry: retry => {
          idleTimeout.postpone(retry.delayMs)
          callbacks.onRetry?.(retry)
        },
        onHeld: held => {
          this.#isHeld = held !== undefined
          this.#arrived()
          callbacks.onHeld?.(held)
        },
      })
      idleTimeout.refresh()
      this.#iterator = events[Symbol.asyncIterator]()
      this.#arrived()
    } catch (error) {
      idleTimeout.dispose()
      if (!idleTimeout.signal.aborted) throw error
    }
  }

  /** Whether it has opened. */
  get isOpen(): boolean {
    return this.#iterator !== undefined
  }

  /** Whether it opened without response headers, which have not arrived. */
  get isHeld(): boolean {
    return this.#isHeld
  }

  /** Whether response headers or a byte arrived. */
  get isProven(): boolean {
    return this.#isProven
  }

  /** When the first byte of the body arrived. */
  get firstByteAt(): number | undefined {
    return this.#firstByteAt
  }

  /** Why the watch ended. Read it once `next` has resolved with undefined. */
  get end(): WatchEnd {
    const { cause } = this.#idleTimeout
    if (cause === 'reconnect' || cause === 'aborted' || cause === 'yielded' || cause === 'slept') return cause
    const isEmpty = this.#count === 0
    if (isEmpty && this.isVeryShort) return cause === 'lost' ? 'lost-early' : 'closed-early'
    if (cause === 'idle') return isEmpty ? 'idle-from-start' : 'idle'
    if (cause === 'lost') return 'lost'
    return isEmpty && this.#ageMs >= EMPTY_WATCH_MS ? 'closed-empty' : 'closed'
  }

  /** Whether it was requested less than a second ago. */
  get isVeryShort(): boolean {
    return this.#ageMs < VERY_SHORT_WATCH_MS
  }

  get #ageMs(): number {
    return this.#clock.now() - this.#startedAt
  }

  /** Restarts the idle timeout (0 for no limit), with the time for which a reconnect leaves an active stream open. */
  restartTimeout(timeoutMs: number, graceMs: number): void {
    this.#idleTimeout.restart(timeoutMs, graceMs)
  }

  /**
   * The events of the next network read; undefined at the end.
   *
   * @throws the error of a watch that opened without response headers, and was not answered
   */
  async next(): Promise<readonly WatchEvent<T>[] | undefined> {
    if (this.#returned.length > 0) {
      const returned = this.#returned
      this.#returned = []
      return returned
    }
    const { done, value } = (await this.#iterator?.next()) ?? { done: true }
    if (this.#failure !== undefined) throw this.#failure
    if (done) return undefined
    this.#arrived()
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
    await this.#iterator?.return?.()
  }

  /** The headers, or a part of the body. The rejection of a held watch looks like one, and is none. */
  #arrived(): void {
    if (this.#isHeld) return
    this.#idleTimeout.refresh()
    this.#isProven = true
    this.#onProof()
  }
}
