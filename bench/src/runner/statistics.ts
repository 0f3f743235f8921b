/** The median; NaN for an empty list. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The interpolated quantile `q`; NaN for an empty list. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = (sorted.length - 1) * q
  const below = sorted[Math.floor(position)] ?? Number.NaN
  const above = sorted[Math.ceil(position)] ?? Number.NaN
  return below + (above - below) * (position - Math.floor(position))
}

/** Half the interquartile range, as a share of the median: 0.02 means ± 2 %. */
export function spread(values: readonly number[]): number {
  return (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / median(values)
}

/** Half the distance between minimum and maximum, as a share of the median; for few values. */
export function range(values: readonly number[]): number {
  return (Math.max(...values) - Math.min(...values)) / 2 / median(values)
}

/**
 * The ratio to the floor in each round. Samples of the same round are compared, so that a slow phase of the machine affects
 * both sides.
 */
export function ratiosOf(values: readonly number[], floor: readonly number[]): readonly number[] {
  return values.flatMap((value, round) => (floor[round] ? [value / floor[round]] : []))
}

/**
 * The ratios of every value to every value of the floor, across rounds. The two samples of a round are up to half a minute
 * apart, so any two could have been paired: the range of these ratios bounds what the next run may report.
 */
export function pairingsOf(values: readonly number[], floor: readonly number[]): readonly number[] {
  return values.flatMap(value => floor.map(reference => value / reference))
}
