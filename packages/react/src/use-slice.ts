import type { ResourceDefinition } from '@kube-informer/core'
import {
  type AnchorWindow,
  type Connection,
  INITIAL_SLICE_STATE,
  type OffsetWindow,
  type SliceFilter,
  type SliceForm,
  type SliceSort,
  type SliceTarget,
  type Subscription,
} from '@kube-informer/worker'
import { useUnreadErrors } from '#unread-errors'
import { resourceOf, useInformerContext } from './context/provider.tsx'
import type { SkipToken } from './context/skip-token.ts'
import type { PlaceholderData } from './placeholder.ts'
import type { Select, Shape } from './projection.ts'
import type { SliceResult } from './slice-result.ts'
import { createSliceStore } from './slice-store.ts'
import { type ThrowOnError, throwIfWanted } from './throw-on-error.ts'
import { useObserved } from './use-observed.ts'

/** The options of every hook, before the types of a definition are added. */
export interface UntypedOptions {
  readonly connection?: Connection | undefined
  readonly resource?: string | ResourceDefinition | SkipToken | null | undefined
  readonly enabled?: boolean | undefined
  readonly placeholderData?: PlaceholderData<unknown> | undefined
  readonly throwOnError?: ThrowOnError | undefined
  readonly namespace?: Subscription['namespace']
  readonly scope?: Subscription['scope']
  readonly select?: Select | undefined
  readonly sort?: SliceSort | readonly SliceSort[] | undefined
  readonly filter?: SliceFilter | undefined
  readonly window?: OffsetWindow | AnchorWindow | undefined
  readonly clampWindow?: boolean | undefined
  readonly groupBy?: string | undefined
  readonly groupFiltered?: boolean | undefined
  readonly groupEmpty?: boolean | undefined
  readonly includeEmpty?: boolean | undefined
  readonly form?: SliceForm
}

/** Throws what a hook waits for that suspends. */
export type Suspend = (
  connection: Connection,
  subscription: Subscription,
  key: string,
  error: Error | undefined,
) => never

/**
 * Shows a slice. Without a target or a resource, the hook is disabled. Every data hook is a thin wrapper around this.
 *
 * @param suspend called while there are no data
 */
export function useSlice(
  target: SliceTarget | undefined,
  options: UntypedOptions = {},
  shape?: Shape,
  suspend?: Suspend,
): SliceResult<unknown> {
  const context = useInformerContext(options.connection)
  const { connection } = context
  const resource = resourceOf(options, context)
  const subscription =
    target && resource !== undefined ? subscriptionOf(resource, target, options) : undefined
  const key: string | undefined = JSON.stringify(subscription)
  const hydrated = subscription && context.hydrated?.(subscription)
  const open = () => createSliceStore(connection, subscription as Subscription, hydrated)
  const suspends = suspend !== undefined
  const result = useObserved(
    { connection, key, hydrated, open, empty: INITIAL_SLICE_STATE, shape, suspends },
    options,
  )
  throwIfWanted(result, suspends || options.throwOnError)
  if (subscription && result.status.data === 'none')
    suspend?.(connection, subscription, key as string, result.error)
  return useUnreadErrors(result, connection, key)
}

const subscriptionOf = (
  resource: string | ResourceDefinition,
  target: SliceTarget,
  {
    namespace,
    scope,
    filter,
    sort,
    window,
    clampWindow,
    groupBy,
    groupFiltered,
    groupEmpty,
    form,
  }: UntypedOptions,
): Subscription => ({
  resource,
  form,
  namespace,
  scope,
  slice: { target, filter, sort, window, clampWindow, groupBy, groupFiltered, groupEmpty },
})
