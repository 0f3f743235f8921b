import type { DeletedFinalStateUnknown } from '../../api/keys.ts'
import type { ReflectorStore } from '../store/reflector-store.ts'

/**
 * One queued change (client-go `cache.Delta`). `Replaced` and `Sync` carry the state of an object as of a relist or a
 * resync; `ReplacedAll` and `SyncAll` are the same for all objects in one step. `Bookmark` changes no object: the
 * server has sent all changes up to that resourceVersion.
 */
export type Delta<T> =
  | { readonly type: 'Added' | 'Updated' | 'Replaced' | 'Sync'; readonly object: T }
  | { readonly type: 'Deleted'; readonly object: T | DeletedFinalStateUnknown<T> }
  | { readonly type: 'ReplacedAll'; readonly objects: readonly T[]; readonly resourceVersion: string }
  | { readonly type: 'SyncAll' }
  | { readonly type: 'Bookmark'; readonly resourceVersion: string }

/** The default size of a batch (client-go's `defaultBatchSize`). */
export const DEFAULT_BATCH_SIZE = 1_000

/**
 * Applies deltas, oldest first. `isInInitialList`: they belong to the initial list. Deltas are not queued again after
 * an error.
 */
export type PopProcess<T> = (deltas: readonly Delta<T>[], isInInitialList: boolean) => void

/**
 * The queue between a Reflector and the cache (client-go `cache.Queue`).
 *
 * - A pop waits while the queue is empty. Concurrent pops are served one at a time.
 * - `hasSynced` becomes true once all objects of the first `replace` have been processed, or at once if another write
 *   came first. It never becomes false again.
 * - A write that throws, because of a missing key or its transformer, queues nothing.
 * - After `close`, queued items are still returned, and writes are still accepted; a pop of an empty queue resolves
 *   with false.
 * - Writers never wait: writing and processing alternate on one thread, so a queue grows by what arrives between two
 *   pops. A producer that outpaces the consumer should watch `length`.
 *
 * How to choose: `DeltaFIFO` for a cache, with all deltas of an object at once; `RealFIFO` where the order between
 * objects or every single state matters; `FIFO` where only the latest state matters and deletions do not.
 */
export interface Queue<T> extends ReflectorStore<T> {
  /** The number of queued items: keys or, where the order across keys is kept, deltas. */
  readonly length: number
  /** Processes the deltas of one key. Resolves with false when the queue is closed and empty, or the signal aborts. */
  pop(process: PopProcess<T>, signal?: AbortSignal): Promise<boolean>
  /**
   * Processes up to 1,000 deltas at once. A batch does not cross the end of the initial list, and an atomic item is
   * alone in its batch.
   */
  popBatch(process: PopProcess<T>, signal?: AbortSignal): Promise<boolean>
  hasSynced(): boolean
  close(): void
}
