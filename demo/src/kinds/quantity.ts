const SYNTAX = /^([+-]?\d*\.?\d+)(m|[kMGTPE]i?|Ki)?$/
const DECIMAL: Readonly<Record<string, number>> = {
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
}
const BINARY: readonly string[] = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']

/** A Kubernetes quantity as a number; undefined if it is none. Precise enough to show it. */
export function parseQuantity(text: string): number | undefined {
  const [found, digits, suffix = ''] = SYNTAX.exec(text) ?? []
  if (found === undefined) return undefined
  const power = BINARY.indexOf(suffix)
  return Number(digits) * (power >= 0 ? 1024 ** (power + 1) : (DECIMAL[suffix] ?? 1))
}

/** The sum of quantities, in the form of the first: `250m` of CPU, `1.5Gi` of memory. Undefined if there are none. */
export function sumOfQuantities(texts: readonly (string | undefined)[]): string | undefined {
  const given = texts.filter(text => text !== undefined)
  if (given.length < 2) return given[0]
  const sum = given.reduce((total, text) => total + (parseQuantity(text) ?? 0), 0)
  return given.some(text => text.endsWith('i')) ? formatBinary(sum) : formatDecimal(sum)
}

/** Of CPUs: `250m`, `2`. */
const formatDecimal = (value: number): string =>
  Number.isInteger(value) ? String(value) : `${Math.round(value * 1_000)}m`

/** Of bytes: `512Mi`, `1.5Gi`. */
export function formatBinary(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(BINARY.length, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${value >= 100 || Number.isInteger(value) ? Math.round(value) : value.toFixed(1)}${BINARY[power - 1] ?? ''}`
}
