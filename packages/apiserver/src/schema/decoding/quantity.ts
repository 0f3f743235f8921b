/** Invalid quantity; the message is upstream's. */
class QuantityError extends Error {}

const PARTS = /^([+-]?)(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[-+]?\d*)$/
const WRONG = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"

const DECIMAL: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
}
const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']
/** The smallest decimal exponent. */
const NANO = 9

/** Fast path: already canonical, since it is too small for a larger unit. */
const CANONICAL = /^[1-9]\d{0,2}(?:[numkMGTPE]|[KMGTPE]i)?$/

type Format = 'decimal' | 'binary' | 'exponent'

/** The canonical form of a quantity: `0.5` becomes `500m`, `1024Mi` becomes `1Gi`; throws if it is invalid. */
export function canonicalQuantity(value: string | number): string {
  if (typeof value === 'string' && CANONICAL.test(value)) return value
  const [, sign = '', whole = '', fraction = '', suffix = ''] = PARTS.exec(String(value).trim()) ?? []
  if (whole === '' && fraction === '') throw new QuantityError(WRONG)
  const { base, exponent, format } = unitOf(suffix)
  const nanos = toNanos(BigInt(whole + fraction), fraction.length, base, exponent)
  return (sign === '-' && nanos !== 0n ? '-' : '') + written(nanos, format)
}

interface Unit {
  readonly base: 2 | 10
  readonly exponent: number
  readonly format: Format
}

function unitOf(suffix: string): Unit {
  const decimal = DECIMAL[suffix]
  if (decimal !== undefined) return { base: 10, exponent: decimal, format: 'decimal' }
  const binary = BINARY.indexOf(suffix)
  if (binary > 0) return { base: 2, exponent: binary * 10, format: 'binary' }
  const [, exponent] = /^[eE]([-+]?\d+)$/.exec(suffix) ?? []
  if (exponent === undefined) throw new QuantityError("unable to parse quantity's suffix")
  return { base: 10, exponent: Number(exponent), format: 'exponent' }
}

/** In billionths, rounded up. */
function toNanos(digits: bigint, decimals: number, base: 2 | 10, exponent: number): bigint {
  const tens = NANO - decimals + (base === 10 ? exponent : 0)
  const twos = base === 2 ? 2n ** BigInt(exponent) : 1n
  const scaled = digits * twos
  if (tens >= 0) return scaled * 10n ** BigInt(tens)
  const divisor = 10n ** BigInt(-tens)
  return (scaled + divisor - 1n) / divisor
}

const ONE = 10n ** BigInt(NANO)

function written(nanos: bigint, format: Format): string {
  if (nanos === 0n) return '0'
  if (format === 'binary' && nanos >= 1024n * ONE && nanos % ONE === 0n) return inBinary(nanos / ONE)
  let [number, exponent] = [nanos, -NANO]
  while (number % 1000n === 0n) {
    number /= 1000n
    exponent += 3
  }
  if (exponent === 0) return String(number)
  if (format === 'exponent') return `${number}e${exponent}`
  const suffix = Object.entries(DECIMAL).find(([, each]) => each === exponent)?.[0]
  return suffix === undefined ? `${number}e${exponent}` : `${number}${suffix}`
}

function inBinary(whole: bigint): string {
  let [number, unit] = [whole, 0]
  while (number % 1024n === 0n && unit < BINARY.length - 1) {
    number /= 1024n
    unit += 1
  }
  return `${number}${BINARY[unit]}`
}
