import { malformed } from './malformed.ts'

const DAY_SECONDS = 86_400
/** The codes of the last time's text: most times of an object are of one day. */
const TIME_CODES: number[] = /* @__PURE__ */ Array.from('1970-01-01T00:00:00Z', digit => digit.charCodeAt(0))
let codedDay = 0
const [DAY_LENGTH, HOUR_AT, MINUTE_AT, SECOND_AT] = [10, 11, 14, 17]
const CODE_OF_0 = 0x30

/** The JSON form of a `Time` (no digits) or a `MicroTime` (six digits). */
export function timeText(seconds: number, nanoseconds: number, digits: 0 | 6): string {
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

/** The JSON text of a RawExtension. */
export function parseRaw(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformed('protobuf: invalid JSON')
  }
}

/** The seconds and nanoseconds of the JSON form of a time. Go writes both. */
export function timeParts(text: string): readonly [seconds: number, nanoseconds: number] {
  const milliseconds = Date.parse(text)
  if (Number.isNaN(milliseconds))
    throw malformed(`protobuf: a time must be RFC 3339, got ${JSON.stringify(text)}`)
  const fraction = /\.(\d{1,9})/.exec(text)?.[1] ?? ''
  return [Math.floor(milliseconds / 1_000), Number(fraction.padEnd(9, '0'))]
}
