import { BinaryHeap } from '../internal/binary-heap.ts'
import { isBefore, isDueBefore, PriorityEntry, setIndex } from './priority-entry.ts'
import type { QueueMetrics } from './queue-metrics.ts'
import type { HeldItem } from './work-item.ts'

/** An item as it is added. */
export interface Addition<T> {
  readonly item: T
  readonly key: unknown
  readonly priority: number
  /** When it becomes ready; undefined: now. */
  readonly dueAt: number | undefined
}

export interface PriorityEntriesOptions<T> {
  readonly metrics: QueueMetrics | undefined
  /** In how many milliseconds of being ready an entry rises by one priority. */
  readonly agingMs: number | undefined
  readonly release: (entry: HeldItem<T>) => void
}

/**
 * The items of a priority queue: those that are ready, those that wait for their time, and those in process. A key that is in
 * process may be ready again. It is then counted, but not handed out before the processing ends.
 */
export class PriorityEntries<T> {
  readonly #metrics: QueueMetrics | undefined
  readonly #agingMs: number | undefined
  readonly #release: (entry: HeldItem<T>) => void
  readonly #known = new Map<unknown, PriorityEntry<T>>()
  readonly #inProcess = new Map<unknown, PriorityEntry<T>>()
  readonly #ready = new BinaryHeap<PriorityEntry<T>>({ less: isBefore, onMove: setIndex })
  readonly #waiting = new BinaryHeap<PriorityEntry<T>>({ less: isDueBefore, onMove: setIndex })
  /** How many entries are ready, but their keys are in process. */
  #blocked = 0
  #order = 0
  #latest = 0

  constructor({ metrics, agingMs, release }: PriorityEntriesOptions<T>) {
    this.#metrics = metrics
    this.#agingMs = agingMs
    this.#release = release
  }

  get length(): number {
    return this.#ready.size + this.#blocked
  }

  inProcess(key: unknown): PriorityEntry<T> | undefined {
    return this.#inProcess.get(key)
  }

  /** Adds an item, or merges it with the known one: the earlier time and the higher priority count. */
  add(addition: Addition<T>, now: number): void {
    const known = this.#known.get(addition.key)
    if (known) this.#merge(known, addition, now)
    else this.#insert(addition, now)
  }

  /** Removes the first entry that is ready, whose key is then in process. */
  take(): PriorityEntry<T> | undefined {
    const entry = this.#ready.pop()
    if (!entry) return undefined
    entry.isHeld = true
    this.#known.delete(entry.key)
    this.#inProcess.set(entry.key, entry)
    this.#metrics?.get(entry.key, entry.priority)
    return entry
  }

  /** Ends the processing of an entry. Returns whether its key is ready again. */
  end(entry: PriorityEntry<T>): boolean {
    entry.isHeld = false
    this.#inProcess.delete(entry.key)
    this.#metrics?.done(entry.key)
    const again = this.#known.get(entry.key)
    if (!again || again.dueAt !== undefined) return false
    this.#blocked--
    this.#ready.push(again)
    return true
  }

  /** Makes the entries ready that are due. Returns the time at which the next one is due. */
  moveDue(now: number): number | undefined {
    for (let next = this.#waiting.peek(); next?.dueAt !== undefined; next = this.#waiting.peek()) {
      if (next.dueAt > now) return next.dueAt
      this.#waiting.pop()
      next.order = this.#order++
      this.#makeReady(next, now)
    }
    return undefined
  }

  #insert({ item, key, priority, dueAt }: Addition<T>, now: number): void {
    const entry = new PriorityEntry(item, key, this.#release)
    entry.priority = priority
    entry.rank = priority
    entry.order = this.#order++
    entry.dueAt = dueAt
    this.#known.set(key, entry)
    if (dueAt === undefined) this.#makeReady(entry, now)
    else this.#waiting.push(entry)
  }

  #merge(known: PriorityEntry<T>, { item, priority, dueAt }: Addition<T>, now: number): void {
    known.value = item
    const isRaised = priority > known.priority
    if (known.dueAt === undefined) {
      if (isRaised) this.#raiseReady(known, priority)
      return
    }
    if (isRaised) this.#setPriority(known, priority)
    if (dueAt === undefined) {
      this.#waiting.removeAt(known.index)
      this.#makeReady(known, now)
    } else {
      known.dueAt = Math.min(known.dueAt, dueAt)
      this.#waiting.replaceAt(known.index, known)
    }
  }

  #raiseReady(entry: PriorityEntry<T>, priority: number): void {
    this.#metrics?.move(entry.priority, priority)
    this.#setPriority(entry, priority)
    entry.rank = this.#rankOf(entry)
    if (entry.index >= 0) this.#ready.replaceAt(entry.index, entry)
  }

  #setPriority(entry: PriorityEntry<T>, priority: number): void {
    entry.priority = priority
    entry.rank = priority
    entry.order = this.#order++
  }

  #makeReady(entry: PriorityEntry<T>, now: number): void {
    this.#latest = Math.max(this.#latest, now)
    entry.dueAt = undefined
    entry.readyAt = this.#latest
    entry.rank = this.#rankOf(entry)
    this.#metrics?.add(entry.key, entry.priority)
    if (this.#inProcess.has(entry.key)) this.#blocked++
    else this.#ready.push(entry)
  }

  /**
   * With aging, the order by `priority + time since ready / agingMs`. The current time is the same in all of these sums, so
   * leaving it out changes no comparison, and ranks do not change while entries wait.
   */
  #rankOf({ priority, readyAt }: PriorityEntry<T>): number {
    return this.#agingMs === undefined ? priority : priority - readyAt / this.#agingMs
  }
}
