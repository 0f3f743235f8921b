/** An unbounded first-in-first-out queue over a growing ring (client-go `buffer.RingGrowing`). */
export class Ring<T> {
  #slots: (T | undefined)[]
  #head = 0
  #length = 0

  /** @param capacity a power of two */
  constructor(capacity = 16) {
    this.#slots = new Array(capacity)
  }

  get length(): number {
    return this.#length
  }

  push(item: T): void {
    if (this.#length === this.#slots.length) this.#grow()
    this.#slots[(this.#head + this.#length) & (this.#slots.length - 1)] = item
    this.#length++
  }

  shift(): T | undefined {
    if (this.#length === 0) return undefined
    const item = this.#slots[this.#head]
    this.#slots[this.#head] = undefined
    this.#head = (this.#head + 1) & (this.#slots.length - 1)
    this.#length--
    return item
  }

  clear(): void {
    this.#slots = new Array(16)
    this.#head = 0
    this.#length = 0
  }

  #grow(): void {
    const slots = new Array<T | undefined>(this.#slots.length * 2)
    for (let i = 0; i < this.#length; i++) slots[i] = this.#slots[(this.#head + i) & (this.#slots.length - 1)]
    this.#slots = slots
    this.#head = 0
  }
}
