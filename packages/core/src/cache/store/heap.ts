import { UsageError } from '../../api/errors.ts'

/** What identifies an item, and which item is first. */
export interface HeapOptions<T> {
  readonly keyFunction: (item: T) => string
  /** Whether the first comes out before the second. */
  readonly less: (a: T, b: T) => boolean
}

/**
 * A priority queue whose items have keys (client-go `cache.Heap`). Among equal items the order is undefined.
 *
 * - An item whose key is present replaces the item with that key, and is ordered again.
 * - `pop` waits while the heap is empty. After `close`, remaining items are still returned; adding throws.
 *
 * @example
 * const heap = new Heap<Job>({ keyFunction: job => job.name, less: (a, b) => a.at < b.at })
 * heap.add(job)
 * const next = await heap.pop(signal)
 */
export class Heap<T> {
  readonly #keyFunction: (item: T) => string
  readonly #less: (a: T, b: T) => boolean
  readonly #items: T[] = []
  /** Where the item of a key is. */
  readonly #places = new Map<string, number>()
  #waiting: (() => void)[] = []
  #closed = false

  constructor({ keyFunction, less }: HeapOptions<T>) {
    this.#keyFunction = keyFunction
    this.#less = less
  }

  get size(): number {
    return this.#items.length
  }

  get isClosed(): boolean {
    return this.#closed
  }

  /** Adds an item, or replaces the one with its key. */
  add(item: T): void {
    this.bulkAdd([item])
  }

  /** Adds all items before any waiting `pop` resolves. */
  bulkAdd(items: Iterable<T>): void {
    if (this.#closed) throw new UsageError('heap is closed')
    for (const item of items) this.#put(item)
    this.#wake()
  }

  /** Adds an item unless its key is there already. */
  addIfNotPresent(item: T): void {
    if (this.#closed) throw new UsageError('heap is closed')
    if (!this.#places.has(this.#keyFunction(item))) this.add(item)
  }

  /** The same as {@link add}, as in client-go. */
  update(item: T): void {
    this.add(item)
  }

  /** Removes the item with the key of this one; throws if there is none. */
  delete(item: T): void {
    const place = this.#places.get(this.#keyFunction(item))
    if (place === undefined) throw new UsageError('object not found')
    this.#removeAt(place)
  }

  /** The first item, without removing it. */
  peek(): T | undefined {
    return this.#items[0]
  }

  /**
   * Removes the first item; waits for one.
   *
   * @throws a UsageError when the heap is closed and empty, or the signal's reason when it aborts
   */
  async pop(signal?: AbortSignal): Promise<T> {
    // No await between the check and the removal, so that two pops never take the same item.
    while (this.#items.length === 0) {
      signal?.throwIfAborted()
      if (this.#closed) throw new UsageError('heap is closed')
      await this.#change(signal)
    }
    signal?.throwIfAborted()
    return this.#removeAt(0)
  }

  /** All items, in no particular order. */
  list(): readonly T[] {
    return [...this.#items]
  }

  listKeys(): readonly string[] {
    return [...this.#places.keys()]
  }

  get(item: T): T | undefined {
    return this.getByKey(this.#keyFunction(item))
  }

  getByKey(key: string): T | undefined {
    const place = this.#places.get(key)
    return place === undefined ? undefined : this.#items[place]
  }

  close(): void {
    this.#closed = true
    this.#wake()
  }

  #put(item: T): void {
    const key = this.#keyFunction(item)
    const place = this.#places.get(key) ?? this.#items.length
    this.#set(place, item)
    this.#settle(place)
  }

  #removeAt(place: number): T {
    const removed = this.#items[place] as T
    const last = this.#items.pop() as T
    this.#places.delete(this.#keyFunction(removed))
    if (place < this.#items.length) {
      this.#set(place, last)
      this.#settle(place)
    }
    return removed
  }

  /** Moves the item up or down until it stands where it belongs. */
  #settle(place: number): void {
    if (!this.#up(place)) this.#down(place)
  }

  #up(start: number): boolean {
    let place = start
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!this.#isLess(place, parent)) break
      this.#swap(place, parent)
      place = parent
    }
    return place !== start
  }

  #down(start: number): void {
    let place = start
    for (;;) {
      const left = 2 * place + 1
      if (left >= this.#items.length) return
      const right = left + 1
      const child = right < this.#items.length && this.#isLess(right, left) ? right : left
      if (!this.#isLess(child, place)) return
      this.#swap(place, child)
      place = child
    }
  }

  #isLess(a: number, b: number): boolean {
    return this.#less(this.#items[a] as T, this.#items[b] as T)
  }

  #swap(a: number, b: number): void {
    const [atA, atB] = [this.#items[a] as T, this.#items[b] as T]
    this.#set(a, atB)
    this.#set(b, atA)
  }

  #set(place: number, item: T): void {
    this.#items[place] = item
    this.#places.set(this.#keyFunction(item), place)
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const look of waiting) look()
  }

  /** Resolves at the next write, the close, or the abort. */
  async #change(signal: AbortSignal | undefined): Promise<void> {
    const wake = () => this.#wake()
    signal?.addEventListener('abort', wake)
    await new Promise<void>(resolve => this.#waiting.push(resolve))
    signal?.removeEventListener('abort', wake)
  }
}
