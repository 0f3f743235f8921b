/** A number with a suffix: of ten (`m`, `k`, `M`), of two (`Ki`, `Mi`), or an exponent (`e3`). */
const QUANTITY = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:([numkMGTPE]?)|([KMGTPE])i|[eE]([+-]?\d+))$/

/** The powers of ten of the suffixes. */
const TENS: Readonly<Record<string, number>> = {
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
const TWOS = 'KMGTPE'

/**
 * The number that a Kubernetes quantity stands for, rounded to the nearest double: `500m` is 0.5, `1Ki` is 1024. A number
 * stands for itself. Undefined for any other value.
 */
export function parseQuantity(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  const parts = typeof value === 'string' ? QUANTITY.exec(value) : null
  if (!parts) return undefined
  const [, number = '', suffix = '', two, exponent] = parts
  if (two !== undefined) return Number(number) * 1024 ** (TWOS.indexOf(two) + 1)
  return Number(`${number}e${exponent ?? TENS[suffix]}`)
}
