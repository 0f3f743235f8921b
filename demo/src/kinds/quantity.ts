import { parseQuantity } from '@kube-informer/core/quantity'

const BINARY: readonly string[] = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']

/** The sum of quantities, in the form of the first: `250m` of CPU, `1.5Gi` of memory. Undefined if there are none. */
export function sumOfQuantities(texts: readonly (string | undefined)[]): string | undefined {
  const given = texts.filter(text => text !== undefined)
  if (given.length < 2) return given[0]
  const sum = given.reduce((total, text) => total + (parseQuantity(text)?.approximate ?? 0), 0)
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
