/** A callback, and when it is due. */
export interface Timer {
  readonly due: number
  readonly order: number
  readonly callback: () => void
}

/** A binary heap by due time, then by order of the call. Cleared timers are dropped when they surface. */
export class TimerHeap {
  readonly #heap: Timer[] = []
  readonly #live = new Set<Timer>()

  get size(): number {
    return this.#live.size
  }

  add(timer: Timer): void {
    this.#live.add(timer)
    const heap = this.#heap
    let index = heap.push(timer) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!this.#isBefore(index, parent)) return
      this.#swap(index, parent)
      index = parent
    }
  }

  remove(timer: Timer): boolean {
    return this.#live.delete(timer)
  }

  takeDue(target: number): Timer | undefined {
    for (let top = this.#heap[0]; top && (top.due <= target || !this.#live.has(top)); top = this.#heap[0]) {
      this.#removeTop()
      if (this.#live.delete(top)) return top
    }
    return undefined
  }

  #removeTop(): void {
    const last = this.#heap.pop()
    if (!last || this.#heap.length === 0) return
    this.#heap[0] = last
    let index = 0
    for (;;) {
      const smallest = this.#smallestOf(index, index * 2 + 1, index * 2 + 2)
      if (smallest === index) return
      this.#swap(index, smallest)
      index = smallest
    }
  }

  #smallestOf(parent: number, left: number, right: number): number {
    let smallest = parent
    if (this.#isBefore(left, smallest)) smallest = left
    if (this.#isBefore(right, smallest)) smallest = right
    return smallest
  }

  #isBefore(index: number, other: number): boolean {
    const a = this.#heap[index]
    const b = this.#heap[other]
    if (!a || !b) return false
    return a.due === b.due ? a.order < b.order : a.due < b.due
  }

  #swap(index: number, other: number): void {
    const a = this.#heap[index]
    const b = this.#heap[other]
    if (!a || !b) return
    this.#heap[index] = b
    this.#heap[other] = a
  }
}
