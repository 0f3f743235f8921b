/** A metric of an exposition. */
export interface ParsedMetric {
  readonly help: string
  readonly type: string
  readonly samples: readonly ParsedSample[]
}

/** A line with a value. */
interface ParsedSample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/s
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)"(,|$)/gsy
const NUMBER = /^(?:NaN|[+-]Inf|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  counter: [''],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
}

/**
 * Parses Prometheus text (format 0.0.4) as strictly as the format can be read: every metric is one block of HELP, TYPE and
 * samples; names and series are unique; only defined escapes occur; histograms are cumulative. Throws otherwise.
 */
export function parseExposition(text: string): ReadonlyMap<string, ParsedMetric> {
  if (text !== '' && !text.endsWith('\n')) throw new Error('the last line does not end')
  const metrics = new Map<string, ParsedMetric & { readonly samples: ParsedSample[] }>()
  const seen = new Set<string>()
  const lines = text.split('\n').slice(0, -1)
  let current = ''
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line.startsWith('#')) {
      const [, name = '', help = ''] = /^# HELP (\S+) (.*)$/s.exec(line) ?? fail(line)
      const [, same, type = ''] =
        /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(lines[++index] ?? '') ?? fail(lines[index])
      if (same !== name || metrics.has(name)) fail(line)
      metrics.set(name, { help: unescaped(help, 'n'), type, samples: [] })
      current = name
    } else {
      const metric = metrics.get(current) ?? fail(line)
      const sample = sampleOf(line)
      if (!SUFFIXES[metric.type]?.some(suffix => sample.name === current + suffix)) fail(line)
      const key = JSON.stringify([sample.name, Object.entries(sample.labels).toSorted()])
      if (seen.has(key)) fail(line)
      seen.add(key)
      metric.samples.push(sample)
    }
  }
  for (const [name, { type, samples }] of metrics) if (type === 'histogram') checkHistogram(name, samples)
  return metrics
}

function fail(line: string | undefined): never {
  throw new Error(`invalid line: ${line}`)
}

function sampleOf(line: string): ParsedSample {
  const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? fail(line)
  if (!NUMBER.test(value)) fail(line)
  return { name, labels: labelsOf(labels, line), value: numberOf(value) }
}

const numberOf = (value: string): number =>
  value.endsWith('Inf') ? (value.startsWith('-') ? -1 / 0 : 1 / 0) : Number(value)

function labelsOf(text: string, line: string): Readonly<Record<string, string>> {
  const found = [...text.matchAll(LABEL)]
  if (found.map(([each]) => each).join('') !== text || text.endsWith(',')) fail(line)
  const labels = found.map(([, name = '', value = '']) => [name, unescaped(value, 'n"')] as const)
  if (new Set(labels.map(([name]) => name)).size < labels.length) fail(line)
  return Object.fromEntries(labels)
}

/** Replaces the escapes; `\\` is one of them. */
const unescaped = (text: string, escapes: string): string =>
  text.replace(/\\(.?)/gs, (found, character: string) => {
    if (character === '\\') return '\\'
    if (character === '' || !escapes.includes(character)) fail(found)
    return character === 'n' ? '\n' : character
  })

function checkHistogram(name: string, samples: readonly ParsedSample[]): void {
  const bySeries = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels))
  for (const [series, each] of bySeries) {
    const buckets = each.filter(sample => sample.name === `${name}_bucket`)
    const bounds = buckets.map(({ labels }) => numberOf(labels.le ?? 'NaN'))
    const counts = buckets.map(({ value }) => value)
    const total = each.filter(sample => sample.name === `${name}_count`)
    const isValid =
      bounds.at(-1) === 1 / 0 &&
      bounds.every((bound, index) => index === 0 || bound > (bounds[index - 1] ?? bound)) &&
      counts.every((count, index) => index === 0 || count >= (counts[index - 1] ?? count)) &&
      total.length === 1 &&
      total[0]?.value === counts.at(-1) &&
      each.filter(sample => sample.name === `${name}_sum`).length === 1
    if (!isValid) fail(`${name} ${series}`)
  }
}
