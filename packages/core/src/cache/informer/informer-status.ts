import type { ListProgress } from '../../client/lister-watcher.ts'

/**
 * How an informer is doing, on two axes: what the data is worth, and what the link to the server does.
 *
 * - `data`: `none` before anything is known, `cached` when it comes from a snapshot that no server has
 *   confirmed yet, `complete` once the server's state was held whole. It never goes back from `complete`.
 * - `link`: `connecting` before the first answer, `live` while a watch is open, `retrying` after a failure,
 *   `stopped` at the end.
 */
export interface InformerStatus {
  readonly data: 'none' | 'cached' | 'complete'
  readonly link: 'connecting' | 'live' | 'retrying' | 'stopped'
  /**
   * The current error: a StatusError where the server responded with a Status, so that `isForbidden(status.error)` and the
   * other predicates work. Absent once the link is live again.
   */
  readonly error?: Error
  /** What works in another way than was asked for, though nothing is wrong. */
  readonly notice?: string
  /** When the last event or bookmark arrived, in ms since the epoch. */
  readonly lastEventAt?: number
  /** How far the list in progress has come; absent when none is. */
  readonly progress?: ListProgress
  readonly resourceVersion: string
  readonly counters: InformerCounters
}

/** What an informer has done since it was started. */
export interface InformerCounters {
  /** Objects in the cache. */
  readonly objects: number
  /** Watch events applied, bookmarks not counted. */
  readonly events: number
  /** Lists that were completed after the first one. */
  readonly relists: number
  /** Watches that were opened after the first one. */
  readonly restarts: number
  /** Bytes read, after decompression. */
  readonly bytes: number
}
