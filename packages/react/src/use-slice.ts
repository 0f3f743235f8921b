import type { ResourceDefinition } from '@kube-informer/core'
import type { Connection, Subscription } from '@kube-informer/worker'
import { INITIAL_SLICE_STATE, type SubscriptionOptions, subscriptionOf } from '@kube-informer/worker/internal'
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
export interface UntypedOptions extends SubscriptionOptions {
  readonly connection?: Connection | undefined
  readonly resource?: string | ResourceDefinition | SkipToken | null | undefined
  readonly enabled?: boolean | undefined
  readonly placeholderData?: PlaceholderData<unknown> | undefined
  readonly throwOnError?: ThrowOnError | undefined
  readonly select?: Select | undefined
  readonly includeEmpty?: boolean | undefined
}

/** Throws what a hook waits for that suspends. */
export type Suspend = (
  connection: Connection,
  subscription: Subscription,
  key: string,
  error: Error | undefined,
) => never

/**
 * Shows a slice. Without a resource, the hook is disabled. Every data hook is a thin wrapper around this.
 *
 * @param suspend called while there are no data
 */
export function useSlice(
  options: UntypedOptions = {},
  shape?: Shape,
  suspend?: Suspend,
): SliceResult<unknown> {
  const context = useInformerContext(options.connection)
  const { connection } = context
  const resource = resourceOf(options, context)
  const subscription = resource === undefined ? undefined : subscriptionOf(resource, options)
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
