import type { Clock, TimerHandle } from '../api/clock.ts'
import type { KubernetesObject } from '../api/object.ts'
import { TimeHeap } from './time-heap.ts'
import type { WatchQueue } from './watch-queue.ts'

/** What the timers of every host can do. */
const MAX_DELAY_MS = 2 ** 31 - 1

/** Ends watches when their time is over, all of them by one timer: the next one's. */
export class Deadlines<T extends KubernetesObject = KubernetesObject> {
  readonly #clock: Clock
  readonly #watches = new TimeHeap<WatchQueue<T>>({
    get: watch => watch.deadlinePlace,
    set: (watch, place) => {
      watch.deadlinePlace = place
    },
  })
  #timer: TimerHandle | undefined
  #due = Number.POSITIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(watch: WatchQueue<T>): void {
    this.#watches.add(watch, watch.deadline)
    if (watch.deadline < this.#due) this.#scheduleAt(watch.deadline)
  }

  delete(watch: WatchQueue<T>): void {
    this.#watches.delete(watch)
    if (this.#watches.size === 0) this.#stop()
  }

  #scheduleAt(time: number): void {
    this.#stop()
    this.#due = time
    const delay = Math.min(MAX_DELAY_MS, Math.max(0, time - this.#clock.now()))
    this.#timer = this.#clock.setTimeout(() => this.#endDue(), delay)
  }

  #stop(): void {
    if (this.#timer !== undefined) this.#clock.clearTimeout(this.#timer)
    this.#timer = undefined
    this.#due = Number.POSITIVE_INFINITY
  }

  #endDue(): void {
    this.#stop()
    for (const watch of this.#watches.takeDue(this.#clock.now())) watch.end()
    const { earliest } = this.#watches
    if (earliest !== undefined) this.#scheduleAt(earliest)
  }
}
