import type { InformerStatus, ResourceDefinition } from '@kube-informer/core'
import {
  type AccessObserver,
  type AccessState,
  type Connection,
  type ConnectionStatus,
  type Slice,
  UNKNOWN_ACCESS,
} from '@kube-informer/worker'
import { useCallback, useSyncExternalStore } from 'react'
import type { AccessOptions, ObjectReference } from './options.ts'
import type { Shape } from './projection.ts'
import { useInformerContext } from './provider.tsx'
import { type Off, wanted } from './skip-token.ts'
import type { SliceResult } from './slice-result.ts'
import { resourceOf, sliceOf, type UntypedOptions, useSlice } from './use-slice.ts'

/** The window of hooks that read counts only: the host sends no rows. */
const NO_ROWS = { offset: 0, limit: 0 }
const NO_OPTIONS: UntypedOptions = {}

/** The data of a hook that reads one object. */
export const firstRow: Shape = ([row]) => row
const groups: Shape = (_, state) => state.groups

/** The value of an index, or several. */
export type IndexValue = string | readonly string[]

/** The slice of an index value; undefined for none. */
export function indexSlice(
  index: string,
  value: IndexValue | Off,
  options: UntypedOptions,
): Slice | undefined {
  const given = wanted(value)
  if (given === undefined) return undefined
  const values = typeof given === 'string' ? { value: given } : { values: given }
  return sliceOf({ type: 'index', index, ...values }, options)
}

/** The slice of one object; undefined for none. */
export function objectSlice(object: string | ObjectReference | Off): Slice | undefined {
  const given = wanted(object)
  if (given === undefined) return undefined
  const key =
    typeof given === 'string' ? given : given.namespace ? `${given.namespace}/${given.name}` : given.name
  return { target: { type: 'key', key } }
}

/** `useLister` without the types of a definition. */
export function useUntypedLister(options: UntypedOptions = NO_OPTIONS): SliceResult<unknown> {
  return useSlice(sliceOf({ type: 'all' }, options), options)
}

/** `useByIndex` without the types of a definition. */
export function useUntypedByIndex(
  index: string,
  value: IndexValue | Off,
  options: UntypedOptions = NO_OPTIONS,
): SliceResult<unknown> {
  return useSlice(indexSlice(index, value, options), options)
}

/** `useObject` without the types of a definition. */
export function useUntypedObject(
  object: string | ObjectReference | Off,
  options: UntypedOptions = NO_OPTIONS,
): SliceResult<unknown> {
  return useSlice(objectSlice(object), options, firstRow)
}

/** `useIndexValues` without the types of a definition. */
export function useUntypedIndexValues(
  index: string | Off,
  options: UntypedOptions = NO_OPTIONS,
): SliceResult<unknown> {
  const groupBy = wanted(index)
  const slice =
    groupBy === undefined
      ? undefined
      : sliceOf(
          { type: 'all' },
          {
            filter: options.filter,
            window: NO_ROWS,
            groupBy,
            groupFiltered: options.filter && true,
            groupEmpty: options.includeEmpty,
          },
        )
  return useSlice(slice, options, groups)
}

/** `useInformerStatus` without the types of a definition. */
export function useUntypedInformerStatus(options: UntypedOptions = NO_OPTIONS): InformerStatus {
  return useSlice({ target: { type: 'status' } }, options).status
}

/** `useConnection` without the types of a definition. */
export const useUntypedConnection = (): Connection => useInformerContext().connection

/** The status that a server renders and hydration starts from: the host is not chosen yet. */
const SERVER_STATUS: ConnectionStatus = Object.freeze({
  host: 'dedicated',
  reason: 'not connected yet',
  state: 'connecting',
  restarts: 0,
  storage: Object.freeze({ state: 'opening' }),
})

/** `useConnectionStatus`; its result does not depend on a definition. */
export function useUntypedConnectionStatus(
  options: { readonly connection?: Connection | undefined } = NO_OPTIONS,
): ConnectionStatus {
  const { connection } = useInformerContext(options.connection)
  const subscribe = useCallback((listener: () => void) => connection.subscribeStatus(listener), [connection])
  return useSyncExternalStore(
    subscribe,
    () => connection.status,
    () => SERVER_STATUS,
  )
}

const unknownAccess = (): AccessState => UNKNOWN_ACCESS

/** The store of a hook that is switched off. */
const NO_ACCESS: AccessObserver = { getState: unknownAccess, subscribe: () => () => {} }

/** `useAccess` without the types of a definition. */
export function useUntypedAccess({
  connection,
  enabled = true,
  ...request
}: AccessOptions<Connection['definitions'], string | ResourceDefinition>): AccessState {
  const context = useInformerContext(connection)
  const resource = resourceOf(request, context)
  // Equal requests have the same observer, so React does not subscribe again on each render.
  const access =
    resource === undefined || !enabled ? NO_ACCESS : context.connection.access({ ...request, resource })
  return useSyncExternalStore(access.subscribe, access.getState, unknownAccess)
}
