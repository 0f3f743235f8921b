const NUMBERS = new Intl.NumberFormat('en')

/** A number with separators: `12,345`. */
export const formatNumber = (value: number): string => NUMBERS.format(value)

/** A count for narrow places: `843`, `12.4k`, `1.2M`. */
export function formatCount(value: number): string {
  if (value < 10_000) return formatNumber(value)
  const [size, unit] = value < 999_500 ? [1_000, 'k'] : [1_000_000, 'M']
  const scaled = value / size
  return `${scaled.toFixed(scaled < 99.95 ? 1 : 0)}${unit}`
}

/** A count with its noun: `1 Pod`, `3 Pods`, `2 Ingresses`. */
export const plural = (count: number, one: string, many: string = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`
