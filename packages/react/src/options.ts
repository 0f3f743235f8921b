import type { FieldSelector, LabelSelectorOption, TableObject } from '@kube-informer/core'
import type {
  AccessRequest,
  AnchorWindow,
  IndexOf,
  OffsetWindow,
  PathOf,
  PredicateOf,
  RelatedObject,
  RelatedOptions,
  RowOf,
  Scope,
  SelectableFieldOf,
  SliceFilter,
  SliceSort,
  SliceSorts,
  SortOf,
  TablePath,
} from '@kube-informer/worker'
import type { ConnectionOf } from './context/connection-of.ts'
import type { SkipToken } from './context/skip-token.ts'
import type { DiscoveryResult } from './discovery-result.ts'
import type { PermittedNamespacesResult } from './permitted-namespaces-result.ts'
import type { PlaceholderData } from './placeholder.ts'
import type { RelatedResult } from './related-result.ts'
import type { ResourceTableResult, SliceResult } from './slice-result.ts'
import type { ThrowOnError } from './throw-on-error.ts'

/** The option of every hook. */
export interface ConnectionOption<TDefinitions> {
  /** The connection that the hook reads, for example that of another cluster. @default that of the nearest provider */
  readonly connection?: ConnectionOf<TDefinitions> | undefined
}

/** The resource, and what is requested of it. `TField` is what its field selectors may name. */
export interface ScopeOptions<TResource, TField extends string = string> {
  /** `null`, `undefined` or `skipToken` disables the hook. @default the provider's resource, or the definition's if it has exactly one */
  readonly resource?: TResource | SkipToken | null | undefined
  /**
   * What is requested from the server, whatever the hook shows: a namespace or "" for the whole cluster, and selectors. Each scope
   * has a list and a watch of its own, unless a wider one runs. To select from objects that are cached already, `namespace` and
   * `filter` are cheaper.
   * @default the definition's `watchScope` and what the hook shows decide
   */
  readonly scope?: Scope<string | FieldSelector<TField>, LabelSelectorOption> | undefined
}

/** The namespaces that a hook shows. */
interface NamespaceOption {
  /**
   * Shows the objects of this namespace, or of these. They are served from an informer of the whole resource where one runs,
   * else each namespace is listed and watched. One that the user may not read is named in `error`, and the others are shown. An
   * empty list shows nothing, and requests nothing. A cluster-scoped resource shows all its objects.
   * @default "": all namespaces
   */
  readonly namespace?: string | readonly string[] | undefined
}

/** When a hook reads, what it shows until it has data, and which errors it throws. */
interface ResultOptions<TDefinitions, TData> extends ConnectionOption<TDefinitions> {
  /** With `false`, the hook sends no request and keeps what it shows. @default true */
  readonly enabled?: boolean | undefined
  /**
   * Shown while the hook has no data and no error: data, or a function of what the hook showed before. It is not cached.
   * With `keepPreviousData`, `total`, `window` and `groups` stay too.
   * @default none: the empty data
   */
  readonly placeholderData?: PlaceholderData<NoInfer<TData>> | undefined
  /**
   * With `true`, an error is thrown to the nearest error boundary while there is no data to show; a function decides for
   * each error.
   * @default false: an error is `error` of the result
   */
  readonly throwOnError?: ThrowOnError<SliceResult<unknown>> | undefined
}

/** What a hook reads of each row. */
interface SelectOptions<TDefinitions, TResource, TSelected>
  extends ScopeOptions<TResource, SelectableFieldOf<TDefinitions, TResource>> {
  /**
   * Maps each row of the window; runs on the page and must be pure. A stable function runs once for each change of a row.
   * An inline arrow function runs again on each render, because it may close over new values; a result with the same
   * content as the previous one keeps the previous reference. The component does not render for changes that do not
   * affect the results.
   */
  readonly select?: ((row: RowOf<TDefinitions, TResource>) => TSelected) | undefined
}

