import type { InformerStatus } from '@kube-informer/core'
import type { WireStatus } from '../../wire/protocol.ts'
import { toWireError } from '../../wire/wire-error.ts'

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
