import type { Sample, Setup } from '../bench-case.ts'

/** Requests events from the server, one after another, and measures from each arrival until the measured function is called. */
export class EventSource {
  #arrivedAt = 0
  #onCall: ((ms: number) => void) | undefined

  /** For the transform of a cache, which sees an object before it is stored. */
  readonly onObject = (): void => {
    this.#arrivedAt = performance.now()
  }

  /** Called by what is measured. */
  readonly onCall = (): void => {
    this.#onCall?.(performance.now() - this.#arrivedAt)
  }

  async measure({ url, events }: Setup): Promise<Sample> {
    const latencies: number[] = []
    while (latencies.length < Number(events)) {
      const { promise, resolve } = Promise.withResolvers<number>()
      this.#onCall = resolve
      await (await fetch(`${url}/next`)).arrayBuffer()
      latencies.push(await promise)
    }
    latencies.sort((a, b) => a - b)
    return {
      p99Ms: percentileOf(latencies, 99),
      p50Ms: percentileOf(latencies, 50),
      maxMs: percentileOf(latencies, 100),
    }
  }
}

const percentileOf = (sorted: readonly number[], percent: number): number =>
  sorted[Math.floor(((sorted.length - 1) * percent) / 100)] ?? Number.NaN