/** Which rows a hook reads. */
interface RowOptions<TDefinitions, TResource, TSelected>
  extends SelectOptions<TDefinitions, TResource, TSelected>,
    NamespaceOption {
  /** One key, or several: the first one decides, the next ones order its ties. @default by namespace, then name */
  readonly sort?:
    | SliceSort<SortOf<TDefinitions, TResource>>
    | SliceSorts<SortOf<TDefinitions, TResource>>
    | undefined
  /** Selects rows of the scope. @default all rows */
  readonly filter?:
    | SliceFilter<PredicateOf<TDefinitions, TResource>, PathOf<TDefinitions, TResource>>
    | undefined
  /** The part of the sorted result that the host sends to the page, by offset or around an object. @default all rows */
  readonly window?: OffsetWindow | AnchorWindow | undefined
  /**
   * Moves a window by offset that starts behind the last row back by whole windows until it has rows, for example after a filter has
   * changed. `window` of the result has the actual offset. @default false
   */
  readonly clampWindow?: boolean | undefined
  /** Also counts the objects by the values of this index, into `groups`. @default no counts */
  readonly groupBy?: IndexOf<TDefinitions, TResource> | undefined
  /** Counts only the objects that match `filter`. @default false: `filter` does not change the counts */
  readonly groupFiltered?: boolean | undefined
  /** With `groupBy: 'namespace'`: also counts the namespaces without objects, as 0. @default false */
  readonly groupEmpty?: boolean | undefined
}

/** Options of `useObject`. */
export interface ObjectOptions<TDefinitions, TResource, TSelected>
  extends SelectOptions<TDefinitions, TResource, TSelected>,
    ResultOptions<TDefinitions, TSelected | undefined> {}

/** Options of `useLister` and `useByIndex`. */
export interface SliceOptions<TDefinitions, TResource, TSelected>
  extends RowOptions<TDefinitions, TResource, TSelected>,
    ResultOptions<TDefinitions, readonly TSelected[]> {}

/** Which rows of a Table a hook reads, and what it reads of each. */
interface TableRowOptions<TField extends string, TSelected>
  extends Omit<ScopeOptions<unknown, TField>, 'resource'>,
    NamespaceOption {
  /** Maps each row of the window; runs on the page and must be pure: as for `useLister`. @default the row */
  readonly select?: ((row: TableObject) => TSelected) | undefined
  /**
   * By a cell (`cells[2]`, the position of its column) or by a path of the metadata. One key, or several: the first one
   * decides, the next ones order its ties. @default by namespace, then name
   */
  readonly sort?: SliceSort<TablePath> | SliceSorts<TablePath> | undefined
  /** Selects rows by cells, labels, names and metadata. @default all rows */
  readonly filter?: SliceFilter<never, TablePath> | undefined
  /** The part of the sorted result that the host sends to the page, by offset or around an object. @default all rows */
  readonly window?: OffsetWindow | AnchorWindow | undefined
  /**
   * Moves a window by offset that starts behind the last row back by whole windows until it has rows, for example after a filter has
   * changed. `window` of the result has the actual offset. @default false
   */
  readonly clampWindow?: boolean | undefined
  /** Also counts the objects by namespace, into `groups`. @default no counts */
  readonly groupBy?: 'namespace' | undefined
  /** Counts only the objects that match `filter`. @default false: `filter` does not change the counts */
  readonly groupFiltered?: boolean | undefined
  /** With `groupBy`: also counts the namespaces without objects, as 0. @default false */
  readonly groupEmpty?: boolean | undefined
}

/** Options of `useResourceTable`. */
export interface ResourceTableOptions<TDefinitions, TResource, TSelected>
  extends TableRowOptions<SelectableFieldOf<TDefinitions, TResource>, TSelected>,
    ResultOptions<TDefinitions, readonly TSelected[]> {}

/** Options of `useSuspenseResourceTable`. */
export interface SuspenseResourceTableOptions<TDefinitions, TResource, TSelected>
  extends TableRowOptions<SelectableFieldOf<TDefinitions, TResource>, TSelected>,
    ConnectionOption<TDefinitions> {}

