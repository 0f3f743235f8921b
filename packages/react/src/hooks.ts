import type { InformerStatus, ResourceDefinition } from '@kube-informer/core'
import {
  type AccessObserver,
  type AccessState,
  type ConnectionStatus,
  type SliceGroup,
  UNKNOWN_ACCESS,
} from '@kube-informer/worker'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useInformerContext } from './provider.tsx'
import type { SliceResult } from './slice-result.ts'
import type { AccessOptions } from './types.ts'
import { resourceOf, sliceOf, type UntypedOptions, useSlice } from './use-slice.ts'

/** The window of hooks that read counts only: the host sends no rows. */
const NO_ROWS = { offset: 0, limit: 0 }
const NO_OPTIONS: UntypedOptions = {}

/** `useLister` without the types of a definition. */
export function useUntypedLister(options: UntypedOptions = NO_OPTIONS): SliceResult<readonly unknown[]> {
  return useSlice(sliceOf({ type: 'all' }, options), options)
}

/** `useByIndex` without the types of a definition. */
export function useUntypedByIndex(
  index: string,
  value: string | readonly string[] | null | undefined,
  options: UntypedOptions = NO_OPTIONS,
): SliceResult<readonly unknown[]> {
  const wanted = typeof value === 'string' ? { value } : value && { values: value }
  const slice = wanted && sliceOf({ type: 'index', index, ...wanted }, options)
  return useSlice(slice ?? undefined, options)
}

/** `useObject` without the types of a definition. */
export function useUntypedObject(
  key: string | null | undefined,
  options: UntypedOptions = NO_OPTIONS,
): SliceResult<unknown> {
  const result = useSlice(key == null ? undefined : { target: { type: 'key', key } }, options)
  return useMemo(() => ({ ...result, data: result.data[0] }), [result])
}

/** `useIndexValues` without the types of a definition. */
export function useUntypedIndexValues(
  index: string | null | undefined,
  options: UntypedOptions = NO_OPTIONS,
): SliceResult<readonly SliceGroup[]> {
  const slice =
    index == null
      ? undefined
      : sliceOf(
          { type: 'all' },
          {
            filter: options.filter,
            window: NO_ROWS,
            groupBy: index,
            groupFiltered: options.filter && true,
            groupEmpty: options.includeEmpty,
          },
        )
  const result = useSlice(slice, options)
  return useMemo(() => ({ ...result, data: result.groups }), [result])
}

/** `useInformerStatus` without the types of a definition. */
export function useUntypedInformerStatus(options: UntypedOptions = NO_OPTIONS): InformerStatus {
  return useSlice({ target: { type: 'status' } }, options).status
}

/** The status that a server renders and hydration starts from: the host is not chosen yet. */
const SERVER_STATUS: ConnectionStatus = Object.freeze({
  host: 'dedicated',
  reason: 'not connected yet',
  state: 'connecting',
  restarts: 0,
  storage: Object.freeze({ state: 'opening' }),
})

/** `useConnectionStatus`; its type does not depend on a definition. */
export function useUntypedConnectionStatus(): ConnectionStatus {
  const { connection } = useInformerContext()
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
export function useUntypedAccess(options: AccessOptions<string | ResourceDefinition>): AccessState {
  const context = useInformerContext()
  const resource = resourceOf(options, context)
  // Equal requests have the same observer, so React does not subscribe again on each render.
  const access = resource === undefined ? NO_ACCESS : context.connection.access({ ...options, resource })
  return useSyncExternalStore(access.subscribe, access.getState, unknownAccess)
}
