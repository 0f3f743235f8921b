/** A Kubernetes quantity: `digits * 10 ** -decimals`, times a power of ten or two. Compared as a real number. */
export interface Quantity {
  /** Within a few units of the last location. */
  readonly approximate: number
  /** With a sign. */
  readonly digits: string
  /** The exponent of ten; negative for decimals. */
  readonly tens: number
  readonly twos: number
}

const SYNTAX = /^([+-]?)(\d*)(?:\.(\d*))?([numkMGTPE]|[KMGTPE]i|[eE][-+]?\d{1,3})?$/
/** No quantity of a server is longer. */
const MAX_LENGTH = 64
/** Differences below this share of the operands are decided exactly. */
const PRECISION = 1e-12

const TENS: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 }
const TWOS: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 }

/** Parses a quantity, as in `500m`, `2Gi` or `1e3`; undefined if it is none. A number is a quantity without a suffix. */
export function parseQuantity(value: string | number): Quantity | undefined {
  const text = String(value)
  if (text.length > MAX_LENGTH) return undefined
  const [found, sign = '', whole = '', fraction = '', suffix = ''] = SYNTAX.exec(text) ?? []
  if (found === undefined || whole + fraction === '') return undefined
  const twos = TWOS[suffix] ?? 0
  const exponent = TENS[suffix] ?? (twos === 0 && suffix !== '' ? Number(suffix.slice(1)) : 0)
  const digits = `${sign === '-' ? '-' : ''}${whole}${fraction}`
  const tens = exponent - fraction.length
  return { approximate: Number(`${digits}e${tens}`) * 2 ** twos, digits, tens, twos }
}

/** Negative if `a` is less than `b`. Exact for numbers that a double cannot hold. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  const difference = a.approximate - b.approximate
  const isClear =
    Math.abs(difference) > PRECISION * Math.max(Math.abs(a.approximate), Math.abs(b.approximate))
  if (isClear) return difference
  const least = Math.min(a.tens, b.tens)
  const [left, right] = [scaled(a, least), scaled(b, least)]
  return left === right ? 0 : left < right ? -1 : 1
}

const scaled = ({ digits, tens, twos }: Quantity, least: number): bigint =>
  BigInt(digits) * 10n ** BigInt(tens - least) * 2n ** BigInt(twos)
