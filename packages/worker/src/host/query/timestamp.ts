/** A point in time. */
export interface Timestamp {
  /** Since 1970, in milliseconds, without the fraction of the second. */
  readonly second: number
  /** The decimals of the second, without trailing zeros; compared as texts. */
  readonly fraction: string
}

/** RFC 3339. */
const SYNTAX = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,32}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/

/** Parses a timestamp (RFC 3339), or milliseconds since 1970; undefined if it is none. */
export function parseTimestamp(value: string | number): Timestamp | undefined {
  if (typeof value === 'number') return fromMilliseconds(value)
  const [found, year, month, day, hour, minute, second, decimals = '', sign, hours, minutes] =
    SYNTAX.exec(value) ?? []
  if (found === undefined) return undefined
  const [h, m, s] = [Number(hour), Number(minute), Number(second)]
  // A leap second is the first one of the next minute.
  if (h > 23 || m > 59 || s > 60 || Number(hours ?? 0) > 23 || Number(minutes ?? 0) > 59) return undefined
  const date = dateOf(Number(year), Number(month), Number(day))
  if (date === undefined) return undefined
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? 1 : -1)
  return {
    second: date + ((h * 60 + m + offset) * 60 + s) * 1_000,
    fraction: decimals.replace(/0+$/, ''),
  }
}

function fromMilliseconds(value: number): Timestamp | undefined {
  if (!Number.isFinite(value)) return undefined
  const second = Math.floor(value / 1_000) * 1_000
  const milliseconds = String(Math.floor(value - second)).padStart(3, '0')
  return { second, fraction: milliseconds.replace(/0+$/, '') }
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Undefined for a day that does not exist. */
function dateOf(year: number, month: number, day: number): number | undefined {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = month === 2 && !isLeap ? 28 : (DAYS[month - 1] ?? 0)
  if (day < 1 || day > days) return undefined
  // Date.UTC takes a year below 100 as one of the 20th century. The calendar repeats after 400 years.
  return Date.UTC(year + 400, month - 1, day) - FOUR_CENTURIES
}

const FOUR_CENTURIES = 146_097 * 86_400_000

/** Negative if `a` is before `b`. */
export function compareTimestamps(a: Timestamp, b: Timestamp): number {
  if (a.second !== b.second) return a.second - b.second
  return a.fraction === b.fraction ? 0 : a.fraction < b.fraction ? -1 : 1
}
