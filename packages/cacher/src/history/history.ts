import type { KubernetesObject } from '@kube-informer/core'
import { compareRevisions, isNewer, revisionBefore } from '../api/revision.ts'
import { tooOldResourceVersion } from '../api/status-errors.ts'
import type { CacheEvent } from './cache-event.ts'

/** Minimum capacity, in events. */
const LOWER_BOUND = 100
/** Maximum capacity for the shortest window, in events. */
const UPPER_BOUND = 100 * 1024
/** The bookmark interval of one minute, plus a margin for delivery. */
const MIN_WINDOW_MS = 75_000
const MAX_DOUBLINGS = 14
const MAX_BYTES = 32 * 1024 * 1024

/** The maximum capacity for a window; proportional to its length, in powers of two. */
export const upperBoundOf = (windowMs: number): number =>
  UPPER_BOUND * 2 ** Math.min(MAX_DOUBLINGS, Math.max(0, Math.ceil(Math.log2(windowMs / MIN_WINDOW_MS))))

export interface HistoryOptions<T extends KubernetesObject = KubernetesObject> {
  readonly windowMs?: number | undefined
  readonly capacity?: number | undefined
  readonly lowerBound?: number | undefined
  readonly upperBound?: number | undefined
  /** Maximum size of the events, as {@link CacheEvent.size} counts. The newest event always remains. @default 32 MiB */
  readonly maxBytes?: number | undefined
  /** Called with each event that leaves the history, except by a reset. */
  readonly onDrop?: ((event: CacheEvent<T>) => void) | undefined
}

/**
 * The recent events in a ring buffer. It grows while it does not cover the window, and shrinks when most of its events
 * are older, or when their texts need too much memory. Indexes count from the first event ever, so that a reader detects when its next event was overwritten.
 */
export class History<T extends KubernetesObject = KubernetesObject> {
  readonly windowMs: number
  readonly #lowerBound: number
  readonly #upperBound: number
  readonly #maxBytes: number
  readonly #onDrop: ((event: CacheEvent<T>) => void) | undefined
  #bytes = 0
  #slots: (CacheEvent<T> | undefined)[]
  #start = 0
  #end = 0
  /** The floor set by a reset or by {@link forget}. */
  #floor = '0'
  /** Whether an event has been overwritten since then. */
  #hasDropped = false

  constructor({
    windowMs = MIN_WINDOW_MS,
    capacity = LOWER_BOUND,
    lowerBound = LOWER_BOUND,
    upperBound = upperBoundOf(windowMs),
    maxBytes = MAX_BYTES,
    onDrop,
  }: HistoryOptions<T> = {}) {
    this.windowMs = windowMs
    this.#lowerBound = lowerBound
    this.#upperBound = upperBound
    this.#maxBytes = maxBytes
    this.#onDrop = onDrop
    this.#slots = Array.from({ length: capacity })
  }

  get capacity(): number {
    return this.#slots.length
  }

  /** The size of all events. */
  get bytes(): number {
    return this.#bytes
  }

  /** The index of the oldest event. */
  get start(): number {
    return this.#start
  }

  /** The index of the next event. */
  get end(): number {
    return this.#end
  }

  /** The oldest resourceVersion from which a watch can start. */
  get floor(): string {
    const oldest = this.#hasDropped ? this.at(this.#start) : undefined
    return oldest ? revisionBefore(oldest.revision) : this.#floor
  }

  /** The event at an index; undefined if it was discarded or does not exist yet. */
  at(index: number): CacheEvent<T> | undefined {
    return index >= this.#start && index < this.#end ? this.#slots[index % this.capacity] : undefined
  }

  push(event: CacheEvent<T>): void {
    this.#adapt(event.time)
    if (this.#end - this.#start === this.capacity) this.#dropOldest()
    this.#slots[this.#end % this.capacity] = event
    this.#end++
    this.#bytes += event.size
    while (this.#bytes > this.#maxBytes && this.#end - this.#start > 1) this.#dropOldest()
  }

  /** Discards all events. Watches can start from the revision of the new state. */
  reset(floor: string): void {
    this.#start = this.#end
    this.#slots.fill(undefined)
    this.#bytes = 0
    this.#floor = floor
    this.#hasDropped = false
  }

  /** Discards the events up to a revision. */
  forget(revision: string): void {
    if (!isNewer(revision, this.floor)) return
    const end = this.firstAfter(revision)
    while (this.#start < end) this.#dropOldest()
    this.#floor = revision
    this.#hasDropped = false
  }

  /** The index of the first event after a revision. Throws a 410 if an earlier one may have been discarded. */
  since(revision: string): number {
    const { floor } = this
    if (isNewer(floor, revision)) throw tooOldResourceVersion(revision, floor)
    return this.firstAfter(revision)
  }

  /** The index of the first available event after a revision. */
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
    const oldest = this.at(this.#start)
    this.#slots[this.#start % this.capacity] = undefined
    this.#start++
    this.#hasDropped = true
    if (!oldest) return
    this.#bytes -= oldest.size
    this.#onDrop?.(oldest)
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
    while (this.#end - this.#start > capacity) this.#dropOldest()
    const slots: (CacheEvent<T> | undefined)[] = Array.from({ length: capacity })
    for (let index = this.#start; index < this.#end; index++) slots[index % capacity] = this.at(index)
    this.#slots = slots
  }
}
