import type {
  FieldSelector,
  Freshness,
  InformerStatus,
  LabelSelectorOption,
  ResourceDefinition,
  TableColumn,
} from '@kube-informer/core'
import { canonicalSubscription } from './canonical-subscription.ts'
import type { InformerDefinitions, ResourceName } from './definition.ts'
import type { PredicateReference, Where } from './expression.ts'
import type {
  IndexOf,
  PathOf,
  PredicateOf,
  ResourceReference,
  SelectableFieldOf,
  SortOf,
  TablePath,
} from './names.ts'

/**
 * What a page shows: a resource, a scope, and a slice of it. Plain data, the same on the wire and in the API, so that
 * every kind of host (worker, shared worker, inline) gives the same result. With the type of a definition, only its names
 * are accepted.
 *
 * @example
 * const newest = {
 *   resource: 'pods',
 *   slice: { sort: { by: 'metadata.creationTimestamp', descending: true } },
 * } as const satisfies Subscription<typeof informers, 'pods'>
 */
export type Subscription<
  TDefinitions = InformerDefinitions,
  TResource extends ResourceName<TDefinitions> | ResourceDefinition = ResourceReference<TDefinitions>,
  // The general type has every form.
  TForm extends SliceForm = string extends keyof TDefinitions ? SliceForm : undefined,
> = SubscriptionTo<
  TResource,
  TForm extends 'table' ? TableSlice : ObjectSlice<TDefinitions, TResource>,
  SelectableFieldOf<TDefinitions, TResource>,
  TForm
>

/** A slice of full objects. */
export type ObjectSlice<TDefinitions, TResource> = Slice<
  IndexOf<TDefinitions, TResource>,
  PredicateOf<TDefinitions, TResource>,
  SortOf<TDefinitions, TResource>,
  PathOf<TDefinitions, TResource>
>

/** A slice of a Table: it has the index `namespace`, and neither predicates nor comparators. */
export type TableSlice = Slice<'namespace', never, TablePath, TablePath>

/**
 * What is cached of each object: with `table`, its metadata and the cells that the server prints (`kubectl get`), as a
 * `TableObject`; without, the object as the definition says.
 */
export type SliceForm = 'table' | undefined

/** Where the objects of a subscription are: what is shown, and what is requested for it. */
export interface LocationOptions<TField extends string = string> {
  /**
   * The cluster, where a connection has several. It is a part of the key. The connections of this version have one cluster each, and
   * report a UsageError.
   * @default that of the connection
   */
  readonly cluster?: string | undefined
  /**
   * Shows the objects of this namespace, or of these: the same as a target of the index `namespace`, and together with any other
   * target. They are served from an informer of the whole resource where one runs, else each namespace is listed and watched. One
   * that the user may not read is named in `status.error`, and the others are shown. An empty list shows nothing, and requests
   * nothing. A cluster-scoped resource has no namespaces, and shows all its objects.
   * @default "": all namespaces
   */
  readonly namespace?: string | readonly string[] | undefined
  /**
   * What is requested from the server, whatever is shown: a namespace or "" for the whole cluster, and selectors. Each scope has a list
   * and a watch of its own, unless a wider one runs. To select from objects that are cached already, `namespace` and `filter` are
   * cheaper.
   * @default the definition's `watchScope` and what is shown decide
   */
  readonly scope?: Scope<string | FieldSelector<TField>, LabelSelectorOption> | undefined
}

/** The members of a {@link Subscription}. */
interface SubscriptionTo<TResource, TSlice, TField extends string, TForm extends SliceForm>
  extends LocationOptions<TField> {
  /** A name of the shared definition, or a resource found at run time. */
  readonly resource: TResource
  /**
   * With `table`, the rows are `TableObject`s of the server's Table, and the state has `columns`. They have an informer of
   * their own, with about 1 KB an object, and are never persisted. Of a definition, only `watchScope` applies.
   * @default the objects themselves
   */
  readonly form?: TForm
  /** @default every row of the scope */
  readonly slice?: TSlice | undefined
}

/**
 * What is requested from the server, whatever is shown of it. Each scope has one informer, with one list and one watch, unless a
 * running informer with a wider scope already covers it.
 */
