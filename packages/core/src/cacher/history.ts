import type { KubernetesObject } from '../api/object.ts'
import type { CacheEvent } from './cache-event.ts'
import { compareRevisions, isNewer, revisionBefore } from './revision.ts'
import { tooOldResourceVersion } from './status-errors.ts'

/** How many events are remembered at least. */
const LOWER_BOUND = 100
/** How many are remembered at most, for the shortest window. */
const UPPER_BOUND = 100 * 1024
/** A minute, which is how often a bookmark lets a client catch up, and something for the way. */
const MIN_WINDOW_MS = 75_000
const MAX_DOUBLINGS = 14

/** How many events a history may grow to: twice as many for each doubling of the window that it has to cover. */
export const upperBoundOf = (windowMs: number): number =>
  UPPER_BOUND * 2 ** Math.min(MAX_DOUBLINGS, Math.max(0, Math.ceil(Math.log2(windowMs / MIN_WINDOW_MS))))

/** Options of {@link History}. */
export interface HistoryOptions {
  readonly windowMs?: number | undefined
  readonly capacity?: number | undefined
  readonly lowerBound?: number | undefined
  readonly upperBound?: number | undefined
}

/**
 * The last events, in a ring that grows while it does not reach back as far as it should, and shrinks when most of
 * what it holds is older than that. Places are counted from the beginning of time, so that a reader notices when what
 * it was about to read has been overwritten.
 */
export class History<T extends KubernetesObject = KubernetesObject> {
  readonly windowMs: number
  readonly #lowerBound: number
  readonly #upperBound: number
  #slots: (CacheEvent<T> | undefined)[]
  #start = 0
  #end = 0
  /** What a reset or {@link forget} left to start from. */
  #floor = '0'
  /** Whether something had to make room since then. */
  #hasDropped = false

  constructor({
    windowMs = MIN_WINDOW_MS,
    capacity = LOWER_BOUND,
    lowerBound = LOWER_BOUND,
    upperBound = upperBoundOf(windowMs),
  }: HistoryOptions = {}) {
    this.windowMs = windowMs
    this.#lowerBound = lowerBound
    this.#upperBound = upperBound
    this.#slots = Array.from({ length: capacity })
  }

  get capacity(): number {
    return this.#slots.length
  }

  /** The place of the oldest event. */
  get start(): number {
    return this.#start
  }

  /** The place that the next event will have. */
  get end(): number {
    return this.#end
  }

  /** The oldest resourceVersion from which a watch can start. */
  get floor(): string {
    const oldest = this.#hasDropped ? this.at(this.#start) : undefined
    return oldest ? revisionBefore(oldest.revision) : this.#floor
  }

  /** The event at a place; undefined where it has been forgotten, or is yet to come. */
  at(index: number): CacheEvent<T> | undefined {
    return index >= this.#start && index < this.#end ? this.#slots[index % this.capacity] : undefined
  }

  push(event: CacheEvent<T>): void {
    this.#adapt(event.time)
    if (this.#end - this.#start === this.capacity) this.#dropOldest()
    this.#slots[this.#end % this.capacity] = event
    this.#end++
  }

  /** Forgets all; from now on watches may start where the new state is, and behind it. */
  reset(floor: string): void {
    this.#start = this.#end
    this.#slots.fill(undefined)
    this.#floor = floor
    this.#hasDropped = false
  }

  /** Forgets what happened up to a version. */
  forget(revision: string): void {
    if (!isNewer(revision, this.floor)) return
    const end = this.firstAfter(revision)
    while (this.#start < end) this.#dropOldest()
    this.#floor = revision
    this.#hasDropped = false
  }

  /** The place of the first event behind a version. Throws a 410 where there may have been one before it. */
  since(revision: string): number {
    const { floor } = this
    if (isNewer(floor, revision)) throw tooOldResourceVersion(revision, floor)
    return this.firstAfter(revision)
  }

  /** The place of the first remembered event behind a version. */
  firstAfter(revision: string): number {
    let low = this.#start
    let high = this.#end
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (compareRevisions(this.at(middle)?.revision ?? '0', revision) > 0) high = middle
      else low = middle + 1
    }
    return low
  }

  #dropOldest(): void {
    this.#slots[this.#start % this.capacity] = undefined
    this.#start++
    this.#hasDropped = true
  }

  #adapt(now: number): void {
    if (this.#end - this.#start < this.capacity) return
    const age = (index: number) => now - (this.at(index)?.time ?? now)
    if (age(this.#start) < this.windowMs) this.#resize(Math.min(this.capacity * 2, this.#upperBound))
    else if (age(this.#end - Math.floor(this.capacity / 4)) > this.windowMs)
      this.#resize(Math.max(Math.floor(this.capacity / 2), this.#lowerBound))
  }

  #resize(capacity: number): void {
    if (capacity === this.capacity) return
    const start = Math.max(this.#start, this.#end - capacity)
    const slots: (CacheEvent<T> | undefined)[] = Array.from({ length: capacity })
    for (let index = start; index < this.#end; index++) slots[index % capacity] = this.at(index)
    this.#slots = slots
    this.#start = start
  }
}
