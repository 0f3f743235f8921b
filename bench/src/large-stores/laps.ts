/** Times one step after the other; the time between an end and the next start is not counted. */
export class Laps {
  readonly sample: Record<string, number> = {}
  #started = performance.now()

  start(): void {
    this.#started = performance.now()
  }

  end(metric: string): void {
    this.sample[metric] = performance.now() - this.#started
    this.start()
  }
}
