/** A version as numbers: `[20, 3, 0]`. */
const numbersOf = (version: string): readonly number[] => version.split('.').map(Number)

/** Negative if `a` is older than `b`. A missing part counts as zero. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Without zeros at the end: `20` for `20.0.0`. */
export const shortVersion = (version: string): string => version.replace(/(?:\.0)+$/, '')
