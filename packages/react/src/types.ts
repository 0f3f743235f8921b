import type { InformerStatus } from '@kube-informer/core'
import type {
  AccessRequest,
  AccessState,
  AnchorWindow,
  ComparatorOf,
  ConnectionStatus,
  FieldPath,
  IndexOf,
  PathOf,
  PredicateOf,
  ResourceName,
  ResourceReference,
  RowOf,
  SliceFilter,
  SliceGroup,
  SliceSort,
  SliceWindow,
} from '@kube-informer/worker'
import type { ReactNode } from 'react'
import type { ConnectionOf } from './connection-of.ts'
import type { MutationHooks } from './mutations/types.ts'
import type { SliceResult } from './slice-result.ts'

/** The resource, and the selectors that the server applies. */
export interface ScopeOptions<TResource> {
  /** Null or undefined disables the hook. @default the provider's resource, or the definition's if it has exactly one */
  readonly resource?: TResource | null | undefined
  /**
   * Lists and watches this namespace, or with "" the whole cluster, whatever the hook shows.
   * @default the definition's `watchScope` and what the hook shows decide
   */
  readonly namespace?: string | undefined
  /** Applied by the server, e.g. `app=web`. To select from objects that are cached already, `filter` is cheaper. @default every object */
  readonly labelSelector?: string | undefined
  /** Applied by the server, e.g. `spec.nodeName=n1`. @default every object */
  readonly fieldSelector?: string | undefined
}

/** Options of {@link InformerHooks.useObject}. */
export interface ObjectOptions<TDefinitions, TResource, TSelected> extends ScopeOptions<TResource> {
  /**
   * Maps each row of the window; runs on the page and must be pure. A stable function runs once for each change of a row.
   * An inline arrow function runs again on each render, because it may close over new values; a result with the same
   * content as the previous one keeps the previous reference. The component does not render for changes that do not
   * affect the results.
   */
  readonly select?: ((row: RowOf<TDefinitions, TResource>) => TSelected) | undefined
}

/** Options of {@link InformerHooks.useLister} and {@link InformerHooks.useByIndex}. */
export interface SliceOptions<TDefinitions, TResource, TSelected>
  extends ObjectOptions<TDefinitions, TResource, TSelected> {
  /** One key, or several: the first one decides, the next ones order its ties. @default by namespace, then name */
  readonly sort?:
    | SliceSort<ComparatorOf<TDefinitions, TResource> | FieldPath<RowOf<TDefinitions, TResource>>>
    | readonly SliceSort<ComparatorOf<TDefinitions, TResource> | FieldPath<RowOf<TDefinitions, TResource>>>[]
    | undefined
  /** Selects rows of the scope. @default all rows */
  readonly filter?:
    | SliceFilter<PredicateOf<TDefinitions, TResource>, PathOf<TDefinitions, TResource>>
    | undefined
  /** The part of the sorted result that the host sends to the page, by offset or around an object. @default all rows */
  readonly window?: SliceWindow | AnchorWindow | undefined
  /** Also counts the objects by the values of this index, into `groups`. @default no counts */
  readonly groupBy?: IndexOf<TDefinitions, TResource> | undefined
  /** Counts only the objects that match `filter`. @default false: `filter` does not change the counts */
  readonly groupFiltered?: boolean | undefined
  /** With `groupBy: 'namespace'`: also counts the namespaces without objects, as 0. @default false */
  readonly groupEmpty?: boolean | undefined
}

/** Options of {@link InformerHooks.useIndexValues}. */
export interface IndexValuesOptions<TDefinitions, TResource> extends ScopeOptions<TResource> {
  /** Counts only the objects that match; a value without such objects is left out. @default every object of the scope */
  readonly filter?:
    | SliceFilter<PredicateOf<TDefinitions, TResource>, PathOf<TDefinitions, TResource>>
    | undefined
  /**
   * Also returns the namespaces without objects, with the count 0. Only for the index `namespace`. The host then lists and
   * watches Namespaces too; without that right, it takes those of the connection's option `namespaces`.
   * @default false
   */
  readonly includeEmpty?: boolean | undefined
}

