import { type KubernetesObject, type ResourceDefinition, UsageError } from '@kube-informer/core'
import {
  type AnchorWindow,
  type Connection,
  type Slice,
  type SliceFilter,
  type SliceSort,
  type SliceState,
  type SliceWindow,
  type Subscription,
  subscriptionKey,
} from '@kube-informer/worker'
import { useMemo, useState } from 'react'
import { type StoreApi, useStore } from 'zustand'
import { createProjection, type Select } from './projection.ts'
import { type InformerContextValue, useInformerContext } from './provider.tsx'
import type { SliceResult } from './slice-result.ts'
import { createSliceStore, DISABLED_STORE } from './slice-store.ts'

/** The options of every hook, before the types of a definition are added. */
export interface UntypedOptions {
  readonly resource?: string | ResourceDefinition | null | undefined
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

/** Subscribes to a slice. Without a slice or a resource, the hook is disabled. Every data hook is a thin wrapper around this. */
export function useSlice(slice: Slice | undefined, options: UntypedOptions): SliceResult<readonly unknown[]> {
  const context = useInformerContext()
  const resource = resourceOf(options, context)
  const [project] = useState(createProjection)
  const enabled = slice !== undefined && resource !== undefined
  const store = useSliceStore(
    context.connection,
    enabled ? subscriptionOf(resource, slice, options) : undefined,
  )
  return useStore(store, state => project(state, options.select))
}

/** The same store until the connection or the content of the subscription changes. */
function useSliceStore(
  connection: Connection,
  subscription: Subscription | undefined,
): StoreApi<SliceState<KubernetesObject>> {
  const key = subscription && subscriptionKey(subscription)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the subscription, which is new on each render
  return useMemo(
    () => (subscription ? createSliceStore(connection, subscription) : DISABLED_STORE),
    [connection, key],
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

/** The `resource` option takes precedence, and disables the hook when it is null or undefined. */
export function resourceOf(
  options: Pick<UntypedOptions, 'resource'>,
  { resource, connection }: InformerContextValue,
): string | ResourceDefinition | undefined {
  if ('resource' in options) return options.resource ?? undefined
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
