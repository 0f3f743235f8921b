const BIN_MS = 100

/** Counts what happens in each tenth of a second. */
export class RateMeter {
  readonly #bins: number[] = []
  readonly #startedAt: number

  constructor(startedAt: number) {
    this.#startedAt = startedAt
  }

  add(at: number): void {
    const bin = Math.floor((at - this.#startedAt) / BIN_MS)
    this.#bins[bin] = (this.#bins[bin] ?? 0) + 1
  }

  /** The largest number within any window of this many seconds. */
  peak(seconds: number): number {
    const width = Math.round((seconds * 1000) / BIN_MS)
    let [sum, peak] = [0, 0]
    for (let bin = 0; bin < this.#bins.length; bin++) {
      sum += (this.#bins[bin] ?? 0) - (bin >= width ? (this.#bins[bin - width] ?? 0) : 0)
      peak = Math.max(peak, sum)
    }
    return peak
  }
}
