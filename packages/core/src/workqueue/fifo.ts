const INITIAL_CAPACITY = 16

/**
 * A first-in-first-out queue in a ring buffer. Both operations take constant time and allocate nothing, but when the buffer
 * grows; `Array.shift` is linear in long arrays.
 */
export class Fifo<T> {
  /** The length is a power of two, so that a mask wraps indexes. */
  #items = new Array<T | undefined>(INITIAL_CAPACITY)
  #head = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  push(item: T): void {
    if (this.#length === this.#items.length) this.#grow()
    const items = this.#items
    items[(this.#head + this.#length) & (items.length - 1)] = item
    this.#length++
  }

  shift(): T | undefined {
    if (this.#length === 0) return undefined
    const items = this.#items
    const item = items[this.#head]
    items[this.#head] = undefined
    this.#head = (this.#head + 1) & (items.length - 1)
    this.#length--
    return item
  }

  #grow(): void {
    const items = this.#items
    this.#items = [...items.slice(this.#head), ...items.slice(0, this.#head)]
    this.#items.length = 2 * items.length
    this.#head = 0
  }
}
