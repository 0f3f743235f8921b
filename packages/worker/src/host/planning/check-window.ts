import { UsageError } from '@kube-informer/core'
import type { Slice } from '../../api/subscription.ts'

/** Throws a UsageError for a window that is not one. */
export function checkWindow({ window }: Slice): void {
  if (!window) return
  const { limit } = window
  if (!isCount(limit)) throw invalid('limit', limit)
  if ('anchor' in window) {
    const { anchor, before = 0 } = window
    if (typeof anchor !== 'string') throw invalid('anchor', anchor, 'the key of an object')
    if (!isCount(before)) throw invalid('before', before)
  } else if (!isCount(window.offset ?? 0)) throw invalid('offset', window.offset)
}

const isCount = (value: unknown): boolean =>
  value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && Number(value) >= 0)

const invalid = (member: string, value: unknown, wanted = 'a number of rows'): UsageError =>
  new UsageError(`window.${member} must be ${wanted}, got ${JSON.stringify(value) ?? String(value)}`)
