import { DeletedFinalStateUnknown } from '../../api/keys.ts'
import type { KnownObjects } from '../store/known-objects.ts'
import { DeltaQueue, type DeltaQueueOptions, type Entry, type ObjectDelta } from './delta-queue.ts'
import type { Delta } from './queue.ts'

/** What identifies an object, what the consumer knows already, and what changes an object before it is queued. All are optional. */
export interface DeltaFIFOOptions<T> extends DeltaQueueOptions<T> {
  /** The cache that the queue feeds. Without it, `replace` finds deletions among queued objects only. */
  readonly knownObjects?: KnownObjects<T> | undefined
  /** Whether `replace` queues `Replaced` deltas instead of the older `Sync`. @default false */
  readonly emitDeltaTypeReplaced?: boolean | undefined
  /**
   * Whether `replace` and `resync` queue one item each, `ReplacedAll` and `SyncAll`: the consumer computes the
   * deletions, and no reader sees a partial relist. @default false
   */
  readonly atomic?: boolean | undefined
}

/**
 * The default queue (client-go `cache.DeltaFIFO`, with the batch pop and the atomic relist that upstream later added to
 * `RealFIFO`). It suits a cache: an object that changes ten times while the consumer is busy is one pop. Use `RealFIFO`
 * where the order between objects matters.
 *
 * - With `knownObjects`, `replace` finds the objects of the cache that the list lacks, and the deletion of an unknown
 *   key is dropped.
 * - Keys are returned in the order in which they first changed, with all deltas of a key together, oldest first.
 * - Of two consecutive deletions, the one with more information is kept.
 * - An atomic item is a barrier: earlier entries stay before it, and later changes are queued after it.
 */
export class DeltaFIFO<T> extends DeltaQueue<T> {
  readonly #replacedType: 'Replaced' | 'Sync'
  /** The entries after the last barrier, by key: these still accept deltas. */
  #open = new Map<string, Entry<T>>()
  /** The number of queued atomic items. */
  #barriers = 0

  constructor({
    knownObjects,
    emitDeltaTypeReplaced = false,
    atomic = false,
    ...options
  }: DeltaFIFOOptions<T> = {}) {
    super(options, knownObjects, atomic)
    this.#replacedType = emitDeltaTypeReplaced ? 'Replaced' : 'Sync'
  }

  protected override enqueue(key: string, delta: ObjectDelta<T>): void {
    const entry = this.#open.get(key)
    if (entry === undefined) {
      const created = { key, deltas: [delta] }
      this.#open.set(key, created)
      this.push(created)
    } else {
      entry.deltas.push(delta)
      dedupDeletions(entry.deltas)
    }
  }

  protected override replaceByKey(objects: readonly T[], keys: ReadonlySet<string>): number {
    // Deletions are computed before the list is queued, and queued after it (client-go's order).
    const missing = this.tombstonesFor(keys)
    for (const object of objects) this.queue({ type: this.#replacedType, object })
    for (const tombstone of missing) this.queue({ type: 'Deleted', object: tombstone })
    return keys.size + missing.length
  }

  protected override pending(): ReadonlyMap<string, Delta<T>> {
    const newest = new Map<string, Delta<T>>()
    for (const [key, { deltas }] of this.#open) for (const delta of deltas.slice(-1)) newest.set(key, delta)
    return newest
  }

  protected override newBatch(): () => boolean {
    return () => true
  }

  protected override onBarrier(): void {
    this.#open = new Map()
    this.#barriers++
  }

  protected override onTaken(taken: readonly Entry<T>[]): void {
    if (this.length === 0) {
      this.#open.clear()
      this.#barriers = 0
      return
    }
    for (const entry of taken) {
      if (entry.key === undefined) this.#barriers--
      else if (this.#open.get(entry.key) === entry) this.#open.delete(entry.key)
    }
  }

  /** Neither the cache nor the queue has the key. A queued list may have it, so a deletion after a barrier is kept. */
  protected override isUnknown(object: T | DeletedFinalStateUnknown<T>): boolean {
    const key = this.keyOf(object)
    return this.#barriers === 0 && !this.#open.has(key) && this.known?.getByKey(key) === undefined
  }
}

/**
 * Of two consecutive deletions at the end, keeps the real object, else the older real one, else the newer tombstone.
 */
function dedupDeletions<T>(deltas: Delta<T>[]): void {
  const last = deltas.at(-1)
  const previous = deltas.at(-2)
  if (last?.type !== 'Deleted' || previous?.type !== 'Deleted') return
  const kept = previous.object instanceof DeletedFinalStateUnknown ? last : previous
  deltas.splice(-2, 2, kept)
}
