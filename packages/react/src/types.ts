import type { InformerStatus, ObjectName, ResourceDefinition, TableObject } from '@kube-informer/core'
import type {
  AccessState,
  ConnectionStatus,
  IndexOf,
  ObjectQuery,
  RelatedObject,
  RelatedRoot,
  ResourceName,
  ResourceReference,
  RowOf,
  SliceForm,
  SliceGroup,
  Subscription,
} from '@kube-informer/worker'
import type { ReactNode } from 'react'
import type { ConnectionOf } from './context/connection-of.ts'
import type { SkipToken } from './context/skip-token.ts'
import type { DiscoveryResult } from './discovery-result.ts'
import type { MutationHooks } from './mutations/types.ts'
import type {
  AccessOptions,
  ConnectionOption,
  DiscoveryOptions,
  IndexValuesOptions,
  InformerStatusOptions,
  ObjectOptions,
  PermittedNamespacesOptions,
  RelatedHookOptions,
  ResourceTableOptions,
  ResultOptions,
  ShownQueryOptions,
  SliceOptions,
  SuspenseObjectOptions,
  SuspenseQueryOptions,
  SuspenseResourceTableOptions,
  SuspenseResourceTableResult,
  SuspenseSliceOptions,
  SuspenseSliceResult,
} from './options.ts'
import type { PermittedNamespacesResult } from './permitted-namespaces-result.ts'
import type { RelatedResult } from './related-result.ts'
import type { ResourceTableResult, SliceResult } from './slice-result.ts'

/** Props of `InformerProvider`. */
export type InformerProviderProps<
  TDefinitions,
  TDefault = ResourceName<TDefinitions>,
  TPassing = 'optional',
> = ProvidedResource<TDefinitions, TDefault, TPassing> & {
  /** Created by `connectInformers` or `connectInline`. */
  readonly connection: ConnectionOf<TDefinitions>
  readonly children?: ReactNode
}

/** The provider's resource: any one, unless the types of the hooks rely on one. */
type ProvidedResource<TDefinitions, TDefault, TPassing> = [ResourceName<TDefinitions>] extends [TDefault]
  ? {
      /** The resource of hooks that pass no `resource`. @default the definition's resource, if it has exactly one */
      readonly resource?: ResourceReference<TDefinitions> | undefined
    }
  : TPassing extends 'required'
    ? {
        /** The resource of hooks that pass no `resource`: that of `Register`. */
        readonly resource: TDefault
      }
    : {
        /** The resource of hooks that pass no `resource`. @default that of `createInformerHooks` */
        readonly resource?: TDefault | undefined
      }

/**
 * The hooks of a definition. `TDefault` is the resource of hooks that pass no `resource`, and `TPassing` says whether the
 * provider must pass it. A failure of a slice is the `error`
 * of its result. Hooks throw a UsageError only without a provider, or when the resource is ambiguous.
 */
