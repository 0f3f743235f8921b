import type { Clock } from '../api/clock.ts'
import { Timer } from '../internal/timer.ts'
import type {
  CounterMetric,
  DepthMetric,
  HistogramMetric,
  MetricsProvider,
  SettableGaugeMetric,
} from './metrics-provider.ts'

/** How often the metrics of unfinished work are updated (client-go `defaultUnfinishedWorkUpdatePeriod`). */
const UPDATE_PERIOD_MS = 500

/** The metrics of one queue (client-go `defaultQueueMetrics`). Items are known by their keys. */
export class QueueMetrics {
  readonly #clock: Clock
  readonly #depth: DepthMetric
  readonly #adds: CounterMetric
  readonly #latency: HistogramMetric
  readonly #workDuration: HistogramMetric
  readonly #unfinishedWork: SettableGaugeMetric
  readonly #longestRunning: SettableGaugeMetric
  readonly #addedAt = new Map<unknown, number>()
  readonly #startedAt = new Map<unknown, number>()
  readonly #timer: Timer

  constructor(provider: MetricsProvider, name: string, clock: Clock) {
    this.#clock = clock
    this.#timer = new Timer(clock)
    this.#depth = provider.newDepthMetric(name)
    this.#adds = provider.newAddsMetric(name)
    this.#latency = provider.newLatencyMetric(name)
    this.#workDuration = provider.newWorkDurationMetric(name)
    this.#unfinishedWork = provider.newUnfinishedWorkSecondsMetric(name)
    this.#longestRunning = provider.newLongestRunningProcessorSecondsMetric(name)
    this.#startTimer()
  }

  add(key: unknown, priority?: number): void {
    this.#adds.inc()
    this.#depth.inc(priority)
    if (!this.#addedAt.has(key)) this.#addedAt.set(key, this.#clock.now())
  }

  get(key: unknown, priority?: number): void {
    this.#depth.dec(priority)
    this.#startedAt.set(key, this.#clock.now())
    const addedAt = this.#addedAt.get(key)
    if (addedAt === undefined) return
    this.#addedAt.delete(key)
    this.#latency.observe(this.#secondsSince(addedAt))
  }

  done(key: unknown): void {
    const startedAt = this.#startedAt.get(key)
    if (startedAt === undefined) return
    this.#startedAt.delete(key)
    this.#workDuration.observe(this.#secondsSince(startedAt))
  }

  /** A ready item changed its priority. */
  move(from: number, to: number): void {
    this.#depth.dec(from)
    this.#depth.inc(to)
  }

  stop(): void {
    this.#timer.stop()
  }

  #startTimer(): void {
    this.#timer.start(UPDATE_PERIOD_MS, () => {
      this.#updateUnfinishedWork()
      this.#startTimer()
    })
  }

  #updateUnfinishedWork(): void {
    let total = 0
    let longest = 0
    for (const startedAt of this.#startedAt.values()) {
      const age = this.#secondsSince(startedAt)
      total += age
      longest = Math.max(longest, age)
    }
    this.#unfinishedWork.set(total)
    this.#longestRunning.set(longest)
  }

  #secondsSince(time: number): number {
    return (this.#clock.now() - time) / 1000
  }
}
