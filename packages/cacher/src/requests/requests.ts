import type { KubernetesObject } from '@kube-informer/core'
import type { CachedItem } from '../items/cached-item.ts'

/** The scope and selectors of a request. */
export interface View {
  /** "" or absent for all. */
  readonly namespace?: string | undefined
  /** An invalid selector is a UsageError with upstream's message. */
  readonly labelSelector?: string | undefined
  readonly fieldSelector?: string | undefined
}

/** A validated list request (meta/v1 ListOptions). */
export interface CacherListOptions extends View {
  readonly resourceVersion?: string | undefined
  readonly resourceVersionMatch?: '' | 'Exact' | 'NotOlderThan' | undefined
  readonly limit?: number | undefined
  /** A continue token of this cache or of its source. */
  readonly continue?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** The result of a list. The objects keep their encodings. */
export interface CacherList<T extends KubernetesObject = KubernetesObject> {
  readonly resourceVersion: string
  readonly items: readonly CachedItem<T>[]
  /** The token of the next page; "" on the last one. */
  readonly continue: string
  /** Present only with a token and without selectors. */
  readonly remainingItemCount: number | undefined
}

/** A get of one object. */
export interface CacherGetOptions {
  readonly namespace: string
  readonly name: string
  /** "" or absent for the newest version. */
  readonly resourceVersion?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** A watch (meta/v1 ListOptions), validated and defaulted. */
export interface CacherWatchOptions extends View {
  readonly resourceVersion?: string | undefined
  /** Absent differs from false: if absent, a watch with resourceVersion "" or "0" starts with the state. */
  readonly sendInitialEvents?: boolean | undefined
  readonly allowWatchBookmarks?: boolean | undefined
  /** Duration of the watch. Absent or 0: a random time between 30 and 60 minutes. */
  readonly timeoutSeconds?: number | undefined
  /** Capacity of the queue, in events. @default that of a Kubernetes server */
  readonly queueSize?: number | undefined
  /** Closes the watch, also while it is being opened. */
  readonly signal?: AbortSignal | undefined
  /** Aborts the opening only; the caller closes an open watch. An idle watch costs less without a listener. */
  readonly openingSignal?: AbortSignal | undefined
}
