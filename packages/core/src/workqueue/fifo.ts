/** How many removed items may stay at the front of the array before it is compacted. */
const MAX_GAP = 1024

/** A first-in-first-out queue. Both operations take constant time; `Array.shift` is linear in long arrays. */
export class Fifo<T> {
  #items: (T | undefined)[] = []
  #head = 0

  get length(): number {
    return this.#items.length - this.#head
  }

  push(item: T): void {
    this.#items.push(item)
  }

  shift(): T | undefined {
    const items = this.#items
    if (this.#head === items.length) return undefined
    const item = items[this.#head]
    items[this.#head++] = undefined
    if (this.#head === items.length) {
      items.length = 0
      this.#head = 0
    } else if (this.#head > MAX_GAP && this.#head * 2 > items.length) {
      this.#items = items.slice(this.#head)
      this.#head = 0
    }
    return item
  }
}
