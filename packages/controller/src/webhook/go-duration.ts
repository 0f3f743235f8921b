const MS_OF_UNIT: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

const DURATION = /^\+?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/
const PART = /([\d.]+)(\D+)/g

/** Milliseconds of a duration in Go's notation, e.g. `10s` or `1m30.5s`; undefined for other texts and negative durations. */
export function parseGoDuration(text: string): number | undefined {
  if (!DURATION.test(text)) return undefined
  let sum = 0
  for (const [, amount, unit = ''] of text.matchAll(PART)) sum += Number(amount) * (MS_OF_UNIT[unit] ?? 0)
  return sum
}
