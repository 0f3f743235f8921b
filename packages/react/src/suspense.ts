import { ConnectionError } from '@kube-informer/core'
import type { Connection } from '@kube-informer/worker'
import type { Shape } from './projection.ts'
import type { SliceResult } from './slice-result.ts'
import { retriedErrors } from './throw-on-error.ts'
import { type Suspend, type UntypedOptions, useSlice } from './use-slice.ts'

/**
 * How long a suspended component keeps its subscription unless it renders again, in ms. React does not tell when a tree
 * that never mounted is dropped. One that still waits renders after this time, and subscribes again before the slice is
 * removed.
 */
const LEASE_MS = 5_000

/** The promises that components wait for, by subscription. React needs the same one on each attempt to render. */
const arrivals = new WeakMap<Connection, Map<string, Promise<void>>>()

/** Suspends until the slice has data; throws the error of a slice without data. */
export const useSuspenseSlice = (
  { placeholderData, enabled, ...options }: UntypedOptions = {},
  shape?: Shape,
): SliceResult<unknown> => useSlice(options, shape, suspend)

/** Throws a promise that resolves when there is a reason to render again: data, an error, or the end of the lease. */
const suspend: Suspend = (connection, subscription, key, ignore) => {
  if (connection.status.state === 'closed') throw new ConnectionError('the connection was closed')
  const waiting = arrivals.get(connection) ?? new Map<string, Promise<void>>()
  arrivals.set(connection, waiting)
  const end = (): void => {
    waiting.delete(key)
    if (ignore) retriedErrors.delete(ignore)
  }
  const arrival =
    waiting.get(key) ?? connection.ensure(subscription, { timeoutMs: LEASE_MS, ignore }).then(end, end)
  waiting.set(key, arrival)
  throw arrival
}
