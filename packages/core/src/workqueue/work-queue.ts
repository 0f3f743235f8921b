import { systemClock } from '../api/clock.ts'
import { type Resolvers, withResolvers } from '../internal/with-resolvers.ts'
import { Consumers } from './consumers.ts'
import { Fifo } from './fifo.ts'
import { QueueMetrics } from './queue-metrics.ts'
import { ContainedEntries } from './ready-queue.ts'
import { HeldItem, type WorkItem } from './work-item.ts'
import { WorkIterator } from './work-iterator.ts'
import type { WorkQueueOptions } from './work-queue-options.ts'

class Entry<T> extends HeldItem<T> {
  /** The item as it was added while it was in process. */
  again: { readonly item: T } | undefined = undefined
}

const itself = <T>(item: T): unknown => item
const itemOf = <T>(entry: WorkItem<T> | undefined): T | undefined => entry?.value

/**
 * A queue of work (client-go `workqueue.Typed`). An item that waits already is not added twice. No two consumers have one
 * item at the same time: what is added while it is in process is handed out again after `done`. The order is first in,
 * first out. If items have keys, the item that was added last is handed out.
 *
 * @example
 * const queue = new WorkQueue<string>()
 * queue.add('default/web')
 * for await (using item of queue) await reconcile(item.value)
 */
export class WorkQueue<T> implements AsyncIterable<WorkItem<T>> {
  readonly #key: (item: T) => unknown
  readonly #metrics: QueueMetrics | undefined
  readonly #entries = new Map<unknown, Entry<T>>()
  readonly #ready: Fifo<Entry<T>> | ContainedEntries<T, Entry<T>>
  readonly #container: ContainedEntries<T, Entry<T>> | undefined
  readonly #consumers = new Consumers<Entry<T>>(() => this.#take())
  readonly #release = (entry: HeldItem<T>): void => this.#end(entry as Entry<T>)
  /** Entries that were in process and must be handed out again before a drain ends. */
  readonly #owed = new Set<Entry<T>>()
  #inProcess = 0
  #isShuttingDown = false
  #drain: Resolvers<void> | undefined

  constructor(options: WorkQueueOptions<T> = {}) {
    const { key = itself, name, metricsProvider, clock = systemClock, queue } = options
    this.#key = key
    if (name && metricsProvider) this.#metrics = new QueueMetrics(metricsProvider, name, clock)
    if (queue) this.#container = new ContainedEntries(queue, item => this.#entries.get(key(item)))
    this.#ready = this.#container ?? new Fifo()
  }

  /** The number of items that are ready to be handed out. */
  get length(): number {
    return this.#ready.length
  }

  get isShuttingDown(): boolean {
    return this.#isShuttingDown
  }

  /** Adds an item. No effect if it waits already, or after the shutdown. */
  add(item: T): void {
    if (this.#isShuttingDown) return
    const key = this.#key(item)
    const known = this.#entries.get(key)
    if (known) this.#addAgain(known, item)
    else {
      this.#metrics?.add(key)
      this.#push(new Entry(item, key, this.#release))
    }
  }

  /**
   * The next item, now in process: no other consumer receives it until `done`. Resolves with undefined once the queue is
   * shut down and empty. Rejects with the signal's reason; the wait then takes no item.
   */
  get(signal?: AbortSignal): Promise<T | undefined> {
    return this.#consumers.get<T | undefined>(itemOf, signal)
  }

  /**
   * The items, each in process until it is disposed of: for `for await (using item of queue.items(signal))`. Ends once the
   * queue is shut down and empty. Rejects with the signal's reason.
   */
  items(signal?: AbortSignal): AsyncIterableIterator<WorkItem<T>, undefined> {
    return new WorkIterator(this.#consumers, signal)
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<WorkItem<T>, undefined> {
    return this.items()
  }

  /** Ends the processing of an item. If it was added meanwhile, it is handed out again. No effect if it is not in process. */
  done(item: T): void {
    const entry = this.#entries.get(this.#key(item))
    if (entry) this.#end(entry)
  }

  /** Ends the queue: later adds have no effect, and items that are ready are still handed out. Ends a pending drain. */
  shutDown(): void {
    this.#stop()
    this.#endDrain()
  }

  /**
   * Ends the queue like {@link shutDown}, and resolves when nothing is in process and nothing that was in process has to be
   * handed out again. It does not wait for items that were not handed out yet.
   */
  shutDownWithDrain(): Promise<void> {
    this.#stop()
    if (this.#inProcess === 0 && this.#owed.size === 0) return Promise.resolve()
    this.#drain ??= withResolvers<void>()
    return this.#drain.promise
  }

  #addAgain(known: Entry<T>, item: T): void {
    if (!known.isHeld) {
      known.value = item
      this.#container?.touch(item)
      return
    }
    if (!known.again) this.#metrics?.add(known.key)
    known.again = { item }
  }

  #push(entry: Entry<T>): void {
    this.#entries.set(entry.key, entry)
    this.#ready.push(entry)
    this.#consumers.wake()
  }

  #take(): Entry<T> | undefined {
    const entry = this.#ready.shift()
    if (!entry) return undefined
    entry.isHeld = true
    this.#inProcess++
    if (this.#owed.size > 0) this.#owed.delete(entry)
    this.#metrics?.get(entry.key)
    return entry
  }

  #end(entry: Entry<T>): void {
    if (!entry.isHeld) return
    entry.isHeld = false
    this.#inProcess--
    this.#metrics?.done(entry.key)
    if (entry.again) this.#pushAgain(entry, entry.again.item)
    else this.#entries.delete(entry.key)
    if (this.#inProcess === 0 && this.#owed.size === 0) this.#endDrain()
  }

  /** A new entry, so that a holder of the old one cannot end the next processing. */
  #pushAgain({ key }: Entry<T>, item: T): void {
    const entry = new Entry(item, key, this.#release)
    if (this.#drain) this.#owed.add(entry)
    this.#push(entry)
  }

  #stop(): void {
    this.#isShuttingDown = true
    this.#metrics?.stop()
    this.#consumers.endAll()
  }

  #endDrain(): void {
    this.#drain?.resolve()
    this.#drain = undefined
  }
}
