const COMMENT = /^# (?:HELP \S+ .+|TYPE \S+ (?:counter|gauge|histogram))$/
const SAMPLE = /^([a-z_]+(?:\{(?:[a-z_]+="[^"\\]*",?)*\})?) (-?[\d.]+(?:e-?\d+)?)$/

/** The values of an exposition by series: `name{label="value"}`. Throws at a line that is not Prometheus text. */
export function samplesOf(text: string): Readonly<Record<string, number>> {
  const samples = new Map<string, number>()
  for (const line of text.split('\n').slice(0, -1)) {
    if (COMMENT.test(line)) continue
    const [, series, value] = SAMPLE.exec(line) ?? []
    if (series === undefined || samples.has(series)) throw new Error(`invalid line: ${line}`)
    samples.set(series, Number(value))
  }
  return Object.fromEntries(samples)
}

/** Without the lines of histograms' buckets. */
export const withoutBuckets = (samples: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(samples).filter(([series]) => !series.includes('_bucket{')))
