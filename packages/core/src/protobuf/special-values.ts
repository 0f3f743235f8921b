import { malformed } from './malformed.ts'

const DAY_SECONDS = 86_400
/** The codes of the last time's text: most times of an object are of one day. */
const TIME_CODES: number[] = /* @__PURE__ */ Array.from('1970-01-01T00:00:00Z', digit => digit.charCodeAt(0))
let codedDay = 0
const [DAY_LENGTH, HOUR_AT, MINUTE_AT, SECOND_AT] = [10, 11, 14, 17]
const CODE_OF_0 = 0x30

/**
 * The JSON form of a `Time` (no digits) or a `MicroTime` (six digits); null for the zero time, which protobuf cannot tell
 * from 1970.
 */
export function timeText(seconds: number, nanoseconds: number, digits: 0 | 6): string | null {
  if (seconds === 0 && nanoseconds === 0) return null
  const day = Math.floor(seconds / DAY_SECONDS)
  if (day !== codedDay) codeDay(day)
  const rest = seconds - day * DAY_SECONDS
  codeNumber(HOUR_AT, Math.floor(rest / 3_600))
  codeNumber(MINUTE_AT, Math.floor(rest / 60) % 60)
  codeNumber(SECOND_AT, rest % 60)
  const text = String.fromCharCode.apply(undefined, TIME_CODES)
  if (digits === 0) return text
  return `${text.slice(0, -1)}.${String(nanoseconds).padStart(9, '0').slice(0, digits)}Z`
}

function codeDay(day: number): void {
  const date = new Date(day * DAY_SECONDS * 1_000)
  const year = date.getUTCFullYear()
  // Go cannot write other years either.
  if (!(year >= 0 && year <= 9_999)) throw malformed('protobuf: a time out of range')
  const text = date.toISOString()
  for (let at = 0; at < DAY_LENGTH; at++) TIME_CODES[at] = text.charCodeAt(at)
  codedDay = day
}

function codeNumber(at: number, value: number): void {
  TIME_CODES[at] = CODE_OF_0 + Math.floor(value / 10)
  TIME_CODES[at + 1] = CODE_OF_0 + (value % 10)
}

const SECOND = 1_000_000_000

/** Go's `time.Duration.String` of nanoseconds: `1m30s`, `1.5ms`. */
export function durationText(nanoseconds: number): string {
  if (nanoseconds === 0) return '0s'
  const sign = nanoseconds < 0 ? '-' : ''
  const size = Math.abs(nanoseconds)
  if (size < SECOND) return sign + below(size)
  const hours = Math.floor(size / (3_600 * SECOND))
  const minutes = Math.floor(size / (60 * SECOND)) % 60
  const rest = size % (60 * SECOND)
  const seconds = decimal(Math.floor(rest / SECOND), rest % SECOND, 9)
  const larger = hours > 0 ? `${hours}h${minutes}m` : minutes > 0 ? `${minutes}m` : ''
  return `${sign}${larger}${seconds}s`
}

function below(size: number): string {
  if (size < 1_000) return `${size}ns`
  const [unit, digits] = size < 1_000_000 ? ['µs', 3] : ['ms', 6]
  const divisor = 10 ** Number(digits)
  return decimal(Math.floor(size / divisor), size % divisor, Number(digits)) + unit
}

function decimal(whole: number, fraction: number, digits: number): string {
  const text = String(fraction).padStart(digits, '0').replace(/0+$/, '')
  return text === '' ? String(whole) : `${whole}.${text}`
}

/** The JSON text of a RawExtension. */
export function parseRaw(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformed('protobuf: a part in JSON that is not JSON')
  }
}

/** The seconds and nanoseconds of the JSON form of a time. Go writes both. */
export function timeParts(text: string): readonly [seconds: number, nanoseconds: number] {
  const milliseconds = Date.parse(text)
  if (Number.isNaN(milliseconds)) throw malformed(`protobuf: ${JSON.stringify(text)} is no time`)
  const fraction = /\.(\d{1,9})/.exec(text)?.[1] ?? ''
  return [Math.floor(milliseconds / 1_000), Number(fraction.padEnd(9, '0'))]
}

const NANOSECONDS: Readonly<Record<string, number>> = {
  ...{ ns: 1, us: 1_000, µs: 1_000, μs: 1_000, ms: 1_000_000 },
  ...{ s: SECOND, m: 60 * SECOND, h: 3_600 * SECOND },
}

/** The nanoseconds of Go's `time.Duration.String`. */
export function nanosecondsOf(text: string): number {
  let sum = 0
  for (const [, number = '', unit = ''] of text.matchAll(/([\d.]+)([a-zµμ]+)/g))
    sum += Number(number) * (NANOSECONDS[unit] ?? 0)
  return Math.round(text.startsWith('-') ? -sum : sum)
}
