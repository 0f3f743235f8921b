import type { Clock, KubernetesObject } from '@kube-informer/core'
import { BinaryHeap, Timer } from '@kube-informer/core/internal'
import type { WatchQueue } from '../watch/watch-queue.ts'

/** The longest delay that the timers of every host support. */
const MAX_DELAY_MS = 2 ** 31 - 1

/** Ends watches at their deadlines with one timer, which is set for the earliest deadline. */
export class Deadlines<T extends KubernetesObject = KubernetesObject> {
  readonly #clock: Clock
  readonly #watches = new BinaryHeap<WatchQueue<T>>({
    less: (a, b) => a.deadline < b.deadline,
    onMove: (watch, index) => {
      watch.deadlineSlot = index
    },
  })
  readonly #timer: Timer
  #due = Number.POSITIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
    this.#timer = new Timer(clock)
  }

  add(watch: WatchQueue<T>): void {
    this.#watches.push(watch)
    if (watch.deadline < this.#due) this.#scheduleAt(watch.deadline)
  }

  delete(watch: WatchQueue<T>): void {
    if (watch.deadlineSlot >= 0) this.#watches.removeAt(watch.deadlineSlot)
    if (this.#watches.size === 0) this.#stop()
  }

  #scheduleAt(time: number): void {
    this.#due = time
    const delay = Math.min(MAX_DELAY_MS, Math.max(0, time - this.#clock.now()))
    this.#timer.start(delay, () => this.#endDue())
  }

  #stop(): void {
    this.#timer.stop()
    this.#due = Number.POSITIVE_INFINITY
  }

  #endDue(): void {
    this.#stop()
    const now = this.#clock.now()
    const due: WatchQueue<T>[] = []
    for (let first = this.#watches.peek(); first && first.deadline <= now; first = this.#watches.peek()) {
      due.push(first)
      this.#watches.pop()
    }
    for (const watch of due) watch.end()
    const earliest = this.#watches.peek()
    if (earliest) this.#scheduleAt(earliest.deadline)
  }
}
