import type { Clock } from '@kube-informer/core'
import { Timer } from '@kube-informer/core/internal'
import type { EventEventsV1 as Event } from '@kube-informer/core/resources'
import { microTime } from './event-times.ts'
import { LruMap } from './lru-map.ts'

const REFRESH_MS = 30 * 60_000
const FINISH_MS = 6 * 60_000
const MAX_SERIES = 4096

export interface EventSeriesOptions {
  readonly clock: Clock
  /** Writes a first event: it has no series. */
  create(event: Event): void
  /** Writes the count of a series. */
  patch(event: Event): void
}

interface Series {
  readonly event: Event
  count: number
  writtenCount: number
  lastAt: number
}

/**
 * Counts equal events (client-go `events.eventBroadcasterImpl`): the first one is created, the second one makes it a series,
 * and further ones are only counted. A running series is written every 30 minutes, and once more 6 minutes after its last
 * event, when it is forgotten.
 */
export class EventSeriesCache {
  readonly #options: EventSeriesOptions
  readonly #refresh: Timer
  readonly #finish: Timer
  readonly #series: LruMap<string, Series>

  constructor(options: EventSeriesOptions) {
    this.#options = options
    this.#refresh = new Timer(options.clock)
    this.#finish = new Timer(options.clock)
    this.#series = new LruMap(MAX_SERIES, series => this.#writeIfNew(series))
  }

  add(event: Event): void {
    const key = keyOf(event)
    const now = this.#options.clock.now()
    const series = this.#series.get(key)
    if (!series) {
      this.#series.set(key, { event, count: 1, writtenCount: 1, lastAt: now })
      this.#options.create(event)
      this.#startTimers()
      return
    }
    series.count++
    series.lastAt = now
    if (series.count === 2) this.#write(series)
  }

  /** Writes the counts that the server does not have. */
  flush(): void {
    for (const [, series] of this.#series.entries()) this.#writeIfNew(series)
  }

  /** Forgets everything and clears the timers. */
  stop(): void {
    this.#series.clear()
    this.#refresh.stop()
    this.#finish.stop()
  }

  #startTimers(): void {
    this.#refresh.startUnlessPending(REFRESH_MS, () => this.#refreshAll())
    this.#finish.startUnlessPending(FINISH_MS, () => this.#finishAll())
  }

  #refreshAll(): void {
    for (const [, series] of this.#series.entries()) if (series.count > 1) this.#write(series)
    if (this.#series.size > 0) this.#startTimers()
  }

  #finishAll(): void {
    const limit = this.#options.clock.now() - FINISH_MS
    for (const [key, series] of this.#series.entries()) {
      if (series.lastAt > limit) continue
      if (series.count > 1) this.#write(series)
      this.#series.delete(key)
    }
    if (this.#series.size > 0) this.#startTimers()
    else this.#refresh.stop()
  }

  #writeIfNew(series: Series): void {
    if (series.count !== series.writtenCount) this.#write(series)
  }

  #write(series: Series): void {
    series.writtenCount = series.count
    const { event, count, lastAt } = series
    this.#options.patch({ ...event, series: { count, lastObservedTime: microTime(lastAt) } })
  }
}

/**
 * All but the note, the time, and the version of the objects. Upstream compares the resourceVersion of the object, too, so
 * that each write of an object's status ends its series.
 */
function keyOf({ type, action, reason, regarding, related, ...event }: Event): string {
  const { reportingController, reportingInstance } = event
  const objects = [regarding, related].map(object => object && { ...object, resourceVersion: undefined })
  return JSON.stringify([type, action, reason, reportingController, reportingInstance, objects])
}
