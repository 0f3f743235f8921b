import { systemClock } from '../api/clock.ts'
import { UsageError } from '../api/errors.ts'
import { SteadyTime } from '../internal/steady-time.ts'
import { checkDelay } from './check-delay.ts'
import { Consumers } from './consumers.ts'
import { DueTimer } from './due-timer.ts'
import { ItemExponentialFailureRateLimiter } from './item-exponential-failure-rate-limiter.ts'
import { KeyedRateLimiter } from './keyed-rate-limiter.ts'
import type { CounterMetric } from './metrics-provider.ts'
import { PriorityEntries } from './priority-entries.ts'
import type { PriorityEntry, PriorityWorkItem } from './priority-entry.ts'
import type { AddOptions, PriorityQueueOptions } from './priority-queue-options.ts'
import type { RateLimitingInterface } from './queue-like.ts'
import { QueueMetrics } from './queue-metrics.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { HeldItem } from './work-item.ts'
import { WorkIterator } from './work-iterator.ts'

/** An item with the priority that it had when it was handed out. */
export interface PrioritizedItem<T> {
  readonly item: T
  readonly priority: number
}

const itself = <T>(item: T): unknown => item
const itemOf = <T>(entry: PriorityEntry<T> | undefined): T | undefined => entry?.value
const prioritized = <T>(entry: PriorityEntry<T> | undefined): PrioritizedItem<T> | undefined =>
  entry && { item: entry.value, priority: entry.priority }

/**
 * A queue of work with priorities, delays and a rate limiter (controller-runtime `priorityqueue.PriorityQueue`). Higher
 * priorities are handed out first, and items of one priority in the order in which they became ready. An item that is added
 * again keeps the higher priority and the earlier time. A raised item goes behind those that have its new priority already.
 *
 * Without `agingMs`, items of low priority are not handed out as long as others are ready.
 *
 * @example
 * const queue = new PriorityQueue<string>()
 * queue.addWithOptions({ priority: -100 }, 'default/web', 'default/api')
 * queue.add('default/db')
 * for await (using item of queue) await reconcile(item.value, item.priority)
 */
export class PriorityQueue<T> implements RateLimitingInterface<T>, AsyncIterable<PriorityWorkItem<T>> {
  readonly #key: (item: T) => unknown
  readonly #time: SteadyTime
  readonly #limiter: RateLimiter<T>
  readonly #metrics: QueueMetrics | undefined
  readonly #retries: CounterMetric | undefined
  readonly #entries: PriorityEntries<T>
  readonly #consumers = new Consumers<PriorityEntry<T>>(() => this.#take())
  readonly #timer: DueTimer
  #isShuttingDown = false

  /** Throws a UsageError if `agingMs` is not positive. */
  constructor(options: PriorityQueueOptions<T> = {}) {
    const { key, name, metricsProvider, clock = systemClock, agingMs, rateLimiter } = options
    if (agingMs !== undefined && !(agingMs > 0)) throw new UsageError('agingMs must be positive')
    this.#key = key ?? itself
    this.#time = new SteadyTime(clock)
    const limiter = rateLimiter ?? defaultLimiter<T>()
    this.#limiter = key ? new KeyedRateLimiter(limiter, key) : limiter
    if (name && metricsProvider) {
      this.#metrics = new QueueMetrics(metricsProvider, name, clock)
      this.#retries = metricsProvider.newRetriesMetric(name)
    }
    const release = (entry: HeldItem<T>) => this.#end(entry as PriorityEntry<T>)
    this.#entries = new PriorityEntries({ metrics: this.#metrics, agingMs, release })
    this.#timer = new DueTimer(clock, this.#time, () => this.#moveDue())
  }

  /** The number of items that are ready, with those whose earlier processing has to end first. */
  get length(): number {
    return this.#entries.length
  }

  get isShuttingDown(): boolean {
    return this.#isShuttingDown
  }

  /** Adds an item with priority 0. */
  add(item: T): void {
    this.addWithOptions({}, item)
  }

  /** Adds an item with priority 0 after a delay in milliseconds. Throws a UsageError if the delay is NaN. */
  addAfter(item: T, delayMs: number): void {
    this.addWithOptions({ afterMs: delayMs }, item)
  }

