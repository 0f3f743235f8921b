import { type Clock, type Random, systemClock } from '../api/clock.ts'

/** The first and the longest delay, and when an item is forgotten. */
export interface ItemBackoffOptions {
  /** The first delay, in milliseconds. */
  readonly initialMs: number
  /** The longest delay, in milliseconds. */
  readonly maxMs: number
  /** The part of the previous delay that is added at random, at most. @default 0 */
  readonly maxJitterFactor?: number | undefined
  /** Whether the delays of an item start again. @default after more than twice `maxMs` without an update */
  readonly hasExpired?: ((eventTime: number, lastUpdate: number, maxMs: number) => boolean) | undefined
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
}

interface BackoffEntry {
  delayMs: number
  lastUpdate: number
}

const isIdle = (eventTime: number, lastUpdate: number, maxMs: number): boolean =>
  eventTime - lastUpdate > 2 * maxMs

/**
 * The delays of many items, each of which doubles until its item was idle for some time (client-go `flowcontrol.Backoff`).
 * It has no timer: call {@link removeExpired} from time to time. Times are those of the clock, in milliseconds.
 *
 * @example
 * const backoff = new ItemBackoff({ initialMs: 1000, maxMs: 60_000 })
 * if (!backoff.isInBackOffSinceUpdate(image)) {
 *   if (!(await pull(image))) backoff.next(image)
 * }
 */
export class ItemBackoff {
  readonly #entries = new Map<string, BackoffEntry>()
  readonly #initialMs: number
  readonly #maxMs: number
  readonly #maxJitterFactor: number
  readonly #hasExpired: NonNullable<ItemBackoffOptions['hasExpired']>
  readonly #clock: Clock
  readonly #random: Random

  constructor(options: ItemBackoffOptions) {
    const { initialMs, maxMs, maxJitterFactor = 0, hasExpired = isIdle } = options
    this.#initialMs = initialMs
    this.#maxMs = maxMs
    this.#maxJitterFactor = maxJitterFactor
    this.#hasExpired = hasExpired
    this.#clock = options.clock ?? systemClock
    this.#random = options.random ?? Math.random
  }

  /** The number of items with a delay. */
  get size(): number {
    return this.#entries.size
  }

  /** The delay of an item in milliseconds, or 0. */
  get(id: string): number {
    return this.#entries.get(id)?.delayMs ?? 0
  }

  /** Sets the next delay of an item. The delays start again if it had expired when the event happened. */
  next(id: string, eventTime: number = this.#clock.now()): void {
    const entry = this.#entries.get(id)
    const delayMs = this.#nextDelay(entry, eventTime)
    this.#entries.set(id, { delayMs, lastUpdate: this.#clock.now() })
  }

  /** Removes the delay of an item. */
  reset(id: string): void {
    this.#entries.delete(id)
  }

  /** Whether less than its delay has passed since the event. */
  isInBackOffSince(id: string, eventTime: number): boolean {
    const entry = this.#valid(id, eventTime)
    return entry !== undefined && this.#clock.now() - eventTime < entry.delayMs
  }

  /** Whether the event happened less than its delay after the last {@link next}. */
  isInBackOffSinceUpdate(id: string, eventTime: number = this.#clock.now()): boolean {
    const entry = this.#valid(id, eventTime)
    return entry !== undefined && eventTime - entry.lastUpdate < entry.delayMs
  }

  /** Removes the delays that have expired (client-go `GC`). */
  removeExpired(): void {
    const now = this.#clock.now()
    for (const id of this.#entries.keys()) if (!this.#valid(id, now)) this.#entries.delete(id)
  }

  /** The entry of an item, unless it has expired. */
  #valid(id: string, eventTime: number): BackoffEntry | undefined {
    const entry = this.#entries.get(id)
    return entry && !this.#hasExpired(eventTime, entry.lastUpdate, this.#maxMs) ? entry : undefined
  }

  #nextDelay(entry: BackoffEntry | undefined, eventTime: number): number {
    if (!entry || this.#hasExpired(eventTime, entry.lastUpdate, this.#maxMs))
      return this.#initialMs + this.#jitter(this.#initialMs)
    return Math.min(2 * entry.delayMs + this.#jitter(entry.delayMs), this.#maxMs)
  }

  #jitter(delayMs: number): number {
    return this.#maxJitterFactor > 0 ? this.#random() * this.#maxJitterFactor * delayMs : 0
  }
}
