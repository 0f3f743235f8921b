import { type KubernetesObject, type ResourceDefinition, UsageError } from '@kube-informer/core'
import {
  type AnchorWindow,
  type Connection,
  type HydratedSlice,
  INITIAL_SLICE_STATE,
  type Slice,
  type SliceFilter,
  type SliceSort,
  type SliceState,
  type SliceWindow,
  type Subscription,
  subscriptionKey,
} from '@kube-informer/worker'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import { isForgotten, useSubscribe } from './disabled.ts'
import { dehydratedKey } from './hydration/dehydrated.ts'
import type { PlaceholderData } from './placeholder.ts'
import { createProjection, rows, type Select, type Shape, type View } from './projection.ts'
import { type InformerContextValue, useInformerContext } from './provider.tsx'
import { type SkipToken, wanted } from './skip-token.ts'
import type { SliceResult } from './slice-result.ts'
import { createSliceStore, DISABLED_STORE } from './slice-store.ts'
import { type ThrowOnError, throwIfWanted } from './throw-on-error.ts'

/** The options of every hook, before the types of a definition are added. */
export interface UntypedOptions {
  readonly connection?: Connection | undefined
  readonly resource?: string | ResourceDefinition | SkipToken | null | undefined
  readonly enabled?: boolean | undefined
  readonly placeholderData?: PlaceholderData<unknown> | undefined
  readonly throwOnError?: ThrowOnError | undefined
  readonly namespace?: string | undefined
  readonly labelSelector?: string | undefined
  readonly fieldSelector?: string | undefined
  readonly select?: Select | undefined
  readonly sort?: SliceSort | readonly SliceSort[] | undefined
  readonly filter?: SliceFilter | undefined
  readonly window?: SliceWindow | AnchorWindow | undefined
  readonly groupBy?: string | undefined
  readonly groupFiltered?: boolean | undefined
  readonly groupEmpty?: boolean | undefined
  readonly includeEmpty?: boolean | undefined
}

/** What a hook reads; without a subscription it is disabled. */
export interface Target {
  readonly connection: Connection
  readonly subscription: Subscription | undefined
  /** What a server has rendered of it. */
  readonly hydrated: HydratedSlice<KubernetesObject> | undefined
}

/** Subscribes to a slice. Without a slice or a resource, the hook is disabled. Every data hook is a thin wrapper around this. */
export function useSlice(
  slice: Slice | undefined,
  options: UntypedOptions,
  shape: Shape = rows,
): SliceResult<unknown> {
  const result = useResult(useTarget(slice, options), options, shape)
  throwIfWanted(result, options.throwOnError)
  return result
}

/** The connection and the subscription that a hook's options describe. */
export function useTarget(slice: Slice | undefined, options: UntypedOptions): Target {
  const context = useInformerContext(options.connection)
  const resource = resourceOf(options, context)
  const { connection, hydrated } = context
  if (slice === undefined || resource === undefined)
    return { connection, subscription: undefined, hydrated: undefined }
  const subscription = subscriptionOf(resource, slice, options)
  return { connection, subscription, hydrated: hydrated?.get(dehydratedKey(subscription)) }
}

/**
 * The result of a target.
 *
 * @param onServer the state that a server renders, and that hydration starts from, where nothing is hydrated
 */
export function useResult(
  { connection, subscription, hydrated }: Target,
  { enabled = true, select, placeholderData }: UntypedOptions,
  shape: Shape,
  onServer: 'getInitialState' | 'getState' = 'getInitialState',
): SliceResult<unknown> {
  const isEnabled = enabled && subscription !== undefined
  const store = useSliceStore({ connection, subscription, hydrated })
  const [project] = useState(createProjection)
  const last = useRef<{ readonly connection: Connection; readonly result: SliceResult<unknown> }>(undefined)
  const previous = last.current?.connection === connection ? last.current.result : undefined
  const view: View = {
    shape,
    select,
    isEnabled,
    ...(placeholderData !== undefined && { placeholderData, previous }),
  }
  const read = (state: SliceState<KubernetesObject>): SliceResult<unknown> =>
    isForgotten(connection, isEnabled)
      ? project(INITIAL_SLICE_STATE, { shape, isEnabled })
      : project(state, view)
  const result = useSyncExternalStore(
    useSubscribe(connection, store.subscribe, isEnabled),
    () => read(store.getState()),
    () => read(store[hydrated ? 'getInitialState' : onServer]()),
  )
  // Written after the commit: a render that React discards must not change what was shown before.
  useEffect(() => {
    if (result.status.data !== 'none') last.current = { connection, result }
    else if (result.isError) last.current = undefined
  }, [connection, result])
  return result
}

/** The same store until the connection or the content of the subscription changes. */
function useSliceStore({
  connection,
  subscription,
  hydrated,
}: Target): StoreApi<SliceState<KubernetesObject>> {
  const key = subscription && subscriptionKey(subscription)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the subscription, which is new on each render
  return useMemo(
    () => (subscription ? createSliceStore(connection, subscription, hydrated) : DISABLED_STORE),
    [connection, hydrated, key],
  )
}

/** The slice of a target that the options describe. */
export const sliceOf = (target: Slice['target'], options: UntypedOptions): Slice => ({
  target,
  filter: options.filter,
  sort: options.sort,
  window: options.window,
  groupBy: options.groupBy,
  groupFiltered: options.groupFiltered,
  groupEmpty: options.groupEmpty,
})

function subscriptionOf(
  resource: string | ResourceDefinition,
  slice: Slice,
  { namespace, labelSelector, fieldSelector }: UntypedOptions,
): Subscription {
  return { resource, scope: { namespace, labelSelector, fieldSelector }, slice }
}

/** The `resource` option takes precedence, and disables the hook when it is null, undefined or skipToken. */
export function resourceOf(
  options: Pick<UntypedOptions, 'resource'>,
  { resource, connection }: InformerContextValue,
): string | ResourceDefinition | undefined {
  if ('resource' in options) return wanted(options.resource)
  const found = resource ?? onlyResource(connection)
  if (found !== undefined) return found
  throw new UsageError(
    'The connection has several resources: pass one as the hook option `resource`, or to <InformerProvider resource="…">.',
  )
}

function onlyResource({ definitions }: Connection): string | undefined {
  const names = Object.keys(definitions)
  return names.length === 1 ? names[0] : undefined
}