export interface Scope<TFieldSelector = string, TLabelSelector = string> {
  /**
   * Taken literally: this namespace is listed and watched, or with "" the whole cluster. To show a namespace, use `namespace` of
   * the subscription: it is served from a wider informer too.
   * @default the definition's `watchScope`, the subscription's `namespace` and the slice's target decide
   */
  readonly namespace?: string | undefined
  /**
   * In the apiserver's syntax, e.g. `app in (web, api),!canary`. A subscription may have it as labels (`{ app: 'web' }`) or in the
   * form of objects (`{ matchExpressions }`). @default every object
   */
  readonly labelSelector?: TLabelSelector | undefined
  /**
   * On the fields that the apiserver supports for the resource, in its syntax, e.g. `spec.nodeName=n1`. A subscription may
   * have it as an object: `{ 'spec.nodeName': 'n1' }`. @default every object
   */
  readonly fieldSelector?: TFieldSelector | undefined
}

/** Which rows of the informer's cache, applied in this order: target, filter, sort, window. */
export interface Slice<
  TIndex extends string = string,
  TPredicate = PredicateReference,
  TBy extends string = string,
  TPath extends string = string,
> {
  /** @default { type: 'all' } */
  readonly target?: SliceTarget<TIndex> | undefined
  /** @default every row of the target */
  readonly filter?: SliceFilter<TPredicate, TPath> | undefined
  /** One key, or several: the first one decides, the next ones order its ties. @default by namespace, then name */
  readonly sort?: SliceSort<TBy> | SliceSorts<TBy> | undefined
  /** Which rows of the sorted result are sent; absent for all of them. */
  readonly window?: OffsetWindow | AnchorWindow | undefined
  /**
   * Where a window by offset starts behind the last row, for example because a filter leaves fewer rows, it moves back by whole
   * windows until it has rows. `window` of the state has the actual offset.
   * @default false: no rows are shown there
   */
  readonly clampWindow?: boolean | undefined
  /**
   * The name of an index: the state then counts the objects of the target by the values of the index. @default no
   * counts
   */
  readonly groupBy?: TIndex | undefined
  /** Counts only the rows that match `filter`. @default false: `filter` does not change the counts */
  readonly groupFiltered?: boolean | undefined
  /**
   * Also counts the namespaces without objects, as 0. Only with `groupBy: 'namespace'`, the built-in index; otherwise it is
   * a UsageError.
   *
   * The namespaces are those that the slice covers. Where one request covers the cluster, they are its Namespaces, which
   * are then listed and watched too; if the user may not do that, those of the connection's option `namespaces`, if any.
   * @default false
   */
  readonly groupEmpty?: boolean | undefined
}

/**
 * Which objects of the cache: all, one object, one or several values of an index, or only the informer's status.
 *
 * - With several values, an object that has two of them is one row. The built-in index `namespace` is the same as `namespace` of
 *   the subscription.
 * - A subscription to the status starts no informer: it reports on the informer that other subscriptions run for the
 *   scope, and `{ data: 'none', link: 'stopped' }` while there is none.
 */
export type SliceTarget<TIndex extends string = string> =
  | { readonly type: 'all' }
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'index'; readonly index: TIndex; readonly value: string }
  | { readonly type: 'index'; readonly index: TIndex; readonly values: readonly string[] }
  | { readonly type: 'status' }

/** Which rows of the target are shown: those that match every member. */
export interface SliceFilter<TPredicate = PredicateReference, TPath extends string = string> {
  /** A condition on values of the object. */
  readonly where?: Where<TPath> | undefined
  /** Rows whose `namespace/name` contains every word of this text, in any case. */
  readonly text?: string | undefined
  /** Searches the values at these paths for the words of `text` instead; they may be found at different paths. */
  readonly textIn?: readonly TPath[] | undefined
  /** The name of a predicate of the shared definition, or `{ name, args }`: its second argument is then `args`. */
  readonly predicate?: TPredicate | undefined
  /** A label selector: `app in (a, b), !canary`, `{ app: 'web' }` or `{ matchExpressions }`; evaluated on the cache. */
  readonly labelSelector?: LabelSelectorOption | undefined
  /** A field selector on `metadata.name` and `metadata.namespace`, or on any path of the cached object, as text or as an object. */
  readonly fieldSelector?: string | FieldSelector | undefined
}

