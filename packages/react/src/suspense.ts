import { ConnectionError } from '@kube-informer/core'
import { type Connection, type Slice, type Subscription, subscriptionKey } from '@kube-informer/worker'
import { firstRow, type IndexValue, indexSlice, objectSlice } from './hooks.ts'
import type { ObjectReference } from './options.ts'
import { rows, type Shape } from './projection.ts'
import type { SliceResult } from './slice-result.ts'
import { isBlocked, retriedErrors } from './throw-on-error.ts'
import { sliceOf, type UntypedOptions, useResult, useTarget } from './use-slice.ts'

/**
 * How long a suspended component keeps its subscription unless it renders again, in ms. React does not tell when a tree
 * that never mounted is dropped. One that still waits renders after this time, and subscribes again before the slice is
 * removed.
 */
const LEASE_MS = 5_000

const NO_OPTIONS: UntypedOptions = {}

/** The promises that components wait for, by subscription. React needs the same one on each attempt to render. */
const arrivals = new WeakMap<Connection, Map<string, Promise<void>>>()

/** `useSuspenseLister` without the types of a definition. */
export function useUntypedSuspenseLister(options: UntypedOptions = NO_OPTIONS): SliceResult<unknown> {
  return useSuspenseSlice(sliceOf({ type: 'all' }, options), options)
}

/** `useSuspenseByIndex` without the types of a definition. */
export function useUntypedSuspenseByIndex(
  index: string,
  value: IndexValue,
  options: UntypedOptions = NO_OPTIONS,
): SliceResult<unknown> {
  return useSuspenseSlice(indexSlice(index, value, options), options)
}

/** `useSuspenseObject` without the types of a definition. */
export function useUntypedSuspenseObject(
  object: string | ObjectReference,
  options: UntypedOptions = NO_OPTIONS,
): SliceResult<unknown> {
  return useSuspenseSlice(objectSlice(object), options, firstRow)
}

/** Suspends until the slice has data; throws the error of a slice without data. */
function useSuspenseSlice(
  slice: Slice | undefined,
  { placeholderData, enabled, ...options }: UntypedOptions,
  shape: Shape = rows,
): SliceResult<unknown> {
  const target = useTarget(slice, options)
  const { connection, subscription } = target
  const result = useResult(target, options, shape, 'getState')
  if (subscription === undefined || result.status.data !== 'none') return result
  if (connection.status.state === 'closed') throw new ConnectionError('the connection was closed')
  if (isBlocked(result)) throw result.error
  throw arrivalOf(connection, subscription, result.error)
}

/** Resolves when there is a reason to render again: data, an error, or the end of the lease. */
function arrivalOf(
  connection: Connection,
  subscription: Subscription,
  ignore: Error | undefined,
): Promise<void> {
  const waiting = arrivals.get(connection) ?? new Map<string, Promise<void>>()
  arrivals.set(connection, waiting)
  const key = subscriptionKey(subscription)
  const known = waiting.get(key)
  if (known) return known
  const end = (): void => {
    waiting.delete(key)
    if (ignore) retriedErrors.delete(ignore)
  }
  const arrival = connection.ensure(subscription, { timeoutMs: LEASE_MS, ignore }).then(end, end)
  waiting.set(key, arrival)
  return arrival
}
