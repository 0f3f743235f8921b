/** Measures the longest time that passes between two iterations of the event loop, in which no timer and no I/O is served. */
export class LongestBlock {
  #lastAt = performance.now()
  #longestMs = 0
  #isRunning = true

  constructor() {
    setImmediate(this.#tick)
  }

  /** Ends the measurement, and returns the milliseconds. */
  end(): number {
    this.#isRunning = false
    this.#note()
    return this.#longestMs
  }

  readonly #tick = (): void => {
    if (!this.#isRunning) return
    this.#note()
    setImmediate(this.#tick)
  }

  #note(): void {
    const now = performance.now()
    this.#longestMs = Math.max(this.#longestMs, now - this.#lastAt)
    this.#lastAt = now
  }
}