/**
 * One key of the order of the rows. Ties are ordered by namespace, then name. Rows without a value at the path come last
 * in both directions.
 */
export interface SliceSort<TBy extends string = string> {
  /**
   * The name of a comparator of the shared definition, or a field path: `metadata.creationTimestamp`. A path
   * of one step starts with a dot, as in JSONPath: `.reason`.
   */
  readonly by: TBy
  /** @default false */
  readonly descending?: boolean | undefined
  /**
   * How the values at a path compare. Text always compares by code unit. With a comparator, it is a UsageError.
   *
   * - `text`: as text, also numbers.
   * - `natural`: as text in which each sequence of digits is a number: `web-2`, `web-10`.
   * - `quantity`: as Kubernetes quantities: `500m`, `1`, `1Ki`.
   * - `age`: as timestamps, the latest one first: an ascending order has the youngest objects first.
   *
   * A value that is no quantity, or no timestamp, counts as missing.
   * @default numbers by size, before texts; false before true
   */
  readonly as?: SortType | undefined
}

/** Several keys. It has no `by`, so that the compiler tells it from one key by its members, and checks a path once. */
export interface SliceSorts<TBy extends string = string> extends ReadonlyArray<SliceSort<TBy>> {
  readonly by?: undefined
}

/** How the values of a sort compare: see {@link SliceSort.as}. */
export type SortType = 'text' | 'natural' | 'quantity' | 'age'

/** Which rows of a sorted result: up to `limit` of them, from the `offset`th on. */
export interface OffsetWindow {
  /** In rows. @default 0: the first */
  readonly offset?: number | undefined
  /** In rows; with 0 no row is sent, and `total` and `groups` are still reported. */
  readonly limit: number
}

/** The window of the rows that a slice shows. */
export interface SliceWindow extends OffsetWindow {
  /** In rows; 0 is the first. */
  readonly offset: number
}

/**
 * Which rows of a sorted result: up to `limit` of them, around an object, so that rows which are added or removed above
 * it do not move the window. `window` of the state has the actual offset.
 *
 * Once the anchor has left the result, its last position in the order is used. For an object that the cache never
 * contained, the window starts at the first row.
 */
export interface AnchorWindow {
  /** The key of the object: `namespace/name`, or `name` for a cluster-scoped object. */
  readonly anchor: string
  /** The number of rows before the anchor, as far as there are so many. @default 0 */
  readonly before?: number | undefined
  /** In rows, including those before the anchor. */
  readonly limit: number
}

/** The state of a slice: immutable, and the same reference until something visible changes. */
export interface SliceState<T> {
  /**
   * The rows of the window, in order. An unchanged row keeps its reference. A row whose text is not valid JSON is left
   * out, and `status.error` names it.
   */
  readonly data: readonly T[]
  /** Number of rows after the filter, inside and outside the window. */
  readonly total: number
  /** Which rows `data` holds: those of the previous window until the rows of a new one arrive. Absent: all of them. */
  readonly window?: SliceWindow
  /** Counts by index value, sorted by value; empty without `groupBy`. */
  readonly groups: readonly SliceGroup[]
  /**
   * With `form: 'table'`: the columns of the cells of `data`; absent until they are known, and the same reference until they
   * change.
   */
  readonly columns?: readonly TableColumn[]
  /**
   * The status of the informer. Its `resourceVersion` is never older than the one of the rows. Counters and
   * `lastEventAt` are updated only for a subscription to `{ type: 'status' }`.
   */
  readonly status: InformerStatus
  /** How far the rows are known to be what the server has, since when, and why. It is derived from `status`. */
  readonly freshness: Freshness
  /** Present while the page is offline and no watch is open: the informer waits for the network. */
  readonly paused?: true
}

/** The number of objects with one value of an index. */
export interface SliceGroup {
  readonly value: string
  /** In objects; at least 1, and 0 for a namespace that only `groupEmpty` adds. */
  readonly count: number
}

/** Equal subscriptions have equal keys, in whichever way they are written. */
export function subscriptionKey(subscription: Subscription): string {
  return JSON.stringify(canonicalSubscription(subscription))
}
