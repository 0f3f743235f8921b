const QUANTITY = /^([+-]?[0-9.]+)(?:([eE][+-]?[0-9]+)|([numkKMGTPE]i?))?$/
const FACTORS: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
}

/** The value of a quantity (`500m`, `1Gi`, `1e3`, 2), precise enough to compare; undefined if invalid. */
export function quantityOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  const [, digits, exponent, suffix] = QUANTITY.exec(value) ?? []
  if (digits === undefined) return undefined
  const factor = suffix === undefined ? 1 : FACTORS[suffix]
  if (factor === undefined) return undefined
  return Number(`${digits}${exponent ?? ''}`) * factor
}
