import type { InformerStatus } from '@kube-informer/core'
import { sameError } from '../../wire/wire-error.ts'

/**
 * Whether two statuses differ visibly: in anything but counters, the time of the last event and the resourceVersion of
 * confirmed rows.
 */
export function statusDiffers(a: InformerStatus, b: InformerStatus): boolean {
  if (a === b) return false
  return (
    a.data !== b.data ||
    // Unconfirmed rows are shown together with their resourceVersion.
    (b.data === 'cached' && a.resourceVersion !== b.resourceVersion) ||
    a.link !== b.link ||
    a.isWaiting !== b.isWaiting ||
    a.notice !== b.notice ||
    a.progress?.received !== b.progress?.received ||
    a.progress?.expected !== b.progress?.expected ||
    !sameError(a.error, b.error)
  )
}
