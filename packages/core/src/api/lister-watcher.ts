import type { FieldSelector } from './field-selector.ts'
import type { LabelSelectorOption } from './label-selector.ts'
import type { List, WatchEvent } from './object.ts'
import type { ObjectAccess } from './object-access.ts'
import type { RequestRetry } from './request-retry.ts'

/** Query of a list (meta/v1 ListOptions). Absent parameters are not sent. */
export interface ListOptions {
  readonly resourceVersion?: string | undefined
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan' | undefined
  /** Page size; 0 or absent asks for everything. */
  readonly limit?: number | undefined
  readonly continue?: string | undefined
  readonly labelSelector?: LabelSelectorOption | undefined
  readonly fieldSelector?: string | FieldSelector | undefined
}

/** Query of a watch (meta/v1 ListOptions). */
export interface WatchOptions {
  readonly resourceVersion?: string | undefined
  readonly resourceVersionMatch?: 'NotOlderThan' | undefined
  readonly allowWatchBookmarks?: boolean | undefined
  readonly sendInitialEvents?: boolean | undefined
  readonly timeoutSeconds?: number | undefined
  readonly labelSelector?: LabelSelectorOption | undefined
  readonly fieldSelector?: string | FieldSelector | undefined
}

/** Progress of a list. */
export interface ListProgress {
  /** Objects received so far. */
  readonly received: number
  /** Total number of objects, if the server sent it (`remainingItemCount`). */
  readonly expected?: number
}

/** How to abort a list, and what it reports while the response arrives. */
export interface ListContext {
  readonly signal: AbortSignal
  /** Called while the response arrives, at most once per network read. */
  readonly onProgress?: ((progress: ListProgress) => void) | undefined
  /** Called with the size of each network read, in bytes after decompression. */
  readonly onBytes?: ((bytes: number) => void) | undefined
  /** Called before the delay of a retry within the request. */
  readonly onRetry?: ((retry: RequestRetry) => void) | undefined
}

/**
 * Why a watch has settled without response headers: the `host` has a `fetch` that resolves at the first byte of a body, or
 * something on the way, such as a `proxy`, holds the headers.
 */
export type HeldHeaders = 'host' | 'proxy'

/** How to abort a watch, and what it reports about its connection. */
export interface WatchContext {
  readonly signal: AbortSignal
  /** Called with the size of each network read, in bytes after decompression. */
  readonly onBytes?: ((bytes: number) => void) | undefined
  /** Called with true when the watch has to wait for a connection, and with false when it gets one. */
  readonly onWaiting?: ((waiting: boolean) => void) | undefined
  /** Called with the error when the connection is lost while the stream is read, before the iteration ends. */
  readonly onLost?: ((error?: unknown) => void) | undefined
  /** Called when the watch ends to leave its connection to another one, before the iteration ends. */
  readonly onYield?: (() => void) | undefined
  /** Called before the delay of a retry within the request. */
  readonly onRetry?: ((retry: RequestRetry) => void) | undefined
  /** Called before the watch settles without response headers, and with undefined when they arrive. */
  readonly onHeld?: ((held: HeldHeaders | undefined) => void) | undefined
}

/** How a ListerWatcher sends an initial list by watch (`sendInitialEvents`, KEP-3157). Read before each attempt. */
export interface WatchListCapability {
  /** Whether it can send one at all; otherwise a Reflector lists. */
  readonly isSupported: boolean
  /** Whether events after the end bookmark may not arrive, so that another watch must continue. @default false */
  readonly endsAfterInitialList?: boolean | undefined
  /**
   * Called when an initial list ended before its end bookmark, so that it is not requested by the same means again. Where
   * present, a Reflector also ends an initial list that stays open without data for five seconds.
   */
  onTruncated?(): void
}

/**
 * The source of the objects of a Reflector (client-go `cache.ListerWatcher`).
 *
 * - `list` resolves with one page; it never paginates by itself.
 * - `watch` settles with the response headers, or without them once it was not rejected for a while, and says so by
 *   `onHeld`. An error response is a thrown StatusError, a missing response is a ConnectionError, an ERROR in the stream is
 *   an event. Each array holds the events of one network read.
 * - A stream that ends, cleanly or in the middle of a frame, just ends the iteration. Ending the iteration
 *   (`break`, `return()`) closes the body.
 * - An abort of the signal ends both, including a pending read: stopping a Reflector waits for that. One that goes on five
 *   seconds after the abort is abandoned.
 */
export interface ListerWatcher<T> {
  list(options: ListOptions, context: ListContext): Promise<List<T>>
  watch(options: WatchOptions, context: WatchContext): Promise<AsyncIterable<readonly WatchEvent<T>[]>>
  /** How to read what it delivers; plain objects when absent. */
  readonly access?: ObjectAccess<T> | undefined
  /** The kind of the delivered objects; objects of another kind are skipped. */
  readonly kind?: string | undefined
  /** How it sends an initial list by watch. Absent: completely, and the same watch continues with changes. */
  readonly watchList?: WatchListCapability | undefined
  /**
   * Called before the first list by an informer with a `transform`, which may change objects in place: objects must not
   * share frozen parts then.
   */
  unshare?(): void
  /** Describes the collection in messages: `pods in namespace "default"`. */
  readonly description?: string | undefined
}
