import type { InformerStatus, ResourceDefinition } from '@kube-informer/core'

/**
 * What a page wants to see: which resource, in which scope, and which slice of it. It is plain data, the same
 * on the wire and in the API, so that every host (worker, shared worker, inline) answers the same question.
 */
export interface Subscription {
  /** A name of the shared definition, or a resource found at run time. */
  readonly resource: string | ResourceDefinition
  /** @default all that there is */
  readonly scope?: Scope | undefined
  /** @default every row of the scope */
  readonly slice?: Slice | undefined
}

/**
 * What is asked of the server: one scope is one informer, one list and one watch, unless one that runs already covers it;
 * then it is served from that.
 */
export interface Scope {
  /** @default all namespaces */
  readonly namespace?: string | undefined
  /** As the apiserver takes it, e.g. `app in (web, api),!canary`. @default every object */
  readonly labelSelector?: string | undefined
  /** As the apiserver takes it, of the fields that it has for the resource, e.g. `spec.nodeName=n1`. @default every object */
  readonly fieldSelector?: string | undefined
}

/** What is cut out of the informer's cache, in this order: target, filter, sort, window. */
export interface Slice {
  /** @default { type: 'all' } */
  readonly target?: SliceTarget | undefined
  /** @default every row of the target */
  readonly filter?: SliceFilter | undefined
  /** @default by namespace, then name */
  readonly sort?: SliceSort | undefined
  /** Which rows of the sorted result are sent; absent for all of them. */
  readonly window?: SliceWindow | undefined
  /** The name of an index: the answer then counts the target's objects by the index's values. @default no counts */
  readonly groupBy?: string | undefined
}

/** Which objects of the cache: everything, one object, one value of an index, or nothing but the informer's status. */
export type SliceTarget =
  | { readonly type: 'all' }
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'index'; readonly index: string; readonly value: string }
  | { readonly type: 'status' }

/** Which rows of the target are shown: those that pass everything that is given. */
export interface SliceFilter {
  /** Rows whose `namespace/name` holds every word of this text, in any case. */
  readonly text?: string | undefined
  /** The name of a predicate of the shared definition. */
  readonly predicate?: string | undefined
  /** A label selector as the apiserver takes it, e.g. `app in (a, b), !canary`; evaluated on the cache. */
  readonly labelSelector?: string | undefined
  /** A field selector on `metadata.name` and `metadata.namespace`, or on any path of the kept object. */
  readonly fieldSelector?: string | undefined
}

/** The order of the rows. Equal ones go by namespace, then name; what has no value at a path comes last, either way. */
export interface SliceSort {
  /**
   * The name of a comparator of the shared definition, or a field path: `metadata.creationTimestamp`. A path
   * of one step starts with a dot, as in JSONPath: `.reason`.
   */
  readonly by: string
  /** @default false */
  readonly descending?: boolean | undefined
}

/** Which rows of a sorted result: up to `limit` of them, from the `offset`th on. */
export interface SliceWindow {
  /** In rows; 0 is the first. */
  readonly offset: number
  /** In rows; with 0 none is sent, and `total` and `groups` are told all the same. */
  readonly limit: number
}

/** What a subscriber holds: immutable, and the same reference until something visible changes. */
export interface SliceState<T> {
  /**
   * The rows of the window, in order; an unchanged row keeps its reference. One whose text turns out to be broken is left
   * out, and `status.error` names it.
   */
  readonly data: readonly T[]
  /** How many rows there are in all, after the filter and whatever the window. */
  readonly total: number
  /** Which rows `data` holds; while a new window is on its way, those of the old one. Absent: all of them. */
  readonly window?: SliceWindow
  /** Counts by index value, sorted by value; empty unless asked for by `groupBy`. */
  readonly groups: readonly SliceGroup[]
  /** How the informer behind it is doing. Counters and `lastEventAt` move only for a subscription to `{ type: 'status' }`. */
  readonly status: InformerStatus
}

/** How many objects an index has under one value. */
export interface SliceGroup {
  readonly value: string
  /** In objects; at least 1. */
  readonly count: number
}

/** Equal subscriptions have equal keys, whatever the order of their members. */
export function subscriptionKey(subscription: Subscription): string {
  return JSON.stringify(canonical(subscription))
}

function canonical(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(canonical)
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, canonical(member)]),
  )
}
