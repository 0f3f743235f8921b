import { internalError } from './status-errors.ts'

/** What a resourceVersion of a real server fits in. */
const MAX_UINT64 = '18446744073709551615'
const DIGITS = /^[0-9]+$/

/**
 * Compares two resourceVersions without ever making numbers of them: the longer one is greater, and of two with the
 * same length the one whose characters are. Both are normal: digits without a leading zero, or "0".
 */
export function compareRevisions(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : a > b ? 1 : 0
}

export const isNewer = (a: string, b: string): boolean => compareRevisions(a, b) > 0

/** The text without leading zeros; undefined where it is no number. */
export function normalRevision(text: string): string | undefined {
  return DIGITS.test(text) ? text.replace(/^0+(?=.)/, '') : undefined
}

/**
 * A request's resourceVersion; "" is "0", which is whatever there is. Throws what a real server answers to a text
 * that is no number, or one that it has no room for, unless its own are as long.
 */
export function requestedRevision(text: string, current: string): string {
  if (text === '') return '0'
  const revision = normalRevision(text)
  if (revision === undefined) throw unparsable(text, 'invalid syntax')
  if (isNewer(revision, MAX_UINT64) && !isNewer(current, MAX_UINT64))
    throw unparsable(text, 'value out of range')
  return revision
}

const unparsable = (text: string, why: string) =>
  internalError(
    `resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: ${why}`,
  )

/** The number before; only for messages and bounds, where versions are few. */
export const revisionBefore = (revision: string): string => String(BigInt(revision) - 1n)