export interface InformerHooks<TDefinitions, TDefault = ResourceName<TDefinitions>, TPassing = 'optional'>
  extends MutationHooks<TDefinitions, TDefault> {
  /**
   * Provides a connection to the hooks below it. It does not close the connection; the code that created it does.
   *
   * @example <InformerProvider connection={connection} resource="pods">…</InformerProvider>
   */
  InformerProvider(props: InformerProviderProps<TDefinitions, TDefault, TPassing>): ReactNode

  /**
   * The connection of the nearest provider, for its `client` and `signOut`.
   *
   * @example const { client } = useConnection()
   */
  useConnection(): ConnectionOf<TDefinitions>

  /**
   * The status of the connection: the host that runs the informers, its state, and what it stores on disk. While the
   * connection switches to another host, `state` is `connecting`, `error` gives the reason, and slices keep their rows.
   * After sign-out, `state` is `signedOut` and slices are empty.
   *
   * @example const { state, host, storage } = useConnectionStatus()
   */
  useConnectionStatus(options?: ConnectionOption<TDefinitions>): ConnectionStatus

  /**
   * All objects of a resource, or those of some namespaces.
   *
   * @example
   * const { data, total } = useLister({ resource: 'pods', namespace: 'default' })
   * const { data: same } = useLister(queries.all('pods', { namespace: 'default' }), { select: pod => pod.metadata?.name })
   */
  useLister<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition | TDefault = TDefault,
    TSelected = RowOf<TDefinitions, TResource>,
  >(options?: SliceOptions<TDefinitions, TResource, TSelected>): SliceResult<readonly TSelected[]>
  useLister<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    TSelected = RowOf<TDefinitions, TResource>,
  >(
    query: Subscription<TDefinitions, TResource>,
    options: ShownQueryOptions<TDefinitions, RowOf<TDefinitions, TResource>, TSelected, readonly TSelected[]>,
  ): SliceResult<readonly TSelected[]>

  /**
   * The objects with one value of an index, or with one of several values. `useByIndex('namespace', 'default')` is the same as
   * `useLister({ namespace: 'default' })`.
   *
   * @example
   * const { data } = useByIndex('node', 'n1', { namespace: ['default', 'kube-system'] })
   */
  useByIndex<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    TSelected = RowOf<TDefinitions, TResource>,
  >(
    query: Subscription<TDefinitions, TResource> | SkipToken | null | undefined,
    options?: ShownQueryOptions<
      TDefinitions,
      RowOf<TDefinitions, TResource>,
      TSelected,
      readonly TSelected[]
    >,
  ): SliceResult<readonly TSelected[]>
  useByIndex<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition | TDefault = TDefault,
    TSelected = RowOf<TDefinitions, TResource>,
  >(
    index: IndexOf<TDefinitions, TResource>,
    value: string | readonly string[] | SkipToken | null | undefined,
    options?: SliceOptions<TDefinitions, TResource, TSelected>,
  ): SliceResult<readonly TSelected[]>

  /**
   * A resource as the server prints it (`kubectl get`): columns, and rows of metadata and cells. For any kind, built-in or
   * custom, by name or as a `ResourceDefinition` from discovery, with about 1 KB an object. `null`, `undefined` or
   * `skipToken` as the resource disables the hook.
   *
   * A cell is a value of the time when the server printed it, so compute ages from `metadata.creationTimestamp`. Rows keep
   * their reference until their object changes; where the server's columns change, all rows are replaced.
   *
   * @example
   * const { data, columns } = useResourceTable(crontabs, { namespace: 'default', sort: { by: 'cells[2]', as: 'natural' } })
   */
  useResourceTable<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    TSelected = TableObject,
  >(
    query: Subscription<TDefinitions, TResource, 'table'>,
    options?: ShownQueryOptions<TDefinitions, TableObject, TSelected, readonly TSelected[]>,
  ): ResourceTableResult<readonly TSelected[]>
  useResourceTable<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    TSelected = TableObject,
  >(
    resource: TResource | SkipToken | null | undefined,
    options?: ResourceTableOptions<TDefinitions, TResource, TSelected>,
  ): ResourceTableResult<readonly TSelected[]>

  /**
   * One object by its key (`namespace/name`, or `name` for a cluster-scoped object), by its namespace and name, or by itself. `data` is
   * undefined until the object arrives, and when it does not exist: `isPending` distinguishes the two.
   *
   * @example
   * const { data: pod } = useObject('default/web-0')
   * const { data: same } = useObject({ namespace: 'default', name: 'web-0' })
   */
  useObject<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    TSelected = RowOf<TDefinitions, TResource>,
  >(
    query: ObjectQuery<TDefinitions, TResource>,
    options?: ShownQueryOptions<
      TDefinitions,
      RowOf<TDefinitions, TResource>,
      TSelected,
      TSelected | undefined
    >,
  ): SliceResult<TSelected | undefined>
  useObject<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition | TDefault = TDefault,
    TSelected = RowOf<TDefinitions, TResource>,
  >(
    object: ObjectName | SkipToken | null | undefined,
    options?: ObjectOptions<TDefinitions, TResource, TSelected>,
  ): SliceResult<TSelected | undefined>

  /**
   * The values of an index, each with its number of objects, sorted by value. The host sends no rows for it.
   *
   * @example
   * const { data } = useIndexValues('namespace') // [{ value: 'default', count: 12 }, …]
   * const { data: all } = useIndexValues('namespace', { includeEmpty: true }) // also [{ value: 'empty', count: 0 }]
   */
  useIndexValues<TResource extends ResourceName<TDefinitions> | ResourceDefinition>(
    query: Subscription<TDefinitions, TResource>,
    options?: ResultOptions<TDefinitions, readonly SliceGroup[]>,
  ): SliceResult<readonly SliceGroup[]>
  useIndexValues<TResource extends ResourceName<TDefinitions> | ResourceDefinition | TDefault = TDefault>(
    index: IndexOf<TDefinitions, TResource> | SkipToken | null | undefined,
    options?: IndexValuesOptions<TDefinitions, TResource>,
  ): SliceResult<readonly SliceGroup[]>

  /**
   * The status of the informer of a scope, with its counters, which change with every batch. It reports only: it starts no
   * list and no watch. `link` is `stopped` while no data hook or subscription uses that scope.
   *
   * @example const { data, link, counters } = useInformerStatus({ resource: 'pods' })
   */
  useInformerStatus<TResource extends ResourceName<TDefinitions> | ResourceDefinition | TDefault = TDefault>(
    options?: InformerStatusOptions<TDefinitions, TResource>,
  ): InformerStatus
  useInformerStatus<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    TForm extends SliceForm,
  >(
    query: Subscription<TDefinitions, TResource, TForm>,
    options: Pick<InformerStatusOptions<TDefinitions, TResource>, 'connection' | 'enabled'>,
  ): InformerStatus

  /**
   * Whether the server allows this user a request. `allowed` is undefined until it has answered. Equal requests of all
   * components and tabs share an answer, and one about several verbs in a namespace is one request.
   *
   * @example
   * const { allowed } = useAccess({ verb: 'delete', resource: 'pods', namespace: 'default' })
   * return <button disabled={!allowed}>Delete</button>
   */
  useAccess<TResource extends ResourceName<TDefinitions> | ResourceDefinition | TDefault = TDefault>(
    request: AccessOptions<TDefinitions, TResource>,
  ): AccessState

  /**
   * The namespaces that the user can choose from: `connection.permittedNamespaces` as a hook. These are the Namespaces of the
   * cluster; where the user may not list them, those of the option `namespaces`, else those of cached objects. It requests
   * Namespaces and access reviews only.
   *
   * @example const { data: namespaces, source, error } = usePermittedNamespaces({ readable: 'pods' })
   */
  usePermittedNamespaces<TResource extends ResourceName<TDefinitions> | ResourceDefinition>(
    options?: PermittedNamespacesOptions<TDefinitions, TResource>,
  ): PermittedNamespacesResult

  /**
   * The resources that the server serves, in every version, the preferred one first. They change with the server's
   * CustomResourceDefinitions: `connection.discovery` as a hook. All tabs of an identity share one discovery.
   *
   * @example
   * const { data } = useDiscovery()
   * const listable = preferredResources(data).filter(({ verbs }) => verbs.includes('list'))
   */
  useDiscovery(options?: DiscoveryOptions<TDefinitions>): DiscoveryResult

  /**
   * An object with what it owns, directly and indirectly, and their Events: `connection.observeRelated` as a hook. The tree
   * keeps its reference until something in it changes, and so does each node.
   *
   * @example const { data: web } = useRelated({ resource: 'deployments', object: 'default/web' }, { depth: 2 })
   */
  useRelated(
    root: RelatedRoot<TDefinitions> | SkipToken | null | undefined,
    options?: RelatedHookOptions<TDefinitions>,
  ): RelatedResult<RelatedObject<TDefinitions>>

  /**
   * As `useLister`; suspends until there is data, and throws the error that prevents it to the nearest error boundary.
   * Once there is data, errors are `error` of the result.
   *
   * @example const { data } = useSuspenseLister({ resource: 'pods' })
   */
  useSuspenseLister<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition | TDefault = TDefault,
    TSelected = RowOf<TDefinitions, TResource>,
  >(
    options?: SuspenseSliceOptions<TDefinitions, TResource, TSelected>,
  ): SuspenseSliceResult<readonly TSelected[]>
  useSuspenseLister<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    TSelected = RowOf<TDefinitions, TResource>,
  >(
    query: Subscription<TDefinitions, TResource>,
    options: SuspenseQueryOptions<TDefinitions, RowOf<TDefinitions, TResource>, TSelected>,
  ): SuspenseSliceResult<readonly TSelected[]>

  /**
   * As `useByIndex`; suspends until there is data, and throws the error that prevents it. Change the value in
   * `startTransition`, or pass a deferred one, to keep the old rows until the new ones have arrived.
   *
   * @example const { data } = useSuspenseByIndex('namespace', useDeferredValue(namespace))
   */
  useSuspenseByIndex<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    TSelected = RowOf<TDefinitions, TResource>,
  >(
    query: Subscription<TDefinitions, TResource>,
    options?: SuspenseQueryOptions<TDefinitions, RowOf<TDefinitions, TResource>, TSelected>,
  ): SuspenseSliceResult<readonly TSelected[]>
  useSuspenseByIndex<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition | TDefault = TDefault,
    TSelected = RowOf<TDefinitions, TResource>,
  >(
    index: IndexOf<TDefinitions, TResource>,
    value: string | readonly string[],
    options?: SuspenseSliceOptions<TDefinitions, TResource, TSelected>,
  ): SuspenseSliceResult<readonly TSelected[]>

  /**
   * As `useResourceTable`; suspends until there are rows, and throws the error that prevents it.
   *
   * @example const { data, columns } = useSuspenseResourceTable('pods', { namespace: useDeferredValue(namespace) })
   */
  useSuspenseResourceTable<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    TSelected = TableObject,
  >(
    query: Subscription<TDefinitions, TResource, 'table'>,
    options?: SuspenseQueryOptions<TDefinitions, TableObject, TSelected>,
  ): SuspenseResourceTableResult<readonly TSelected[]>
  useSuspenseResourceTable<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    TSelected = TableObject,
  >(
    resource: TResource,
    options?: SuspenseResourceTableOptions<TDefinitions, TResource, TSelected>,
  ): SuspenseResourceTableResult<readonly TSelected[]>

  /**
   * As `useObject`; suspends until it is known whether the object exists. `data` is undefined where it does not.
   *
   * @example const { data: pod } = useSuspenseObject({ namespace: 'default', name: 'web-0' })
   */
  useSuspenseObject<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    TSelected = RowOf<TDefinitions, TResource>,
  >(
    query: ObjectQuery<TDefinitions, TResource>,
    options?: SuspenseQueryOptions<TDefinitions, RowOf<TDefinitions, TResource>, TSelected>,
  ): SuspenseSliceResult<TSelected | undefined>
  useSuspenseObject<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition | TDefault = TDefault,
    TSelected = RowOf<TDefinitions, TResource>,
  >(
    object: ObjectName,
    options?: SuspenseObjectOptions<TDefinitions, TResource, TSelected>,
  ): SuspenseSliceResult<TSelected | undefined>
}
