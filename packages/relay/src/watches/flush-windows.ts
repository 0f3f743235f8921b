import type { Clock } from '@kube-informer/core'
import { callSafely, Timer } from '@kube-informer/core/internal'

/** What waits for the end of a window. */
interface Flushed {
  flush(): void
}

/** Collects what becomes readable, and flushes all of it at the end of a window. A window starts with the first event. */
export class FlushWindows {
  readonly #flushMs: number
  readonly #timer: Timer
  #waiting: Flushed[] = []
  #isEnding = false

  constructor(clock: Clock, flushMs: number) {
    this.#flushMs = flushMs
    this.#timer = new Timer(clock)
  }

  add(watch: Flushed): void {
    if (this.#flushMs === 0) {
      watch.flush()
      return
    }
    this.#waiting.push(watch)
    this.#timer.startUnlessPending(this.#flushMs, () => this.flushAll())
  }

  /** Ends the window after the current turn. */
  endSoon(): void {
    if (this.#isEnding) return
    this.#isEnding = true
    queueMicrotask(() => {
      this.#isEnding = false
      this.flushAll()
    })
  }

  /** Ends the window at once. */
  flushAll(): void {
    this.#timer.stop()
    const waiting = this.#waiting
    this.#waiting = []
    for (const watch of waiting) callSafely(() => watch.flush())
  }
}
