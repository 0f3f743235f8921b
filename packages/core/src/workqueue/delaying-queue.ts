import { type Clock, systemClock } from '../api/clock.ts'
import { BinaryHeap } from '../internal/binary-heap.ts'
import { checkDelay } from './check-delay.ts'
import { DueTimer } from './due-timer.ts'
import type { CounterMetric } from './metrics-provider.ts'
import { WorkQueue } from './work-queue.ts'
import type { WorkQueueOptions } from './work-queue-options.ts'

interface Delayed<T> {
  readonly key: unknown
  item: T
  dueAt: number
  /** Items that are due at the same time are added in the order in which they came. */
  readonly order: number
  index: number
}

const isEarlier = <T>(a: Delayed<T>, b: Delayed<T>): boolean =>
  a.dueAt === b.dueAt ? a.order < b.order : a.dueAt < b.dueAt

const setIndex = <T>(delayed: Delayed<T>, index: number): void => {
  delayed.index = index
}

/**
 * A {@link WorkQueue} that can add items later (client-go `workqueue.TypedDelayingInterface`). An item that waits for its
 * time is not removed when the same item is added: it is then handed out twice.
 *
 * @example
 * const queue = new DelayingQueue<string>()
 * queue.addAfter('default/web', 60_000)
 */
export class DelayingQueue<T> extends WorkQueue<T> {
  readonly #clock: Clock
  readonly #keyOf: ((item: T) => unknown) | undefined
  readonly #retries: CounterMetric | undefined
  readonly #delayed = new Map<unknown, Delayed<T>>()
  readonly #heap = new BinaryHeap<Delayed<T>>({ less: isEarlier, onMove: setIndex })
  readonly #timer: DueTimer
  #order = 0

  constructor(options: WorkQueueOptions<T> = {}) {
    super(options)
    const { key, name, metricsProvider, clock = systemClock } = options
    this.#clock = clock
    this.#keyOf = key
    if (name) this.#retries = metricsProvider?.newRetriesMetric(name)
    this.#timer = new DueTimer(clock, () => this.#addDue())
  }

  /**
   * Adds an item after a delay in milliseconds, or at once if the delay is not positive. If the item waits for its time
   * already, the earlier time counts. Throws a UsageError if the delay is NaN. No effect after the shutdown.
   */
  addAfter(item: T, delayMs: number): void {
    checkDelay(delayMs)
    if (this.isShuttingDown) return
    this.#retries?.inc()
    if (delayMs > 0) this.#delay(item, this.#clock.now() + delayMs)
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
    if (!known) {
      const delayed = { key, item, dueAt, order: this.#order++, index: -1 }
      this.#delayed.set(key, delayed)
      this.#heap.push(delayed)
    } else {
      known.item = item
      if (dueAt >= known.dueAt) return
      known.dueAt = dueAt
      this.#heap.replaceAt(known.index, known)
    }
    this.#timer.wakeAt(dueAt)
  }

  #addDue(): void {
    const now = this.#clock.now()
    for (let next = this.#heap.peek(); next; next = this.#heap.peek()) {
      if (next.dueAt > now) {
        this.#timer.wakeAt(next.dueAt)
        return
      }
      this.#heap.pop()
      this.#delayed.delete(next.key)
      this.add(next.item)
    }
  }

  #dropDelayed(): void {
    this.#timer.stop()
    this.#delayed.clear()
    while (this.#heap.size > 0) this.#heap.pop()
  }
}