/** Options of {@link InformerHooks.useAccess}: the request whose permission is asked. */
export interface AccessOptions<TResource> extends Omit<AccessRequest, 'resource'> {
  /** Null or undefined disables the hook. @default the provider's resource, or the definition's if it has exactly one */
  readonly resource?: TResource | null | undefined
}

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
  useConnectionStatus(): ConnectionStatus

  /**
   * All objects of a resource, or of one scope of it.
   *
   * @example const { data, total } = useLister({ resource: 'pods', labelSelector: 'app=web' })
   */
  useLister<
    TResource extends ResourceReference<TDefinitions> | TDefault = TDefault,
    TSelected = RowOf<TDefinitions, TResource>,
  >(options?: SliceOptions<TDefinitions, TResource, TSelected>): SliceResult<readonly TSelected[]>

  /**
   * The objects with one value of an index, or with one of several values.
   *
   * @example
   * const { data } = useByIndex('namespace', 'default')
   * const { data: both } = useByIndex('namespace', ['default', 'kube-system'])
   */
  useByIndex<
    TResource extends ResourceReference<TDefinitions> | TDefault = TDefault,
    TSelected = RowOf<TDefinitions, TResource>,
  >(
    index: IndexOf<TDefinitions, TResource>,
    value: string | readonly string[] | null | undefined,
    options?: SliceOptions<TDefinitions, TResource, TSelected>,
  ): SliceResult<readonly TSelected[]>

  /**
   * One object by its key: `namespace/name`, or `name` for a cluster-scoped object. `data` is undefined until the object
   * arrives, and when it does not exist: `status.data` distinguishes the two.
   *
   * @example const { data: pod } = useObject('default/web-0')
   */
  useObject<
    TResource extends ResourceReference<TDefinitions> | TDefault = TDefault,
    TSelected = RowOf<TDefinitions, TResource>,
  >(
    key: string | null | undefined,
    options?: ObjectOptions<TDefinitions, TResource, TSelected>,
  ): SliceResult<TSelected | undefined>

  /**
   * The values of an index, each with its number of objects, sorted by value. The host sends no rows for it.
   *
   * @example
   * const { data } = useIndexValues('namespace') // [{ value: 'default', count: 12 }, …]
   * const { data: all } = useIndexValues('namespace', { includeEmpty: true }) // also [{ value: 'empty', count: 0 }]
   */
  useIndexValues<TResource extends ResourceReference<TDefinitions> | TDefault = TDefault>(
    index: IndexOf<TDefinitions, TResource> | null | undefined,
    options?: IndexValuesOptions<TDefinitions, TResource>,
  ): SliceResult<readonly SliceGroup[]>

  /**
   * The status of the informer of a scope, with its counters, which change with every batch. It reports only: it starts no
   * list and no watch. `link` is `stopped` while no data hook or subscription uses that scope.
   *
   * @example const { data, link, counters } = useInformerStatus({ resource: 'pods' })
   */
  useInformerStatus<TResource extends ResourceReference<TDefinitions> | TDefault = TDefault>(
    options?: ScopeOptions<TResource>,
  ): InformerStatus

  /**
   * Whether the server allows this user a request. `allowed` is undefined until it has answered. Equal requests of all
   * components and tabs share an answer, and one about several verbs in a namespace is one request.
   *
   * @example
   * const { allowed } = useAccess({ verb: 'delete', resource: 'pods', namespace: 'default' })
   * return <button disabled={!allowed}>Delete</button>
   */
  useAccess<TResource extends ResourceReference<TDefinitions> | TDefault = TDefault>(
    request: AccessOptions<TResource>,
  ): AccessState
}
