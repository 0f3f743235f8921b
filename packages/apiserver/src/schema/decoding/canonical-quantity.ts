import { parseQuantity, type Quantity, type QuantityFormat } from '@kube-informer/core/quantity'

/** Invalid quantity; the message is upstream's. */
class QuantityError extends Error {}

const WRONG = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
/** A quantity, but for a suffix that does not exist. */
const WITH_ANY_SUFFIX = /^[+-]?(?:\d+\.?\d*|\.\d+)[eEinumkKMGTP]*[-+]?\d*$/

const DECIMAL: ReadonlyMap<number, string> = new Map([
  [-9, 'n'],
  [-6, 'u'],
  [-3, 'm'],
  [0, ''],
  [3, 'k'],
  [6, 'M'],
  [9, 'G'],
  [12, 'T'],
  [15, 'P'],
  [18, 'E'],
])
const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']
/** The smallest exponent of ten. */
const NANO = -9

/** Fast path: already canonical, since it is too small for a larger unit. */
const CANONICAL = /^[1-9]\d{0,2}(?:[numkMGTPE]|[KMGTPE]i)?$/

/** The canonical form of a quantity: `0.5` becomes `500m`, `1024Mi` becomes `1Gi`; throws if it is invalid. */
export function canonicalQuantity(value: string | number): string {
  if (typeof value === 'string' && CANONICAL.test(value)) return value
  const text = String(value).trim()
  const quantity = parseQuantity(text, {
    maxLength: Number.POSITIVE_INFINITY,
    maxExponent: Number.POSITIVE_INFINITY,
  })
  if (!quantity)
    throw new QuantityError(WITH_ANY_SUFFIX.test(text) ? "unable to parse quantity's suffix" : WRONG)
  const amount = amountOf(quantity)
  const sign = quantity.digits.startsWith('-') && amount.number !== 0n ? '-' : ''
  return sign + written(amount, quantity.format)
}

/** `number * 10 ** tens` */
interface Amount {
  readonly number: bigint
  readonly tens: number
}

/** Without its sign, rounded up to billionths. */
function amountOf({ digits, tens, twos }: Quantity): Amount {
  const number = BigInt(digits.replace('-', '')) * 2n ** BigInt(twos)
  if (tens >= NANO) return { number, tens }
  // A divisor with more digits than the number does not change the result, which is 1.
  const divisor = 10n ** BigInt(Math.min(NANO - tens, String(number).length))
  return { number: (number + divisor - 1n) / divisor, tens: NANO }
}

function written(amount: Amount, format: QuantityFormat): string {
  if (amount.number === 0n) return '0'
  const whole = format === 'BinarySI' ? wholeOf(amount) : 0n
  if (whole >= 1024n) return inBinary(whole)
  const { number, tens } = inThousands(amount)
  const suffix = format === 'DecimalExponent' && tens !== 0 ? undefined : DECIMAL.get(tens)
  return `${number}${suffix ?? `e${tens}`}`
}

/** 0 for a number with decimals. */
function wholeOf({ number, tens }: Amount): bigint {
  const one = 10n ** BigInt(-tens)
  return number % one === 0n ? number / one : 0n
}

/** With the largest exponent that is a multiple of three and leaves no decimals. */
function inThousands(amount: Amount): Amount {
  const rest = ((amount.tens % 3) + 3) % 3
  let [number, tens] = [amount.number * 10n ** BigInt(rest), amount.tens - rest]
  while (number % 1000n === 0n) {
    number /= 1000n
    tens += 3
  }
  return { number, tens }
}

function inBinary(whole: bigint): string {
  let [number, unit] = [whole, 0]
  while (number % 1024n === 0n && unit < BINARY.length - 1) {
    number /= 1024n
    unit += 1
  }
  return `${number}${BINARY[unit]}`
}
