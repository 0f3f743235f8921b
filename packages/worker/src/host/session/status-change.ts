import type { InformerStatus } from '@kube-informer/core'
import type { WireStatus } from '../../wire/protocol.ts'
import { sameError, toWireError } from '../../wire/wire-error.ts'

/** Whether two statuses differ visibly: in anything but counters and the time of the last event. */
export function statusDiffers(a: InformerStatus, b: InformerStatus): boolean {
  if (a === b) return false
  return (
    a.data !== b.data ||
    // Unconfirmed rows are shown together with their resourceVersion.
    (b.data === 'cached' && a.resourceVersion !== b.resourceVersion) ||
    a.link !== b.link ||
    a.progress?.received !== b.progress?.received ||
    a.progress?.expected !== b.progress?.expected ||
    !sameError(a.error, b.error)
  )
}

/** The status that a page assumes before a host responds; it is not sent. */
export const NOTHING_YET: InformerStatus = {
  data: 'none',
  link: 'connecting',
  resourceVersion: '',
  counters: { objects: 0, events: 0, relists: 0, restarts: 0, bytes: 0 },
}

/** The status of a slice that cannot be evaluated, independent of its informer. */
export const unanswerable = (error: unknown, status: InformerStatus = NOTHING_YET): InformerStatus => ({
  ...status,
  link: 'stopped',
  error: error instanceof Error ? error : new Error(String(error)),
})

/** A status as it is sent to a page. */
export const toWireStatus = ({ error, ...status }: InformerStatus): WireStatus =>
  error ? { ...status, error: toWireError(error) } : status
