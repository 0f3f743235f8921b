import { internalError } from './status-errors.ts'

/** The maximum resourceVersion of a Kubernetes server. */
const MAX_UINT64 = '18446744073709551615'
const DIGITS = /^[0-9]+$/

/**
 * Compares two resourceVersions as text: by length, then by characters. Both must be normalized: digits without a leading
 * zero, or "0".
 */
export function compareRevisions(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : a > b ? 1 : 0
}

export const isNewer = (a: string, b: string): boolean => compareRevisions(a, b) > 0

/** The text without leading zeros; undefined if it is not a number. */
export function normalRevision(text: string): string | undefined {
  return DIGITS.test(text) ? text.replace(/^0+(?=.)/, '') : undefined
}

/**
 * Parses the resourceVersion of a request; "" becomes "0" (any). Throws the server's error for a text that is not a number
 * or exceeds 64 bits, unless the current revision is as long.
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

/** The preceding revision. Uses BigInt, so only for messages and bounds. */
export const revisionBefore = (revision: string): string => String(BigInt(revision) - 1n)
