/** A time in which an elector led, by its own callbacks; in milliseconds since the Unix epoch. */
export interface LeadershipSpan {
  readonly identity: string
  readonly fromMs: number
  readonly toMs: number
}

/** The pairs of spans of different electors that overlap, as text. */
export function overlapsOf(spans: readonly LeadershipSpan[]): readonly string[] {
  const sorted = spans.toSorted((a, b) => a.fromMs - b.fromMs)
  return sorted.flatMap((span, index) =>
    sorted
      .slice(0, index)
      .filter(earlier => earlier.identity !== span.identity && earlier.toMs > span.fromMs)
      .map(earlier => `${textOf(earlier)} overlaps ${textOf(span)}`),
  )
}

const textOf = ({ identity, fromMs, toMs }: LeadershipSpan): string =>
  `${identity} (${fromMs.toFixed(1)} to ${toMs.toFixed(1)})`