/** A hook that suspends cannot be disabled. */
interface SuspenseOptions<TDefinitions, TResource> extends ConnectionOption<TDefinitions> {
  /** @default the provider's resource, or the definition's if it has exactly one */
  readonly resource?: TResource
}

/** Options of `useSuspenseObject`. */
export interface SuspenseObjectOptions<TDefinitions, TResource, TSelected>
  extends Omit<SelectOptions<TDefinitions, TResource, TSelected>, 'resource'>,
    SuspenseOptions<TDefinitions, TResource> {}

/** Options of `useSuspenseLister` and `useSuspenseByIndex`. */
export interface SuspenseSliceOptions<TDefinitions, TResource, TSelected>
  extends Omit<RowOptions<TDefinitions, TResource, TSelected>, 'resource'>,
    SuspenseOptions<TDefinitions, TResource> {}

/** The result of a hook that suspends: it has data of its own. */
export interface SuspenseSliceResult<TData> extends SliceResult<TData> {
  readonly isPending: false
  readonly isEnabled: true
  readonly isPlaceholderData: false
}

/** The result of `useSuspenseResourceTable`. */
export interface SuspenseResourceTableResult<TData>
  extends SuspenseSliceResult<TData>,
    Pick<ResourceTableResult<TData>, 'columns'> {}

/** Options of `useIndexValues`. */
export interface IndexValuesOptions<TDefinitions, TResource>
  extends ScopeOptions<TResource, SelectableFieldOf<TDefinitions, TResource>>,
    NamespaceOption,
    ResultOptions<TDefinitions, readonly { readonly value: string; readonly count: number }[]> {
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

/** Options of `useInformerStatus`. */
export interface InformerStatusOptions<TDefinitions, TResource>
  extends ScopeOptions<TResource, SelectableFieldOf<TDefinitions, TResource>>,
    NamespaceOption,
    ConnectionOption<TDefinitions> {
  /** With `false`, the hook keeps what it shows. @default true */
  readonly enabled?: boolean | undefined
}

/** Options of `useRelated`. */
export interface RelatedHookOptions<TDefinitions>
  extends RelatedOptions<TDefinitions>,
    ConnectionOption<TDefinitions> {
  /** With `false`, the hook sends no request and keeps what it shows. @default true */
  readonly enabled?: boolean | undefined
  /** As for the other hooks. @default false: an error is `error` of the result */
  readonly throwOnError?: ThrowOnError<RelatedResult<RelatedObject<TDefinitions>>> | undefined
}

/** Options of `useDiscovery`. */
export interface DiscoveryOptions<TDefinitions> extends ConnectionOption<TDefinitions> {
  /** With `false`, the hook keeps what it shows and does not follow changes. @default true */
  readonly enabled?: boolean | undefined
  /** As for the other hooks. @default false: an error is `error` of the result */
  readonly throwOnError?: ThrowOnError<DiscoveryResult> | undefined
}

/** Options of `usePermittedNamespaces`. */
export interface PermittedNamespacesOptions<TDefinitions, TResource> extends ConnectionOption<TDefinitions> {
  /**
   * Of the Namespaces of the cluster, only those in which the user may list and watch this resource, by access reviews.
   *
   * @default all that the cluster has
   */
  readonly readable?: TResource | undefined
  /** With `false`, the hook sends no request. @default true */
  readonly enabled?: boolean | undefined
  /** As for the other hooks. @default false: an error is `error` of the result */
  readonly throwOnError?: ThrowOnError<PermittedNamespacesResult> | undefined
}

/** Options of `useAccess`: the request whose permission is asked. */
export interface AccessOptions<TDefinitions, TResource>
  extends Omit<AccessRequest, 'resource'>,
    ConnectionOption<TDefinitions> {
  /** `null`, `undefined` or `skipToken` disables the hook. @default the provider's resource, or the definition's if it has exactly one */
  readonly resource?: TResource | SkipToken | null | undefined
  /** With `false`, nothing is asked and `allowed` is undefined. @default true */
  readonly enabled?: boolean | undefined
}
