const UNITS = ['B', 'kB', 'MB', 'GB'] as const

/** Formats a number of bytes for people: `812 B`, `4.2 MB`, `38 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0
  return `${value.toFixed(digits)} ${UNITS[unit]}`
}
