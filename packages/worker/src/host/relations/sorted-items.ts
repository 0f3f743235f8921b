/** Up to this many changes are applied one by one; for more, the items are sorted again. */
const FEW = 32

/**
 * A set of items in an order that never changes for an item. Changes are applied when the items are read, so that a set
 * that is not read costs nothing but its members.
 */
export class SortedItems<T> implements Iterable<T> {
  readonly #compare: (a: T, b: T) => number
  #sorted: T[] = []
  readonly #added = new Set<T>()
  readonly #removed = new Set<T>()

  /** @param compare a total order */
  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare
  }

  get size(): number {
    return this.#sorted.length + this.#added.size - this.#removed.size
  }

  /** Adds an item that is not in the set. */
  add(item: T): void {
    if (!this.#removed.delete(item)) this.#added.add(item)
  }

  /** Removes an item of the set. */
  delete(item: T): void {
    if (!this.#added.delete(item)) this.#removed.add(item)
  }

  /** The first items, in order. */
  first(limit: number): T[] {
    this.#apply()
    return this.#sorted.slice(0, limit)
  }

  /** In any order. */
  *[Symbol.iterator](): Generator<T> {
    for (const item of this.#sorted) if (!this.#removed.has(item)) yield item
    yield* this.#added
  }

  #apply(): void {
    if (this.#added.size + this.#removed.size > FEW) this.#sorted = [...this].sort(this.#compare)
    else {
      for (const item of this.#removed) this.#sorted.splice(this.#indexOf(item), 1)
      for (const item of this.#added) this.#sorted.splice(this.#indexOf(item), 0, item)
    }
    this.#added.clear()
    this.#removed.clear()
  }

  /** The index of an item, or where it belongs. */
  #indexOf(item: T): number {
    let low = 0
    let high = this.#sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(this.#sorted[middle] as T, item) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
