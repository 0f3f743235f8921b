import { type ResourceDefinition, UsageError } from '@kube-informer/core'
import type {
  Connection,
  Scope,
  Slice,
  SliceFilter,
  SliceSort,
  SliceWindow,
  Subscription,
} from '@kube-informer/worker'
import { useState } from 'react'
import { useStore } from 'zustand'
import { createProjection, type Select } from './projection.ts'
import { type InformerContextValue, useInformerContext } from './provider.tsx'
import type { SliceResult } from './slice-result.ts'
import { OFF_STORE } from './slice-store.ts'
import { storeCacheOf } from './store-cache.ts'

/** The options of every hook, before the types of a definition are put on. */
export interface UntypedOptions {
  readonly resource?: string | ResourceDefinition | null | undefined
  readonly namespace?: string | undefined
  readonly labelSelector?: string | undefined
  readonly fieldSelector?: string | undefined
  readonly select?: Select | undefined
  readonly sort?: SliceSort | undefined
  readonly filter?: SliceFilter | undefined
  readonly window?: SliceWindow | undefined
  readonly groupBy?: string | undefined
}

/** Follows a slice; `undefined` as the slice, or no resource, switches it off. Every hook is a few lines over this. */
export function useSlice(slice: Slice | undefined, options: UntypedOptions): SliceResult<readonly unknown[]> {
  const context = useInformerContext()
  const resource = resourceOf(options, context)
  const [project] = useState(createProjection)
  const store =
    slice === undefined || resource === undefined
      ? OFF_STORE
      : storeCacheOf(context.connection).storeFor(subscriptionOf(resource, slice, options))
  return useStore(store, state => project(state, options.select))
}

/** The slice that the options ask for, around a target. */
export const sliceOf = (target: Slice['target'], options: UntypedOptions): Slice => ({
  target,
  filter: options.filter,
  sort: options.sort,
  window: options.window,
  groupBy: options.groupBy,
})

function subscriptionOf(
  resource: string | ResourceDefinition,
  slice: Slice,
  options: UntypedOptions,
): Subscription {
  const { namespace, labelSelector, fieldSelector } = options
  const scope: Scope = { namespace, labelSelector, fieldSelector }
  return { resource, scope, slice }
}

/** A `resource` that is given wins, and switches the hook off when it is null or undefined. */
function resourceOf(
  options: UntypedOptions,
  { resource, connection }: InformerContextValue,
): string | ResourceDefinition | undefined {
  if ('resource' in options) return options.resource ?? undefined
  const found = resource ?? onlyResource(connection)
  if (found !== undefined) return found
  throw new UsageError(
    'Which resource? The connection has several: name one in the options of the hook, ' +
      'or as <InformerProvider resource="…">.',
  )
}

function onlyResource({ definitions }: Connection): string | undefined {
  const names = Object.keys(definitions)
  return names.length === 1 ? names[0] : undefined
}
