const MIN = 10
const MAX_WITHOUT_INDEX = 100
const MAX_BESIDE_INDEX = 1000

/** What the size of a watch's channels depends on. */
export interface WatchSizeOptions {
  /** How many events the history holds: as many come in its window, at most. */
  readonly capacity: number
  readonly windowMs: number
  readonly hasIndex: boolean
  /** Whether the watch is found by the index and so receives few events. */
  readonly usesIndex: boolean
}

/** How many events one channel of a watch holds: what may come in a second, within bounds. */
export function watchSize({ capacity, windowMs, hasIndex, usesIndex }: WatchSizeOptions): number {
  const max = !hasIndex ? MAX_WITHOUT_INDEX : usesIndex ? MIN : MAX_BESIDE_INDEX
  return Math.min(max, Math.max(MIN, Math.ceil(capacity / (windowMs / 1000))))
}
