import type { List, WatchEvent } from '../api/object.ts'
import type { ObjectAccess } from '../api/object-access.ts'

/** Query of a list (meta/v1 ListOptions); what is absent is not sent. */
export interface ListOptions {
  readonly resourceVersion?: string | undefined
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan' | undefined
  /** Page size; 0 or absent asks for everything. */
  readonly limit?: number | undefined
  readonly continue?: string | undefined
  readonly labelSelector?: string | undefined
  readonly fieldSelector?: string | undefined
}

/** Query of a watch (meta/v1 ListOptions). */
export interface WatchOptions {
  readonly resourceVersion?: string | undefined
  readonly resourceVersionMatch?: 'NotOlderThan' | undefined
  readonly allowWatchBookmarks?: boolean | undefined
  readonly sendInitialEvents?: boolean | undefined
  readonly timeoutSeconds?: number | undefined
  readonly labelSelector?: string | undefined
  readonly fieldSelector?: string | undefined
}

/** How far a list has come. */
export interface ListProgress {
  /** Objects received so far. */
  readonly received: number
  /** Objects in all, where the server told (`remainingItemCount`). */
  readonly expected?: number
}

/** What a caller hands to a list besides its query. */
export interface ListContext {
  readonly signal: AbortSignal
  /** Called while the answer arrives, at most once for each network read. */
  readonly onProgress?: ((progress: ListProgress) => void) | undefined
  /** Called with the size of each network read, in bytes after decompression. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

/** What a caller hands to a watch besides its query. */
export interface WatchContext {
  readonly signal: AbortSignal
  /** Called with the size of each network read, in bytes after decompression. */
  readonly onBytes?: ((bytes: number) => void) | undefined
  /** Told when the watch has to wait for a connection before it is asked for, and when it has one. */
  readonly onWaiting?: ((waiting: boolean) => void) | undefined
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
 * Where a Reflector gets its objects from (client-go `cache.ListerWatcher`).
 *
 * - `list` answers one page; it never paginates by itself.
 * - `watch` settles with the response headers: a refusal is a thrown StatusError, no response at all is a
 *   ConnectionError, an in-stream ERROR is an event. Each array holds the events of one network read.
 * - A stream that ends, cleanly or in the middle of a frame, just ends the iteration. Ending the iteration
 *   (`break`, `return()`) closes the body.
 * - An abort of the signal ends both, also a read that is pending: whoever stops a Reflector waits for that.
 */
export interface ListerWatcher<T> {
  list(options: ListOptions, context: ListContext): Promise<List<T>>
  watch(options: WatchOptions, context: WatchContext): Promise<AsyncIterable<readonly WatchEvent<T>[]>>
  /** How to read what it delivers; plain objects when absent. */
  readonly access?: ObjectAccess<T>
  /** The kind of what it delivers; objects that say they are of another kind are passed over. */
  readonly kind?: string
  /** How it sends an initial list by watch. Absent: completely, and the same watch continues with changes. */
  readonly watchList?: WatchListCapability | undefined
  /**
   * Called before the first list by whoever changes objects in place, an informer with a `transform`: objects must not
   * have frozen parts in common then.
   */
  unshare?(): void
  /** What it delivers, in words, for messages: `pods in namespace "default"`. */
  readonly description?: string
}
