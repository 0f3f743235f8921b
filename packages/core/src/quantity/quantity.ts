/** How a quantity is written: `500m`, `2Gi`, or `1e3`. */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent'

/** A Kubernetes quantity: `digits * 10 ** tens * 2 ** twos`. Compared as a real number. */
export interface Quantity {
  /** As a number: exact to 15 digits, and infinite beyond 1.8e308. */
  readonly approximate: number
  /** With a sign, if it is negative. */
  readonly digits: string
  /** The exponent of ten; negative for decimals. */
  readonly tens: number
  /** The exponent of two. */
  readonly twos: number
  readonly format: QuantityFormat
}

/** What {@link parseQuantity} accepts at most. Without limits, a comparison with `1e999999999` would take all memory. */
export interface QuantityLimits {
  /** The longest text, in characters. A server writes none that is longer than the default. @default 64 */
  readonly maxLength?: number
  /** The largest number after `e` or `E`, without its sign. @default 999 */
  readonly maxExponent?: number
}

interface Unit {
  readonly format: QuantityFormat
  readonly tens: number
  readonly twos: number
}

const SYNTAX = /^([+-]?)(\d*)(?:\.(\d*))?(?:([numkMGTPE]|[KMGTPE]i)|[eE]([-+]?\d+))?$/

const decimal = (tens: number): Unit => ({ format: 'DecimalSI', tens, twos: 0 })
const binary = (twos: number): Unit => ({ format: 'BinarySI', tens: 0, twos })

const UNITS: Readonly<Record<string, Unit>> = {
  n: decimal(-9),
  u: decimal(-6),
  m: decimal(-3),
  k: decimal(3),
  M: decimal(6),
  G: decimal(9),
  T: decimal(12),
  P: decimal(15),
  E: decimal(18),
  Ki: binary(10),
  Mi: binary(20),
  Gi: binary(30),
  Ti: binary(40),
  Pi: binary(50),
  Ei: binary(60),
}
const ONE = decimal(0)

/**
 * Parses a quantity, as in `500m`, `2Gi` or `1e3`; undefined if it is none. A number is a quantity without a suffix.
 *
 * @example
 * parseQuantity('1.5Gi')?.approximate // 1610612736
 */
export function parseQuantity(
  value: string | number,
  { maxLength = 64, maxExponent = 999 }: QuantityLimits = {},
): Quantity | undefined {
  const text = String(value)
  if (text.length > maxLength) return undefined
  const [found, sign, whole = '', fraction = '', suffix, exponent] = SYNTAX.exec(text) ?? []
  if (found === undefined || whole + fraction === '') return undefined
  if (exponent !== undefined && Math.abs(Number(exponent)) > maxExponent) return undefined
  const unit = unitOf(suffix, exponent)
  const digits = `${sign === '-' ? '-' : ''}${whole}${fraction}`
  const tens = unit.tens - fraction.length
  return {
    approximate: Number(`${digits}e${tens}`) * 2 ** unit.twos,
    digits,
    tens,
    twos: unit.twos,
    format: unit.format,
  }
}

function unitOf(suffix: string | undefined, exponent: string | undefined): Unit {
  if (exponent !== undefined) return { format: 'DecimalExponent', tens: Number(exponent), twos: 0 }
  return (suffix === undefined ? undefined : UNITS[suffix]) ?? ONE
}

/** Differences below this share of the operands are decided exactly. */
const PRECISION = 1e-12

/** Negative if `a` is less than `b`, 0 if both are the same number: `1Gi` and `1024Mi`. Exact for all digits. */
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
