import type { InformerStatus } from '@kube-informer/core'
import type { WireStatus } from '../../wire/protocol.ts'
import { sameError, toWireError } from '../../wire/wire-error.ts'

/** Whether two statuses look different to a user: anything but counters and the last event. */
export function statusDiffers(a: InformerStatus, b: InformerStatus): boolean {
  if (a === b) return false
  return (
    a.data !== b.data ||
    // Rows that nobody has confirmed stand beside the version that they are of.
    (b.data === 'cached' && a.resourceVersion !== b.resourceVersion) ||
    a.link !== b.link ||
    a.progress?.received !== b.progress?.received ||
    a.progress?.expected !== b.progress?.expected ||
    !sameError(a.error, b.error)
  )
}

/** What a page takes for granted of a slice that no host has answered: not worth a message. */
export const NOTHING_YET: InformerStatus = {
  data: 'none',
  link: 'connecting',
  resourceVersion: '',
  counters: { objects: 0, events: 0, relists: 0, restarts: 0, bytes: 0 },
}

/** The status of a slice that cannot be answered, however well its informer does. */
export const unanswerable = (error: unknown, status: InformerStatus = NOTHING_YET): InformerStatus => ({
  ...status,
  link: 'stopped',
  error: error instanceof Error ? error : new Error(String(error)),
})

/** A status as it is sent to a page. */
export const toWireStatus = ({ error, ...status }: InformerStatus): WireStatus =>
  error ? { ...status, error: toWireError(error) } : status
