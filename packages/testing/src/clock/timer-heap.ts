import { BinaryHeap } from '@kube-informer/core/internal'

/** A pending timer of a `FakeClock`. */
export interface Timer {
  readonly due: number
  /** Orders timers with the same due time by their calls. */
  readonly order: number
  readonly callback: () => void
}

const isBefore = (a: Timer, b: Timer): boolean => (a.due === b.due ? a.order < b.order : a.due < b.due)

/** Pending timers, ordered by due time. Cleared timers stay in the heap until they reach its top. */
export class TimerHeap {
  readonly #heap = new BinaryHeap<Timer>({ less: isBefore })
  readonly #pending = new Set<Timer>()

  get size(): number {
    return this.#pending.size
  }

  add(timer: Timer): void {
    this.#pending.add(timer)
    this.#heap.push(timer)
  }

  /** Returns whether the timer was pending. */
  remove(timer: Timer): boolean {
    return this.#pending.delete(timer)
  }

  /** Removes and returns the first timer that is due at `target`. */
  takeDue(target: number): Timer | undefined {
    for (let top = this.#heap.peek(); top; top = this.#heap.peek()) {
      if (top.due > target && this.#pending.has(top)) return undefined
      this.#heap.pop()
      if (this.#pending.delete(top)) return top
    }
    return undefined
  }
}
