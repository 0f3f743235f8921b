const MIN = 10
const MAX_WITHOUT_INDEX = 100
const MAX_BESIDE_INDEX = 1000

export interface WatchSizeOptions {
  /** Capacity of the history, which is the maximum number of events in its window. */
  readonly capacity: number
  readonly windowMs: number
  readonly hasIndex: boolean
  /** Whether the watch is found by the index and so receives few events. */
  readonly usesIndex: boolean
}

/** Capacity of one buffer of a watch: the estimated number of events per second, within bounds. */
export function watchSize({ capacity, windowMs, hasIndex, usesIndex }: WatchSizeOptions): number {
  const max = !hasIndex ? MAX_WITHOUT_INDEX : usesIndex ? MIN : MAX_BESIDE_INDEX
  return Math.min(max, Math.max(MIN, Math.ceil(capacity / (windowMs / 1000))))
}
