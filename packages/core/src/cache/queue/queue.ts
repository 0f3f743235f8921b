import type { DeletedFinalStateUnknown } from '../../api/keys.ts'

/**
 * One change on its way to the cache (client-go `cache.Delta`). `Replaced` and `Sync` carry the state that a
 * relist or a resync saw; `ReplacedAll` and `SyncAll` are the same for everything at once, in one step.
 * `Bookmark` changes no object: the server has told everything up to that version.
 */
export type Delta<T> =
  | { readonly type: 'Added' | 'Updated' | 'Replaced' | 'Sync'; readonly object: T }
  | { readonly type: 'Deleted'; readonly object: T | DeletedFinalStateUnknown<T> }
  | { readonly type: 'ReplacedAll'; readonly objects: readonly T[]; readonly resourceVersion: string }
  | { readonly type: 'SyncAll' }
  | { readonly type: 'Bookmark'; readonly resourceVersion: string }

/** How many deltas a batch holds unless told otherwise (client-go's `defaultBatchSize`). */
export const DEFAULT_BATCH_SIZE = 1_000

/** Applies deltas, oldest first. `isInInitialList`: they belong to the first list. An error does not requeue them. */
export type PopProcess<T> = (deltas: readonly Delta<T>[], isInInitialList: boolean) => void

/** What a Reflector writes to (client-go `cache.ReflectorStore`). */
export interface ReflectorStore<T> {
  add(object: T): void
  update(object: T): void
  delete(object: T | DeletedFinalStateUnknown<T>): void
  replace(objects: readonly T[], resourceVersion: string): void
  resync(): void
  /** What the store does to every object. A state that is gathered aside goes through it first, and twice in all. */
  readonly transformer?: ((object: T) => T) | undefined
  /** The server has told everything up to this version; not every store wants to know. */
  bookmark?(resourceVersion: string): void
}

/**
 * The queue between a Reflector and the cache (client-go `cache.Queue`).
 *
 * - A pop waits while the queue is empty. Pops that wait side by side are served one by one.
 * - `hasSynced` turns true once everything that the first `replace` brought has been processed, or at once when
 *   another write came first; it never turns back.
 * - A write that throws, for want of a key or by its transformer, queues nothing.
 * - After `close`, what is queued is still handed out, and writes still come in; a pop of nothing answers false.
 * - No writer is ever made to wait: one thread writes and processes in turn, so that a queue grows by what
 *   arrives between two pops. Whoever writes faster than the consumer yields should watch `length`.
 *
 * Which one to take: `DeltaFIFO` for a cache, all that happened to an object at once; `RealFIFO` where the order
 * between objects or every single state matters; `FIFO` where only the latest state counts, deletions not at all.
 */
export interface Queue<T> extends ReflectorStore<T> {
  /** How many pops are waiting to happen: keys or, where order across keys is kept, deltas. */
  readonly length: number
  /** Hands out the deltas of one key. Answers false when the queue is closed and empty, or the signal aborts. */
  pop(process: PopProcess<T>, signal?: AbortSignal): Promise<boolean>
  /** Hands out up to 1,000 deltas at once, never across the end of the initial list, an atomic item always alone. */
  popBatch(process: PopProcess<T>, signal?: AbortSignal): Promise<boolean>
  hasSynced(): boolean
  close(): void
}

/** What a queue may ask the cache behind it, to find what a relist no longer has (client-go `KeyListerGetter`). */
export interface KnownObjects<T> {
  listKeys(): readonly string[]
  getByKey(key: string): T | undefined
}
