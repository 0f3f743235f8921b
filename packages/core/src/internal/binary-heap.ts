/** Options of {@link BinaryHeap}. */
export interface BinaryHeapOptions<T> {
  /** Whether the first comes out before the second. */
  readonly less: (a: T, b: T) => boolean
  /** Called with the index of an item whenever it changes, and with -1 when the item is removed. */
  readonly onMove?: ((item: T, index: number) => void) | undefined
}

/** A binary heap. Of equal items any may come first. */
export class BinaryHeap<T> {
  readonly #less: (a: T, b: T) => boolean
  readonly #onMove: ((item: T, index: number) => void) | undefined
  readonly #items: T[] = []

  constructor({ less, onMove }: BinaryHeapOptions<T>) {
    this.#less = less
    this.#onMove = onMove
  }

  get size(): number {
    return this.#items.length
  }

  /** The items in heap order: the first one is the least. */
  get items(): readonly T[] {
    return this.#items
  }

  peek(): T | undefined {
    return this.#items[0]
  }

  push(item: T): void {
    this.#set(this.#items.length, item)
    this.#up(this.#items.length - 1)
  }

  pop(): T | undefined {
    return this.#items.length > 0 ? this.removeAt(0) : undefined
  }

  /** Puts another item at an index and restores the order. */
  replaceAt(index: number, item: T): void {
    this.#set(index, item)
    this.#restore(index)
  }

  removeAt(index: number): T {
    const removed = this.#items[index] as T
    const last = this.#items.pop() as T
    this.#onMove?.(removed, -1)
    if (index < this.#items.length) this.replaceAt(index, last)
    return removed
  }

  #restore(index: number): void {
    if (!this.#up(index)) this.#down(index)
  }

  /** Returns whether the item moved. */
  #up(start: number): boolean {
    let index = start
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!this.#isLess(index, parent)) break
      this.#swap(index, parent)
      index = parent
    }
    return index !== start
  }

  #down(start: number): void {
    let index = start
    for (;;) {
      const left = 2 * index + 1
      if (left >= this.#items.length) return
      const right = left + 1
      const child = right < this.#items.length && this.#isLess(right, left) ? right : left
      if (!this.#isLess(child, index)) return
      this.#swap(index, child)
      index = child
    }
  }

  #isLess(a: number, b: number): boolean {
    return this.#less(this.#items[a] as T, this.#items[b] as T)
  }

  #swap(a: number, b: number): void {
    const [itemA, itemB] = [this.#items[a] as T, this.#items[b] as T]
    this.#set(a, itemB)
    this.#set(b, itemA)
  }

  #set(index: number, item: T): void {
    this.#items[index] = item
    this.#onMove?.(item, index)
  }
}
