import { UsageError } from '../api/errors.ts'

/** A number that only grows, until the process restarts. */
export interface Counter {
  /** Throws a UsageError for a negative amount. @param amount @default 1 */
  add(amount?: number): void
  /** Sets the total of something that is counted elsewhere; it must not decrease. */
  set(total: number): void
}

/** A number that goes up and down. */
export interface Gauge {
  set(value: number): void
  /** @param amount may be negative. @default 1 */
  add(amount?: number): void
}

/** A distribution of numbers. */
export interface Histogram {
  observe(value: number): void
}

/** A line of an exposition after the name of the metric: a suffix, further labels, and the value. */
export interface Sample {
  readonly suffix: string
  /** Labels besides those of the series. */
  readonly labels: readonly (readonly [name: string, value: string])[]
  readonly value: number
}

/** The value of one combination of labels. */
export interface Series {
  samples(): readonly Sample[]
}

export class GaugeSeries implements Series, Gauge {
  #value = 0

  set(value: number): void {
    this.#value = value
  }

  add(amount = 1): void {
    this.#value += amount
  }

  samples(): readonly Sample[] {
    return [{ suffix: '', labels: [], value: this.#value }]
  }
}

export class CounterSeries extends GaugeSeries implements Counter {
  override add(amount = 1): void {
    if (!(amount >= 0)) throw new UsageError(`a counter cannot be changed by ${amount}`)
    super.add(amount)
  }
}

export class HistogramSeries implements Series, Histogram {
  /** Upper bounds, ascending. */
  readonly #bounds: readonly number[]
  /** The number of values up to each bound and above the one before; the last one is above all bounds. */
  readonly #counts: number[]
  #sum = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  observe(value: number): void {
    const found = this.#bounds.findIndex(bound => value <= bound)
    const index = found < 0 ? this.#bounds.length : found
    this.#counts[index] = (this.#counts[index] as number) + 1
    this.#sum += value
  }

  samples(): readonly Sample[] {
    let count = 0
    const buckets = [...this.#bounds, Number.POSITIVE_INFINITY].map((bound, index): Sample => {
      count += this.#counts[index] as number
      return { suffix: '_bucket', labels: [['le', numberText(bound)]], value: count }
    })
    return [
      ...buckets,
      { suffix: '_sum', labels: [], value: this.#sum },
      { suffix: '_count', labels: [], value: count },
    ]
  }
}

/** A number as Go's `ParseFloat` reads it. */
export function numberText(value: number): string {
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value)
  return value > 0 ? '+Inf' : '-Inf'
}
