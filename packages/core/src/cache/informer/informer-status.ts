import type { ListProgress } from '../../api/lister-watcher.ts'

/**
 * The status of an informer, on two axes: its data, and its link to the server.
 *
 * - `data`: `none` before the initial list; `cached` when it comes from a snapshot that the server has not confirmed;
 *   `complete` once it was the server's whole state. It never leaves `complete`.
 * - `link`: `connecting` before the first response, `live` while a watch is open, `retrying` after a failure and when nothing
 *   arrives for too long, `stopped` at the end.
 */
export interface InformerStatus {
  readonly data: 'none' | 'cached' | 'complete'
  readonly link: 'connecting' | 'live' | 'retrying' | 'stopped'
  /**
   * The current error: a StatusError where the server responded with a Status, so that `isForbidden(status.error)` and the
   * other predicates work. Absent once the link is live again.
   */
  readonly error?: Error
  /** A deviation from the options that is no error, for example a list instead of a watch-list. */
  readonly notice?: string
  /** Time of the last event or bookmark, in ms since the epoch. */
  readonly lastEventAt?: number
  /** Progress of the list in flight; absent if there is none. */
  readonly progress?: ListProgress
  /**
   * When something last arrived that only the server can have sent, in ms since the epoch: response headers, a byte, the end
   * of a watch at its timeout, or a complete list. It changes without a notification.
   */
  readonly provenAt?: number
  /** Whether a watch waits for a free connection. */
  readonly isWaiting?: boolean
  readonly resourceVersion: string
  readonly counters: InformerCounters
}

/** Counters of an informer since its start. */
export interface InformerCounters {
  /** Objects in the cache. */
  readonly objects: number
  /** Watch events applied, bookmarks not counted. */
  readonly events: number
  /** Lists completed while the cache already had objects, from an earlier list or from a snapshot. */
  readonly relists: number
  /** Watches opened after the first one. */
  readonly restarts: number
  /** Bytes read, after decompression. */
  readonly bytes: number
}
