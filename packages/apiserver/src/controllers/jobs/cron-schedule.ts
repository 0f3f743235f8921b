const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** A schedule that is due less often than once in this time is never due. */
const HORIZON_DAYS = 5 * 366

const MACROS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** When a CronJob runs. Times are in ms since 1970; the fields are in UTC. */
export interface CronSchedule {
  /** The first time after another one; undefined if there is none. */
  next(afterMs: number): number | undefined
}

/** One field: its values, and whether it is a star. */
interface Field {
  readonly values: ReadonlySet<number>
  readonly isStar: boolean
}

/** Parses five fields, a macro such as `@hourly`, or `@every 90s`; undefined if the text is none of them. */
export function parseSchedule(text: string): CronSchedule | undefined {
  const every = /^@every (?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text.trim())
  if (every) return everySchedule(every.slice(1).map(part => Number(part ?? 0)))
  const fields = (MACROS[text.trim()] ?? text).trim().split(/\s+/)
  if (fields.length !== 5) return undefined
  const [minute, hour, date, month, day] = [
    parseField(fields[0], 0, 59),
    parseField(fields[1], 0, 23),
    parseField(fields[2], 1, 31),
    parseField(fields[3], 1, 12, MONTHS, 1),
    parseField(fields[4], 0, 7, DAYS),
  ]
  if (!minute || !hour || !date || !month || !day) return undefined
  return { next: afterMs => nextTime({ minute, hour, date, month, day }, afterMs) }
}

function everySchedule([hours = 0, minutes = 0, seconds = 0]: readonly number[]): CronSchedule | undefined {
  const intervalMs = ((hours * 60 + minutes) * 60 + seconds) * 1000
  return intervalMs === 0 ? undefined : { next: afterMs => Math.floor(afterMs / 1000) * 1000 + intervalMs }
}

function parseField(
  text = '',
  first: number,
  last: number,
  names: readonly string[] = [],
  offset = 0,
): Field | undefined {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const range = parseRange(part, first, last, word => numberOf(word, names, offset))
    if (!range) return undefined
    for (const value of range) values.add(value)
  }
  return { values, isStar: /^[*?]/.test(text) }
}

function parseRange(
  part: string,
  first: number,
  last: number,
  toNumber: (word: string) => number,
): readonly number[] | undefined {
  const [range = '', stepText, ...more] = part.split('/')
  const [low = '', high, ...rest] = range.split('-')
  const isStar = low === '*' || low === '?'
  const step = stepText === undefined ? 1 : Number(stepText)
  const start = isStar ? first : toNumber(low)
  const end = isStar || (high === undefined && stepText !== undefined) ? last : toNumber(high ?? low)
  const isValid =
    more.length + rest.length === 0 && step >= 1 && start >= first && end <= last && start <= end
  if (!isValid || !Number.isInteger(step)) return undefined
  return Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, index) => start + index * step)
}

function numberOf(word: string, names: readonly string[], offset: number): number {
  const index = names.indexOf(word.toLowerCase())
  if (index >= 0) return index + offset
  return /^\d+$/.test(word) ? Number(word) : Number.NaN
}

interface Fields {
  readonly minute: Field
  readonly hour: Field
  readonly date: Field
  readonly month: Field
  readonly day: Field
}

function nextTime(fields: Fields, afterMs: number): number | undefined {
  const from = Math.floor(afterMs / MINUTE_MS) * MINUTE_MS + MINUTE_MS
  const firstDay = Math.floor(from / DAY_MS) * DAY_MS
  for (let index = 0; index < HORIZON_DAYS; index++) {
    const dayMs = firstDay + index * DAY_MS
    const found = isDue(fields, new Date(dayMs)) ? firstInDay(fields, dayMs, from) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** Day of month and day of week: either one is enough if both are restricted. */
function isDue({ date, month, day }: Fields, at: Date): boolean {
  if (!month.values.has(at.getUTCMonth() + 1)) return false
  const weekday = at.getUTCDay()
  const isDate = date.values.has(at.getUTCDate())
  const isDay = day.values.has(weekday) || (weekday === 0 && day.values.has(7))
  return date.isStar || day.isStar ? isDate && isDay : isDate || isDay
}

function firstInDay({ hour, minute }: Fields, dayMs: number, from: number): number | undefined {
  for (let at = Math.max(dayMs, from); at < dayMs + DAY_MS; at += MINUTE_MS) {
    const date = new Date(at)
    if (hour.values.has(date.getUTCHours()) && minute.values.has(date.getUTCMinutes())) return at
  }
  return undefined
}
