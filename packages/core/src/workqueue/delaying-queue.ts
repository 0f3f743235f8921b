import { systemClock } from '../api/clock.ts'
import { SteadyTime } from '../internal/steady-time.ts'
import { checkDelay } from './check-delay.ts'
import { DueHeap } from './due-heap.ts'
import { DueTimer } from './due-timer.ts'
import type { CounterMetric } from './metrics-provider.ts'
import { WorkQueue } from './work-queue.ts'
import type { WorkQueueOptions } from './work-queue-options.ts'

interface Delayed<T> {
  readonly key: unknown
  item: T
  dueAt: number
}

/** How many outdated times the heap may have before they are removed. */
const MAX_OUTDATED = 1000

/**
 * A {@link WorkQueue} that can add items later (client-go `workqueue.TypedDelayingInterface`). An item that waits for its
 * time is not removed when the same item is added: it is then handed out twice.
 *
 * @example
 * const queue = new DelayingQueue<string>()
 * queue.addAfter('default/web', 60_000)
 */
export class DelayingQueue<T> extends WorkQueue<T> {
  readonly #time: SteadyTime
  readonly #keyOf: ((item: T) => unknown) | undefined
  readonly #retries: CounterMetric | undefined
  readonly #delayed = new Map<unknown, Delayed<T>>()
  /** An item whose time became earlier is in it twice. The later time is outdated. */
  readonly #heap = new DueHeap<Delayed<T>>()
  readonly #timer: DueTimer

  constructor(options: WorkQueueOptions<T> = {}) {
    super(options)
    const { key, name, metricsProvider, clock = systemClock } = options
    this.#time = new SteadyTime(clock)
    this.#keyOf = key
    if (name) this.#retries = metricsProvider?.newRetriesMetric(name)
    this.#timer = new DueTimer(clock, this.#time, () => this.#addDue())
  }

  /**
   * Adds an item after a delay in milliseconds, or at once if the delay is not positive. If the item waits for its time
   * already, the earlier time counts. Throws a UsageError if the delay is NaN. No effect after the shutdown.
   */
  addAfter(item: T, delayMs: number): void {
    checkDelay(delayMs)
    if (this.isShuttingDown) return
    this.#retries?.inc()
    if (delayMs > 0) this.#delay(item, this.#time.now() + delayMs)
    else this.add(item)
  }

  /** Ends the queue; see `WorkQueue`. Items that wait for their time are dropped. */
  override shutDown(): void {
    this.#dropDelayed()
    super.shutDown()
  }

  /** Ends the queue and waits for what is in process; see `WorkQueue`. Items that wait for their time are dropped. */
  override shutDownWithDrain(): Promise<void> {
    this.#dropDelayed()
    return super.shutDownWithDrain()
  }

  #delay(item: T, dueAt: number): void {
    const key = this.#keyOf ? this.#keyOf(item) : item
    const known = this.#delayed.get(key)
    if (known) known.item = item
    if (known && known.dueAt <= dueAt) return
    const delayed = known ?? { key, item, dueAt }
    delayed.dueAt = dueAt
    if (!known) this.#delayed.set(key, delayed)
    this.#heap.push(dueAt, delayed)
    if (this.#heap.size > 2 * this.#delayed.size + MAX_OUTDATED) this.#removeOutdated()
    this.#timer.wakeAt(dueAt)
  }

  #addDue(): void {
    const now = this.#time.now()
    for (let dueAt = this.#heap.earliest; dueAt !== undefined; dueAt = this.#heap.earliest) {
      if (dueAt > now) {
        this.#timer.wakeAt(dueAt)
        return
      }
      const delayed = this.#heap.pop()
      if (delayed?.dueAt !== dueAt) continue
      this.#delayed.delete(delayed.key)
      this.add(delayed.item)
    }
  }

  #removeOutdated(): void {
    this.#heap.clear()
    for (const delayed of this.#delayed.values()) this.#heap.push(delayed.dueAt, delayed)
  }

  #dropDelayed(): void {
    this.#timer.stop()
    this.#delayed.clear()
    this.#heap.clear()
  }
}
