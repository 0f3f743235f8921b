import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import {
  type Connection,
  type InformerDefinitions,
  type ResourceName,
  type ShownOf,
  type SliceForm,
  type SliceState,
  type Subscription,
  subscriptionKey,
} from '@kube-informer/worker'
import {
  type DataTag,
  type QueryFunctionContext,
  queryOptions,
  type UnusedSkipTokenOptions,
} from '@tanstack/react-query'
import { clusterName } from './cluster-name.ts'
import { isFollowed, isLive, LiveQuery } from './live-query.ts'

/** The key of a query: the subscription can be matched in part, as `['kube-informer', 'prod', { resource: 'pods' }]`. */
export type InformerQueryKey = readonly ['kube-informer', string | number, Subscription]

/** What distinguishes the queries of several clusters. */
export interface ClusterOptions {
  /**
   * The name of the cluster in the query's key. Give it one where queries are dehydrated on a server.
   * @default a number for each connection
   */
  readonly cluster?: string | undefined
}

/** The options of a query over a slice. */
export type InformerQueryOptions<TState> = UnusedSkipTokenOptions<TState, Error, TState, InformerQueryKey> & {
  readonly queryKey: DataTag<InformerQueryKey, TState, Error>
}

/**
 * A query whose data is the state of a slice, pushed by the informer: for `useQuery`, `useSuspenseQuery`, `prefetchQuery`
 * and loaders. It is subscribed from its first fetch until it is removed from the cache, `gcTime` after its last user.
 *
 * - Nothing is fetched again on mount, on focus or at intervals. Invalidating the query makes the informer open its watch
 *   again, and resume or list.
 * - `error` is that of the informer, also beside data; the informer retries by itself.
 * - `isStale` is true while the data is not known to be what the server has.
 *
 * @example
 * const { data } = useQuery(informerQueryOptions(connection, { resource: 'pods' }))
 * const names = data?.data.map(pod => pod.metadata?.name)
 */
export function informerQueryOptions<
  TDefinitions extends InformerDefinitions,
  TResource extends ResourceName<TDefinitions> | ResourceDefinition,
  const TForm extends SliceForm = undefined,
>(
  connection: Connection<TDefinitions>,
  subscription: Subscription<TDefinitions, TResource, TForm>,
  { cluster }: ClusterOptions = {},
): InformerQueryOptions<SliceState<ShownOf<TDefinitions, TResource, TForm>>> {
  const followed = {
    connection: connection as unknown as Connection,
    subscription: subscription as Subscription,
  }
  // Equal subscriptions have equal keys, in whichever way they are written.
  const canonical: Subscription = JSON.parse(subscriptionKey(followed.subscription))
  const queryFn = ({ client, queryKey }: QueryFunctionContext<InformerQueryKey>): Promise<UntypedState> => {
    const cache = client.getQueryCache()
    const query = cache.find<UntypedState, Error, UntypedState>({ queryKey, exact: true })
    if (!query) return followed.connection.ensure(followed.subscription)
    return LiveQuery.of({ ...followed, cache, query }).fetch()
  }
  const options = queryOptions({
    queryKey: ['kube-informer', clusterName(connection, cluster), canonical] as const,
    queryFn,
    staleTime: query => (isLive(query) ? Number.POSITIVE_INFINITY : 0),
    // Data that was hydrated is not followed yet.
    refetchOnMount: query => (!isFollowed(query) || query.state.isInvalidated ? 'always' : false),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // References are stable already.
    structuralSharing: false,
    // The informer retries, and waits while the page is offline.
    retry: false,
    networkMode: 'always',
  } satisfies UnusedSkipTokenOptions<UntypedState, Error, UntypedState, InformerQueryKey>)
  return options as unknown as InformerQueryOptions<SliceState<ShownOf<TDefinitions, TResource, TForm>>>
}

type UntypedState = SliceState<KubernetesObject>
