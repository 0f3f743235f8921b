import type { ObjectName, ResourceDefinition } from '@kube-informer/core'
import { canonicalSubscription } from './canonical-subscription.ts'
import type { InformerDefinitions, ResourceName } from './definition.ts'
import type { IndexOf } from './names.ts'
import type {
  IndexValuesQueryOptions,
  ObjectQueryOptions,
  QueryOptions,
  TableQueryOptions,
} from './query-options.ts'
import type { Subscription } from './subscription.ts'
import {
  countsOf,
  indexTarget,
  objectOptions,
  type SubscriptionOptions,
  subscriptionOf,
} from './subscription-of.ts'

/** A query of one object. */
export type ObjectQuery<
  TDefinitions,
  TResource extends ResourceName<TDefinitions> | ResourceDefinition,
> = Subscription<TDefinitions, TResource> & {
  readonly slice: { readonly target: { readonly type: 'key'; readonly key: string } }
}

/**
 * Builds queries: subscriptions as frozen, plain data. Equal queries have the same JSON text, and the hook with the same options
 * shows the same query.
 */
export interface Queries<TDefinitions> {
  /**
   * All objects of a resource, or those of some namespaces.
   *
   * @example const inDefault = queries.all('pods', { namespace: 'default' })
   */
  all<TResource extends ResourceName<TDefinitions> | ResourceDefinition>(
    resource: TResource,
    options?: QueryOptions<TDefinitions, TResource>,
  ): Subscription<TDefinitions, TResource>
  /**
   * The objects with one value of an index, or with one of several values.
   *
   * @example const onNode = queries.byIndex('pods', 'node', 'n1', { window: { limit: 50 } })
   */
  byIndex<TResource extends ResourceName<TDefinitions> | ResourceDefinition>(
    resource: TResource,
    index: IndexOf<TDefinitions, TResource>,
    value: string | readonly string[],
    options?: QueryOptions<TDefinitions, TResource>,
  ): Subscription<TDefinitions, TResource>
  /**
   * One object by its key, by its namespace and name, or by itself.
   *
   * @example const web = queries.byKey('pods', { namespace: 'default', name: 'web-0' })
   */
  byKey<TResource extends ResourceName<TDefinitions> | ResourceDefinition>(
    resource: TResource,
    object: ObjectName,
    options?: ObjectQueryOptions<TDefinitions, TResource>,
  ): ObjectQuery<TDefinitions, TResource>
  /**
   * The counts of the values of an index: `groups` of the state. The host sends no rows.
   *
   * @example const counts = queries.indexValues('pods', 'namespace', { includeEmpty: true })
   */
  indexValues<TResource extends ResourceName<TDefinitions> | ResourceDefinition>(
    resource: TResource,
    index: IndexOf<TDefinitions, TResource>,
    options?: IndexValuesQueryOptions<TDefinitions, TResource>,
  ): Subscription<TDefinitions, TResource>
  /**
   * A resource as the server prints it, of any kind.
   *
   * @example const table = queries.table(crontabs, { namespace: 'default', sort: { by: 'cells[2]', as: 'natural' } })
   */
  table<TResource extends ResourceName<TDefinitions> | ResourceDefinition>(
    resource: TResource,
    options?: TableQueryOptions<TDefinitions, TResource>,
  ): Subscription<TDefinitions, TResource, 'table'>
}

/**
 * Creates the builders of queries, with the types of a definition. A query is one value with its resource: hooks, connections, slice
 * stores, hydration and TanStack Query accept it, and a server and a page that use the same one cannot differ.
 *
 * @example
 * const queries = createQueries(informers)
 * const onNode = queries.byIndex('pods', 'node', 'n1')
 * connection.subscribe(onNode, ({ data }) => console.log(data.length))
 */
export function createQueries<TDefinitions extends InformerDefinitions>(
  _definitions: TDefinitions,
): Queries<TDefinitions> {
  const query = (resource: string | ResourceDefinition, options: SubscriptionOptions): Subscription =>
    freeze(canonicalSubscription(subscriptionOf(resource, options)))
  const untyped: UntypedQueries = {
    all: (resource, options = {}) => query(resource, options),
    byIndex: (resource, index, value, options) =>
      query(resource, { ...options, target: indexTarget(index, value) }),
    byKey: (resource, object, options) => query(resource, { ...options, ...objectOptions(object) }),
    indexValues: (resource, index, options = {}) => query(resource, countsOf(index, options)),
    table: (resource, options) => query(resource, { ...options, form: 'table' }),
  }
  return untyped as Queries<TDefinitions>
}

/** The builders, before the types of a definition are added. */
type UntypedQueries = {
  readonly [Name in keyof Queries<InformerDefinitions>]: (
    ...parameters: Parameters<Queries<InformerDefinitions>[Name]>
  ) => Subscription
}

/** Freezes plain data. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(freeze)
  return Object.freeze(value)
}
