import type { TableObject } from '@kube-informer/core'
import type {
  AccessRequest,
  IndexValuesQueryOptions,
  LocationOptions,
  ObjectQueryOptions,
  QueryOptions,
  RelatedObject,
  RelatedOptions,
  RowOf,
  SelectableFieldOf,
  SliceGroup,
  TableQueryOptions,
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

/** A query of a Table has hooks of its own. */
interface NoTable {
  /** See `useResourceTable`. */
  readonly form?: undefined
}

/** The resource of a hook. */
interface ResourceOption<TResource> {
  /** `null`, `undefined` or `skipToken` disables the hook. @default the provider's resource, or the definition's if it has exactly one */
  readonly resource?: TResource | SkipToken | null | undefined
}

/** When a hook reads, what it shows until it has data, and which errors it throws. */
export interface ResultOptions<TDefinitions, TData> extends ConnectionOption<TDefinitions> {
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
interface SelectOption<TRow, TSelected> {
  /**
   * Maps each row of the window; runs on the page and must be pure. A stable function runs once for each change of a row.
   * An inline arrow function runs again on each render, because it may close over new values; a result with the same
   * content as the previous one keeps the previous reference. The component does not render for changes that do not
   * affect the results. @default the row
   */
  readonly select?: ((row: TRow) => TSelected) | undefined
}

/** Options of a hook that shows a query: when it reads, and what it makes of the rows. */
export interface ShownQueryOptions<TDefinitions, TRow, TSelected, TData>
  extends SelectOption<TRow, TSelected>,
    ResultOptions<TDefinitions, TData> {}

/** Options of a hook that shows a query and suspends. */
export interface SuspenseQueryOptions<TDefinitions, TRow, TSelected>
  extends SelectOption<TRow, TSelected>,
    ConnectionOption<TDefinitions> {}

/** Options of `useObject`. */
export interface ObjectOptions<TDefinitions, TResource, TSelected>
  extends ResourceOption<TResource>,
    ObjectQueryOptions<TDefinitions, TResource>,
    ShownQueryOptions<TDefinitions, RowOf<TDefinitions, TResource>, TSelected, TSelected | undefined> {}

/** Options of `useLister` and `useByIndex`. */
export interface SliceOptions<TDefinitions, TResource, TSelected>
  extends ResourceOption<TResource>,
    NoTable,
    QueryOptions<TDefinitions, TResource>,
    ShownQueryOptions<TDefinitions, RowOf<TDefinitions, TResource>, TSelected, readonly TSelected[]> {}

/** Options of `useResourceTable`. */
export interface ResourceTableOptions<TDefinitions, TResource, TSelected>
  extends TableQueryOptions<TDefinitions, TResource>,
    ShownQueryOptions<TDefinitions, TableObject, TSelected, readonly TSelected[]> {}

/** Options of `useSuspenseResourceTable`. */
export interface SuspenseResourceTableOptions<TDefinitions, TResource, TSelected>
  extends TableQueryOptions<TDefinitions, TResource>,
    SuspenseQueryOptions<TDefinitions, TableObject, TSelected> {}

/** A hook that suspends cannot be disabled. */
interface SuspenseResourceOption<TResource> {
  /** @default the provider's resource, or the definition's if it has exactly one */
  readonly resource?: TResource
}

/** Options of `useSuspenseObject`. */
export interface SuspenseObjectOptions<TDefinitions, TResource, TSelected>
  extends SuspenseResourceOption<TResource>,
    ObjectQueryOptions<TDefinitions, TResource>,
    SuspenseQueryOptions<TDefinitions, RowOf<TDefinitions, TResource>, TSelected> {}

/** Options of `useSuspenseLister` and `useSuspenseByIndex`. */
export interface SuspenseSliceOptions<TDefinitions, TResource, TSelected>
  extends SuspenseResourceOption<TResource>,
    NoTable,
    QueryOptions<TDefinitions, TResource>,
    SuspenseQueryOptions<TDefinitions, RowOf<TDefinitions, TResource>, TSelected> {}

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
  extends ResourceOption<TResource>,
    IndexValuesQueryOptions<TDefinitions, TResource>,
    ResultOptions<TDefinitions, readonly SliceGroup[]> {}

/** Options of `useInformerStatus`. */
export interface InformerStatusOptions<TDefinitions, TResource>
  extends ResourceOption<TResource>,
    LocationOptions<SelectableFieldOf<TDefinitions, TResource>>,
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
   * Returns only the Namespaces in which the user may list and watch this resource. Access reviews decide.
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
