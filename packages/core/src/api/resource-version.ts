import { UsageError } from './errors.ts'

const WELL_FORMED = /^[1-9][0-9]*$/

/**
 * Compares two resourceVersions: by length, then by character, which is exact beyond 2^53
 * (apimachinery `util/resourceversion`, KEP-5504). Throws a UsageError when one is malformed ("", "0", "01", "abc").
 *
 * @returns negative, 0 or positive, like a sort comparator
 */
export function compareResourceVersions(a: string, b: string): number {
  for (const rv of [a, b]) {
    if (!WELL_FORMED.test(rv))
      throw new UsageError(`resourceVersion is not well formed: ${JSON.stringify(rv)}`)
  }
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : a > b ? 1 : 0
}
