const UNITS = [
  ['y', 365 * 86_400],
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const

/** Below this count the next smaller unit is shown too: `3d4h`, but `12d`. */
const FINE_BELOW = 8

/** Formats a duration like kubectl, with at most two units: `12s`, `5m3s`, `47m`, `3d4h`, `12d`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const at = UNITS.findIndex(([, size]) => seconds >= size)
  const unit = UNITS[at]
  if (unit === undefined) return '0s'
  const [name, size] = unit
  const count = Math.floor(seconds / size)
  const finer = UNITS[at + 1]
  if (finer === undefined || count >= FINE_BELOW) return `${count}${name}`
  const rest = Math.floor((seconds % size) / finer[1])
  return rest === 0 ? `${count}${name}` : `${count}${name}${rest}${finer[0]}`
}
