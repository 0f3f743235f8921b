/** Invalid time; the message is Go's. */
class TimeError extends Error {}

/** The parts of Go's layouts in parsing order. */
type Part = readonly [layout: string, pattern: RegExp]

const DATE_TIME: readonly Part[] = [
  ['2006', /^\d{4}/],
  ['-', /^-/],
  ['01', /^\d{2}/],
  ['-', /^-/],
  ['02', /^\d{2}/],
  ['T', /^T/],
  ['15', /^\d{2}/],
  [':', /^:/],
  ['04', /^\d{2}/],
  [':', /^:/],
  ['05', /^\d{2}/],
]
const ZONE: Part = ['Z07:00', /^(?:Z|[+-]\d{2}:\d{2})/]

const RANGES: readonly (readonly [unit: string, at: number, min: number, max: number])[] = [
  ['month', 5, 1, 12],
  ['day', 8, 1, 31],
  ['hour', 11, 0, 23],
  ['minute', 14, 0, 59],
  ['second', 17, 0, 59],
]

/** Fast path: already canonical. */
const CANONICAL = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/

/** Converts a time to the form of meta/v1 Time: UTC, to the second. */
export function canonicalTime(text: string): string {
  if (CANONICAL.test(text)) return text
  const layout = '2006-01-02T15:04:05Z07:00'
  const rest = read(text, layout, DATE_TIME)
  // Go accepts a fraction of a second that the layout does not have.
  const zone = rest.replace(/^\.\d+/, '')
  read(text, layout, [ZONE], zone, true)
  return utc(text, zone, '')
}

/** Converts a time to the form of meta/v1 MicroTime: UTC with six fractional digits, which are required. */
export function canonicalMicroTime(text: string): string {
  const layout = '2006-01-02T15:04:05.000000Z07:00'
  const fraction: Part = ['.000000', /^\.\d{6}/]
  const zone = read(text, layout, [...DATE_TIME, fraction])
  read(text, layout, [ZONE], zone, true)
  return utc(text, zone, text.slice(19, 26))
}

/** Parses the parts from the start; returns the remaining text. */
function read(text: string, layout: string, parts: readonly Part[], from = text, isEnd = false): string {
  let rest = from
  const failure = (why: string) => new TimeError(`parsing time ${JSON.stringify(text)}${why}`)
  for (const [name, pattern] of parts) {
    const [found] = pattern.exec(rest) ?? []
    if (found === undefined)
      throw failure(
        ` as ${JSON.stringify(layout)}: cannot parse ${JSON.stringify(rest)} as ${JSON.stringify(name)}`,
      )
    const range = RANGES.find(([, at]) => at === text.length - rest.length)
    if (range && (Number(found) < range[2] || Number(found) > range[3]))
      throw failure(`: ${range[0]} out of range`)
    rest = rest.slice(found.length)
  }
  if (isEnd && rest !== '') throw failure(`: extra text: ${JSON.stringify(rest)}`)
  return rest
}

function utc(text: string, zone: string, fraction: string): string {
  const date = new Date(`${text.slice(0, 19)}${zone}`)
  if (Number.isNaN(date.getTime()))
    throw new TimeError(`parsing time ${JSON.stringify(text)}: day out of range`)
  return `${date.toISOString().slice(0, 19)}${fraction}Z`
}
