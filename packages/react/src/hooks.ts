import type { InformerStatus, ResourceDefinition } from '@kube-informer/core'
import {
  type AccessState,
  type Connection,
  type ConnectionStatus,
  type SliceTarget,
  UNKNOWN_ACCESS,
} from '@kube-informer/worker'
import { useSyncExternalStore } from 'react'
import type { AccessOptions, ObjectReference } from './options.ts'
import type { Shape } from './projection.ts'
import { resourceOf, useInformerContext, useStatusSubscribe } from './provider.tsx'
import { type Off, wanted } from './skip-token.ts'
import type { SliceResult } from './slice-result.ts'
import { useSuspenseSlice } from './suspense.ts'
import { type UntypedOptions, useSlice } from './use-slice.ts'

/** The window of hooks that read counts only: the host sends no rows. */
const NO_ROWS = { offset: 0, limit: 0 }
const ALL: SliceTarget = { type: 'all' }

const firstRow: Shape = ([row]) => row
const groups: Shape = (_, state) => state.groups

/** The objects with a value of an index, or with one of several; undefined for none. */
function byIndex(index: string, value: string | readonly string[] | Off): SliceTarget | undefined {
  const given = wanted(value)
  if (given === undefined) return undefined
  return { type: 'index', index, ...(typeof given === 'string' ? { value: given } : { values: given }) }
}

/** One object; undefined for none. */
function byKey(object: string | ObjectReference | Off): SliceTarget | undefined {
  const given = wanted(object)
  if (given === undefined) return undefined
  if (typeof given === 'string') return { type: 'key', key: given }
  const { namespace, name } = given
  return { type: 'key', key: namespace ? `${namespace}/${name}` : name }
}

/** `useLister` without the types of a definition. */
export const useUntypedLister = (options?: UntypedOptions): SliceResult<unknown> => useSlice(ALL, options)

/** `useSuspenseLister` without the types of a definition. */
export const useUntypedSuspenseLister = (options?: UntypedOptions): SliceResult<unknown> =>
  useSuspenseSlice(ALL, options)

/** `useByIndex` without the types of a definition. */
export const useUntypedByIndex = (
  index: string,
  value: string | readonly string[] | Off,
  options?: UntypedOptions,
): SliceResult<unknown> => useSlice(byIndex(index, value), options)

/** `useSuspenseByIndex` without the types of a definition. */
export const useUntypedSuspenseByIndex = (
  index: string,
  value: string | readonly string[],
  options?: UntypedOptions,
): SliceResult<unknown> => useSuspenseSlice(byIndex(index, value), options)

/** `useObject` without the types of a definition. */
export const useUntypedObject = (
  object: string | ObjectReference | Off,
  options?: UntypedOptions,
): SliceResult<unknown> => useSlice(byKey(object), options, firstRow)

/** `useSuspenseObject` without the types of a definition. */
export const useUntypedSuspenseObject = (
  object: string | ObjectReference,
  options?: UntypedOptions,
): SliceResult<unknown> => useSuspenseSlice(byKey(object), options, firstRow)

/** `useIndexValues` without the types of a definition. */
export function useUntypedIndexValues(
  index: string | Off,
  options: UntypedOptions = {},
): SliceResult<unknown> {
  const groupBy = wanted(index)
  const { filter, includeEmpty: groupEmpty } = options
  const counted = { ...options, window: NO_ROWS, groupBy, groupFiltered: filter && true, groupEmpty }
  return useSlice(groupBy === undefined ? undefined : ALL, counted, groups)
}

/** `useInformerStatus` without the types of a definition. */
export const useUntypedInformerStatus = (options?: UntypedOptions): InformerStatus =>
  useSlice({ type: 'status' }, options).status

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
export function useUntypedConnectionStatus(options?: Pick<UntypedOptions, 'connection'>): ConnectionStatus {
  const { connection } = useInformerContext(options?.connection)
  return useSyncExternalStore(
    useStatusSubscribe(connection),
    () => connection.status,
    () => SERVER_STATUS,
  )
}

const unknownAccess = (): AccessState => UNKNOWN_ACCESS
const never = () => () => {}

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
    enabled && resource !== undefined ? context.connection.access({ ...request, resource }) : undefined
  return useSyncExternalStore(access?.subscribe ?? never, access?.getState ?? unknownAccess, unknownAccess)
}
