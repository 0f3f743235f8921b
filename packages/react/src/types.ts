import type { InformerStatus, KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import type {
  Connection,
  ConnectionStatus,
  IndexName,
  ObjectOf,
  ResourceName,
  ResourceReference,
  SliceFilter,
  SliceGroup,
  SliceSort,
  SliceWindow,
} from '@kube-informer/worker'
import type { ReactNode } from 'react'
import type { SliceResult } from './slice-result.ts'

/** The rows of a resource: by name out of the definition, or of any resource definition. */
export type RowOf<TDefinitions, TResource> = TResource extends string
  ? TResource extends keyof TDefinitions
    ? OrObject<ObjectOf<TDefinitions, TResource>>
    : KubernetesObject
  : TResource extends ResourceDefinition<infer T>
    ? T
    : never

/** The indexes of a resource; one that is not in the definition has `namespace` only. */
export type IndexOf<TDefinitions, TResource> = TResource extends keyof TDefinitions
  ? IndexName<TDefinitions, TResource>
  : 'namespace'

/** Where nothing is registered, a row is any object. */
type OrObject<T> = [T] extends [never] ? KubernetesObject : T

/** Where to look: the resource and what is asked of the server. */
export interface ScopeOptions<TResource> {
  /** Null or undefined switches the hook off. @default the provider's resource, or the only one there is */
  readonly resource?: TResource | null | undefined
  /** Lists and watches one namespace only, where the user may not see them all. @default all namespaces */
  readonly namespace?: string | undefined
  /** Asked of the server, e.g. `app=web`; to narrow down what is there already, `filter` is cheaper. @default every object */
  readonly labelSelector?: string | undefined
  /** Asked of the server, e.g. `spec.nodeName=n1`. @default every object */
  readonly fieldSelector?: string | undefined
}

/** What a component wants of one object. */
export interface ObjectOptions<TDefinitions, TResource, TSelected> extends ScopeOptions<TResource> {
  /**
   * Runs on the page, on the rows of the window. Its result for a row keeps its reference while the row does:
   * a stable function runs once for each row; an inline arrow, which may close over new values, runs again at
   * each render, and an equal result (by content, for plain objects and arrays) gives way to the older one.
   * It must be pure. A component does not render for changes that `select` leaves out.
   */
  readonly select?: ((row: RowOf<TDefinitions, TResource>) => TSelected) | undefined
}

/** What a component wants of many objects. */
export interface SliceOptions<TDefinitions, TResource, TSelected>
  extends ObjectOptions<TDefinitions, TResource, TSelected> {
  /** @default by namespace, then name */
  readonly sort?: SliceSort | undefined
  /** Which rows of the scope. @default all of them */
  readonly filter?: SliceFilter | undefined
  /** Which rows of the sorted result to send to the page. @default all of them */
  readonly window?: SliceWindow | undefined
  /** Also counts the objects by the values of this index, into `groups`. @default no counts */
  readonly groupBy?: IndexOf<TDefinitions, TResource> | undefined
}

/** Props of `InformerProvider`. */
export interface InformerProviderProps<TDefinitions> {
  /** Of `connectInformers` or `connectInline`. */
  readonly connection: ConnectionOf<TDefinitions>
  /** The resource of hooks that name none. @default the only one of the definition; with several, each hook names one */
  readonly resource?: ResourceReference<TDefinitions> | undefined
  readonly children?: ReactNode
}

/** The connection of a definition. */
export type ConnectionOf<TDefinitions> = TDefinitions extends Connection['definitions']
  ? Connection<TDefinitions>
  : never

/**
 * The hooks of a definition; `TDefault` is the resource of hooks that name none. What goes wrong with a slice is its `error`;
 * hooks throw a UsageError only where there is no provider above them, or no telling which resource is meant.
 */
export interface InformerHooks<TDefinitions, TDefault = ResourceName<TDefinitions>> {
  /**
   * Puts a connection over a tree. It owns nothing: whoever made the connection closes it.
   *
   * @example <InformerProvider connection={connection} resource="pods">…</InformerProvider>
   */
  InformerProvider(props: InformerProviderProps<TDefinitions>): ReactNode

  /**
   * The connection above, for its `client` and `signOut`.
   *
   * @example const { client } = useConnection()
   */
  useConnection(): ConnectionOf<TDefinitions>

  /**
   * Where the informers of the connection above run, whether they answer, and what is kept on disk. Rows stay while another
   * worker takes over (`state` is then `connecting`, `error` says why); there are none any more once it is `signedOut`.
   *
   * @example const { state, host, storage } = useConnectionStatus()
   */
  useConnectionStatus(): ConnectionStatus

  /**
   * Every object of a resource, or of one scope of it.
   *
   * @example const { data, total } = useLister({ resource: 'pods', labelSelector: 'app=web' })
   */
  useLister<
    TResource extends ResourceReference<TDefinitions> | TDefault = TDefault,
    TSelected = RowOf<TDefinitions, TResource>,
  >(options?: SliceOptions<TDefinitions, TResource, TSelected>): SliceResult<readonly TSelected[]>

  /**
   * The objects under one value of an index.
   *
   * @example const { data } = useByIndex('namespace', 'default')
   */
  useByIndex<
    TResource extends ResourceReference<TDefinitions> | TDefault = TDefault,
    TSelected = RowOf<TDefinitions, TResource>,
  >(
    index: IndexOf<TDefinitions, TResource>,
    value: string | null | undefined,
    options?: SliceOptions<TDefinitions, TResource, TSelected>,
  ): SliceResult<readonly TSelected[]>

  /**
   * One object by its key: `namespace/name`, or `name` for a cluster-scoped one. `data` is undefined while it
   * is not known and when it does not exist: `status.data` tells the two apart.
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
   * The values of an index, each with the count of its objects; no rows cross to the page for it.
   *
   * @example const { data: namespaces } = useIndexValues('namespace') // [{ value: 'default', count: 12 }, …]
   */
  useIndexValues<TResource extends ResourceReference<TDefinitions> | TDefault = TDefault>(
    index: IndexOf<TDefinitions, TResource> | null | undefined,
    options?: ScopeOptions<TResource>,
  ): SliceResult<readonly SliceGroup[]>

  /**
   * How the informer of a scope is doing, counters included: they change with every batch.
   *
   * @example const { data, link, counters } = useInformerStatus({ resource: 'pods' })
   */
  useInformerStatus<TResource extends ResourceReference<TDefinitions> | TDefault = TDefault>(
    options?: ScopeOptions<TResource>,
  ): InformerStatus
}
