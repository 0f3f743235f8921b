/** The value in the middle, or between the two there; NaN of nothing. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value below which a share `q` of the sorted values lies, interpolated; NaN of nothing. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = (sorted.length - 1) * q
  const below = sorted[Math.floor(position)] ?? Number.NaN
  const above = sorted[Math.ceil(position)] ?? Number.NaN
  return below + (above - below) * (position - Math.floor(position))
}

/** Half the distance between the quartiles, as a share of the median: 0.02 reads "give or take 2 %". */
export function spread(values: readonly number[]): number {
  return (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / median(values)
}

/** Half the distance between the smallest and the largest, as a share of the median: what a few values can tell. */
export function range(values: readonly number[]): number {
  return (Math.max(...values) - Math.min(...values)) / 2 / median(values)
}

/**
 * How many times the floor something takes, in each round: samples of the same round are compared, so that a machine
 * that slows down half-way through distorts both sides alike.
 */
export function ratiosOf(values: readonly number[], floor: readonly number[]): readonly number[] {
  return values.flatMap((value, round) => (floor[round] ? [value / floor[round]] : []))
}

/**
 * Every value by every value of the floor. Within a round they lie up to half a minute apart, so that those of another round
 * might have met as well: what lies between these is what the next run may say.
 */
export function pairingsOf(values: readonly number[], floor: readonly number[]): readonly number[] {
  return values.flatMap(value => floor.map(least => value / least))
}
