import type { KubernetesObject } from '../api/object.ts'
import type { CachedObject } from './cached-object.ts'

/** Which objects a request is about. */
export interface View {
  /** "" or absent for all. */
  readonly namespace?: string | undefined
  /** A text that cannot be parsed is a UsageError with upstream's words. */
  readonly labelSelector?: string | undefined
  readonly fieldSelector?: string | undefined
}

/** A list (meta/v1 ListOptions), validated: `resourceVersionMatch` comes only where it may. */
export interface CacherListOptions extends View {
  readonly resourceVersion?: string | undefined
  readonly resourceVersionMatch?: '' | 'Exact' | 'NotOlderThan' | undefined
  readonly limit?: number | undefined
  /** A token of this cache, or of what is behind it. */
  readonly continue?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** What a list finds. The objects keep their encodings. */
export interface CacherList<T extends KubernetesObject = KubernetesObject> {
  readonly resourceVersion: string
  readonly items: readonly CachedObject<T>[]
  /** The next page's token; "" on the last one. */
  readonly continue: string
  /** Only with a token, and never with selectors. */
  readonly remainingItemCount: number | undefined
}

/** A get of one object. */
export interface CacherGetOptions {
  readonly namespace: string
  readonly name: string
  /** "" or absent for the newest there is. */
  readonly resourceVersion?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** A watch (meta/v1 ListOptions), validated and defaulted. */
export interface CacherWatchOptions extends View {
  readonly resourceVersion?: string | undefined
  /** Absent and false are two things: without it, resourceVersion "" or "0" starts with the state. */
  readonly sendInitialEvents?: boolean | undefined
  readonly allowWatchBookmarks?: boolean | undefined
  /** When the watch ends; at random between half an hour and an hour where absent or 0. */
  readonly timeoutSeconds?: number | undefined
  /** How many events may wait for a slow reader, instead of what a real server grants. */
  readonly queueSize?: number | undefined
  /** Closes the watch, also while it is being opened. */
  readonly signal?: AbortSignal | undefined
  /** Aborts the opening only; the caller closes an open watch. An idle watch costs less without a listener. */
  readonly openingSignal?: AbortSignal | undefined
}
