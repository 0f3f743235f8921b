/** The memory of an entry of a queue, besides the shared delivery. */
const ENTRY_BYTES = 16
/** A watch that has queued more than this share of its limit should be read soon. */
const FILLING = 0.25

/** What a queue contains. Several queues can hold the same delivery. */
export interface Budgeted {
  /** In bytes: more than 0, and always the same. */
  readonly size: number
  /** How many queues of a budget hold it. */
  holders: number
}

/** A queue whose size a budget bounds. */
export interface BudgetedQueue {
  /** The size of all deliveries in the queue, in bytes. */
  readonly queuedBytes: number
  /** Discards what is queued, and ends the watch unless it has ended. */
  overflow(): void
}

/**
 * How much the queues of watches hold. A text counts one byte for each character (UTF-16 code unit), since its encoded size is not
 * known before it is sent: text that is not Latin-1 takes two bytes in memory, and up to three as UTF-8.
 */
export interface QueueBudgetOptions {
  /** Maximum size of what one watch has queued, in bytes. @default 4 MiB */
  readonly perWatch?: number | undefined
  /** Maximum size of what all watches have queued, in bytes. A delivery that several of them share counts once. @default 64 MiB */
  readonly total?: number | undefined
  /**
   * Called when the queue of a watch exceeds a quarter of its limit. A reader that only waits for more events should read.
   * Events are being queued meanwhile, so do not read during the call.
   */
  readonly onFilling?: (() => void) | undefined
}

/**
 * Bounds what watches queue for slow readers. A watch over its limit is closed; over the total limit, the watch that
 * queues most. Its reader resumes from the last event that it received.
 */
export class QueueBudget {
  readonly #perWatch: number
  readonly #total: number
  readonly #onFilling: (() => void) | undefined
  readonly #queues = new Set<BudgetedQueue>()
  #bytes = 0
  #closed = 0

  constructor({ perWatch = 4 * 1024 * 1024, total = 64 * 1024 * 1024, onFilling }: QueueBudgetOptions = {}) {
    this.#perWatch = perWatch
    this.#total = total
    this.#onFilling = onFilling
  }

  /** The size of what all queues hold, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** How many watches were closed. */
  get closed(): number {
    return this.#closed
  }

  /** A delivery was added to the queue and to its `queuedBytes`. Closes watches if a limit is exceeded. */
  added(queue: BudgetedQueue, delivery: Budgeted): void {
    // Its first entry: for the others, the queue is known.
    if (queue.queuedBytes === delivery.size) this.#queues.add(queue)
    this.#bytes += ENTRY_BYTES
    if (delivery.holders++ === 0) this.#bytes += delivery.size
    if (queue.queuedBytes > this.#perWatch * FILLING) this.#filling(queue, delivery)
    while (this.#bytes > this.#total && this.#queues.size > 0) this.#close(this.#largest(queue))
  }

  /** Deliveries were removed from the queue and from its `queuedBytes`. */
  removed(queue: BudgetedQueue, deliveries: readonly Budgeted[]): void {
    this.#bytes -= ENTRY_BYTES * deliveries.length
    for (const delivery of deliveries) if (--delivery.holders === 0) this.#bytes -= delivery.size
    if (queue.queuedBytes === 0) this.#queues.delete(queue)
  }

  #filling(queue: BudgetedQueue, { size }: Budgeted): void {
    if (queue.queuedBytes > this.#perWatch) this.#close(queue)
    else if (queue.queuedBytes - size <= this.#perWatch * FILLING) this.#onFilling?.()
  }

  #close(queue: BudgetedQueue): void {
    this.#closed++
    queue.overflow()
  }

  #largest(first: BudgetedQueue): BudgetedQueue {
    let largest = first
    for (const queue of this.#queues) if (queue.queuedBytes > largest.queuedBytes) largest = queue
    return largest
  }
}
