import type { MetricsProvider } from '../workqueue/metrics-provider.ts'

/** Records the metrics of one queue. */
export class QueueMetricsRecorder implements MetricsProvider {
  /** The names of the queues that asked for a metric. */
  readonly names: string[] = []
  /** The depth of each priority, or of `undefined`. */
  readonly depths = new Map<number | undefined, number>()
  /** Whether a depth was negative at any time. */
  wasNegative = false
  adds = 0
  retries = 0
  readonly latencies: number[] = []
  readonly workDurations: number[] = []
  readonly unfinished: number[] = []
  readonly longest: number[] = []

  newDepthMetric(name: string) {
    this.names.push(name)
    return {
      inc: (priority?: number) => this.#addDepth(priority, 1),
      dec: (priority?: number) => this.#addDepth(priority, -1),
    }
  }

  newAddsMetric(name: string) {
    this.names.push(name)
    return { inc: () => void this.adds++ }
  }

  newRetriesMetric(name: string) {
    this.names.push(name)
    return { inc: () => void this.retries++ }
  }

  newLatencyMetric(name: string) {
    return this.#list(name, this.latencies)
  }

  newWorkDurationMetric(name: string) {
    return this.#list(name, this.workDurations)
  }

  newUnfinishedWorkSecondsMetric(name: string) {
    return this.#list(name, this.unfinished)
  }

  newLongestRunningProcessorSecondsMetric(name: string) {
    return this.#list(name, this.longest)
  }

  #list(name: string, values: number[]) {
    this.names.push(name)
    const push = (value: number) => void values.push(value)
    return { observe: push, set: push }
  }

  #addDepth(priority: number | undefined, change: number): void {
    const depth = (this.depths.get(priority) ?? 0) + change
    if (depth < 0) this.wasNegative = true
    this.depths.set(priority, depth)
  }
}