  /** Adds an item with priority 0 after the delay that the rate limiter gives it. */
  addRateLimited(item: T): void {
    this.addWithOptions({ rateLimited: true }, item)
  }

  /**
   * Adds items (controller-runtime `AddWithOpts`). Of a delay and the rate limiter's delay, the shorter one counts. No effect
   * after the shutdown. Throws a UsageError if the delay or the priority is NaN.
   */
  addWithOptions(options: AddOptions, ...items: readonly T[]): void {
    const { priority = 0, afterMs = 0 } = options
    checkDelay(afterMs)
    if (Number.isNaN(priority)) throw new UsageError('the priority of an item is not a number')
    if (this.#isShuttingDown) return
    const now = this.#time.now()
    for (const item of items) {
      const delayMs = this.#delayOf(item, afterMs, options.rateLimited)
      const dueAt = delayMs > 0 ? now + delayMs : undefined
      if (dueAt !== undefined) this.#retries?.inc()
      this.#entries.add({ item, key: this.#key(item), priority, dueAt }, now)
      if (dueAt !== undefined) this.#timer.wakeAt(dueAt)
    }
    this.#consumers.wake()
  }

  /** Resets the rate limiter's count of an item. It does not remove the item. */
  forget(item: T): void {
    this.#limiter.forget(item)
  }

  /** How often the rate limiter was asked for an item since the last `forget`. */
  numRequeues(item: T): number {
    return this.#limiter.numRequeues(item)
  }

  /**
   * The next item, now in process: no other consumer receives it until `done`. Resolves with undefined once the queue is
   * shut down. Rejects with the signal's reason; the wait then takes no item.
   */
  get(signal?: AbortSignal): Promise<T | undefined> {
    return this.#consumers.get<T | undefined>(itemOf, signal)
  }

  /** Like {@link get}, with the item's priority. */
  getWithPriority(signal?: AbortSignal): Promise<PrioritizedItem<T> | undefined> {
    return this.#consumers.get<PrioritizedItem<T> | undefined>(prioritized, signal)
  }

  /**
   * The items, each in process until it is disposed of: for `for await (using item of queue.items(signal))`. Ends once the
   * queue is shut down. Rejects with the signal's reason.
   */
  items(signal?: AbortSignal): AsyncIterableIterator<PriorityWorkItem<T>, undefined> {
    return new WorkIterator<PriorityWorkItem<T>>(this.#consumers, signal)
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<PriorityWorkItem<T>, undefined> {
    return this.items()
  }

  /** Ends the processing of an item. If it was added meanwhile, it is handed out again. No effect if it is not in process. */
  done(item: T): void {
    const entry = this.#entries.inProcess(this.#key(item))
    if (entry) this.#end(entry)
  }

  /** Ends the queue: items that were not handed out are dropped. */
  shutDown(): void {
    this.#isShuttingDown = true
    this.#timer.stop()
    this.#metrics?.stop()
    this.#consumers.endAll()
  }

  /** The same as {@link shutDown}: as upstream, it does not wait for items in process. */
  shutDownWithDrain(): Promise<void> {
    this.shutDown()
    return Promise.resolve()
  }

  #delayOf(item: T, afterMs: number, rateLimited: boolean | undefined): number {
    if (!rateLimited) return afterMs
    const limitedMs = this.#limiter.when(item)
    checkDelay(limitedMs)
    return afterMs === 0 || limitedMs < afterMs ? limitedMs : afterMs
  }

  #take(): PriorityEntry<T> | undefined {
    return this.#isShuttingDown ? undefined : this.#entries.take()
  }

  #end(entry: PriorityEntry<T>): void {
    if (entry.isHeld && this.#entries.end(entry)) this.#consumers.wake()
  }

  #moveDue(): void {
    const nextDueAt = this.#entries.moveDue(this.#time.now())
    if (nextDueAt !== undefined) this.#timer.wakeAt(nextDueAt)
    this.#consumers.wake()
  }
}

/** That of controller-runtime: without the bucket of client-go's default. */
const defaultLimiter = <T>(): RateLimiter<T> =>
  new ItemExponentialFailureRateLimiter({ baseDelayMs: 5, maxDelayMs: 1_000_000 })
