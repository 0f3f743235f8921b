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
    this.#items.push(item)
    this.#up(this.#items.length - 1, item)
  }

  pop(): T | undefined {
    return this.#items.length > 0 ? this.removeAt(0) : undefined
  }

  /** Puts another item at an index and restores the order. */
  replaceAt(index: number, item: T): void {
    if (!this.#up(index, item)) this.#down(index, item)
  }

  removeAt(index: number): T {
    const removed = this.#items[index] as T
    const last = this.#items.pop() as T
    this.#onMove?.(removed, -1)
    if (index < this.#items.length) this.replaceAt(index, last)
    return removed
  }

  /** Puts an item at an index or above it. The items on the way move down by one place. Returns whether there were any. */
  #up(start: number, item: T): boolean {
    let index = start
    while (index > 0) {
      const parentIndex = (index - 1) >> 1
      const parent = this.#items[parentIndex] as T
      if (!this.#less(item, parent)) break
      this.#set(index, parent)
      index = parentIndex
    }
    this.#set(index, item)
    return index !== start
  }

  /** Puts an item at an index or below it. The items on the way move up by one place. */
  #down(start: number, item: T): void {
    const items = this.#items
    let index = start
    for (let left = 2 * index + 1; left < items.length; left = 2 * index + 1) {
      const right = left + 1
      const childIndex =
        right < items.length && this.#less(items[right] as T, items[left] as T) ? right : left
      const child = items[childIndex] as T
      if (!this.#less(child, item)) break
      this.#set(index, child)
      index = childIndex
    }
    this.#set(index, item)
  }

  #set(index: number, item: T): void {
    this.#items[index] = item
    this.#onMove?.(item, index)
  }
}
