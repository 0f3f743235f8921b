import { UsageError } from '../../api/errors.ts'
import { DeletedFinalStateUnknown, metaNamespaceKey } from '../../api/keys.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'
import { DEFAULT_BATCH_SIZE, type Delta, type KnownObjects, type PopProcess, type Queue } from './queue.ts'
import { type ObjectKeyFunction, type QueueItem, queueKey } from './queue-key.ts'
import { QueueSync, type Taken } from './queue-sync.ts'

/** Options of {@link DeltaFIFO}. */
export interface DeltaFIFOOptions<T> {
  /** @default metaNamespaceKey */
  readonly keyFunction?: ObjectKeyFunction<T> | undefined
  /** The cache that the queue feeds. Without it, `replace` finds deletions among queued objects only. */
  readonly knownObjects?: KnownObjects<T> | undefined
  /** Whether `replace` queues `Replaced` deltas instead of the older `Sync`. @default false */
  readonly emitDeltaTypeReplaced?: boolean | undefined
  /**
   * Whether `replace` and `resync` queue one item each, `ReplacedAll` and `SyncAll`: the consumer computes the
   * deletions, and no reader sees a partial relist. @default false
   */
  readonly atomic?: boolean | undefined
  /** Applied once to each object that is queued, before its key is computed; never to a tombstone. */
  readonly transformer?: ((object: T) => T) | undefined
  /**
   * Whether `bookmark` queues a `Bookmark` delta; otherwise it has no effect. Requires an atomic queue, since the
   * resourceVersion covers everything that was queued before. @default whether the queue is atomic
   */
  readonly emitDeltaTypeBookmark?: boolean | undefined
  /** The largest number of deltas in a batch. @default 1_000 */
  readonly batchSize?: number | undefined
  /** @default plain objects */
  readonly access?: ObjectAccess<T> | undefined
}

/** One entry of the queue: the deltas of a key, or one atomic item. */
interface Entry<T> {
  /** Undefined for an atomic item. */
  readonly key: string | undefined
  readonly deltas: Delta<T>[]
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
export class DeltaFIFO<T> implements Queue<T> {
  readonly #keyFunction: ObjectKeyFunction<T>
  readonly #knownObjects: KnownObjects<T> | undefined
  readonly #replacedType: 'Replaced' | 'Sync'
  readonly #atomic: boolean
  readonly transformer: ((object: T) => T) | undefined
  readonly #bookmarks: boolean
  readonly #batchSize: number
  readonly #access: ObjectAccess<T>
  readonly #entries: Entry<T>[] = []
  /** Index of the first entry in `#entries`; moving it is cheaper than shifting the array. */
  #head = 0
  /** The entries after the last barrier, by key: these still accept deltas. */
  #open = new Map<string, Entry<T>>()
  /** The number of queued atomic items. */
  #barriers = 0
  readonly #sync = new QueueSync()

  constructor({
    keyFunction = metaNamespaceKey,
    knownObjects,
    emitDeltaTypeReplaced = false,
    atomic = false,
    transformer,
    emitDeltaTypeBookmark = atomic,
    batchSize = DEFAULT_BATCH_SIZE,
    access = objectAccess as ObjectAccess<T>,
  }: DeltaFIFOOptions<T> = {}) {
    if (emitDeltaTypeBookmark && !atomic) throw new UsageError('DeltaFIFO: bookmarks need an atomic queue')
    this.#keyFunction = keyFunction
    this.#knownObjects = knownObjects
    this.#replacedType = emitDeltaTypeReplaced ? 'Replaced' : 'Sync'
    this.#atomic = atomic
    this.transformer = transformer
    this.#bookmarks = emitDeltaTypeBookmark
    this.#batchSize = batchSize
    this.#access = access
  }

  get length(): number {
    return this.#entries.length - this.#head
  }

  add(object: T): void {
    this.#sync.populate()
    this.#enqueue({ type: 'Added', object: this.#transform(object) })
  }

  update(object: T): void {
    this.#sync.populate()
    this.#enqueue({ type: 'Updated', object: this.#transform(object) })
  }

  /** Dropped if neither the cache nor the queue has the key. */
  delete(object: T | DeletedFinalStateUnknown<T>): void {
    this.#sync.populate()
    const key = this.keyOf(object)
    if (this.#isUnknown(key)) return
    const final = object instanceof DeletedFinalStateUnknown ? object : this.#transform(object)
    this.#enqueue({ type: 'Deleted', object: final })
  }

  /** If an object has no key, or the transformer fails, it throws and changes nothing. */
  replace(objects: readonly T[], resourceVersion: string): void {
    const transformed = this.transformer ? objects.map(object => this.#transform(object)) : objects
    if (this.#atomic) {
      // Verifies that each object has a key.
      for (const object of transformed) this.#keyFunction(object, this.#access)
      this.#pushBarrier({ type: 'ReplacedAll', objects: transformed, resourceVersion })
      this.#sync.populate(this.length)
    } else {
      const keys = new Set(transformed.map(object => this.keyOf(object)))
      this.#sync.populate(this.#replaceByKey(transformed, keys))
    }
  }

  /** Queues a bookmark after everything else: the server has sent all changes up to this resourceVersion. */
  bookmark(resourceVersion: string): void {
    if (this.#bookmarks) this.#pushBarrier({ type: 'Bookmark', resourceVersion })
  }

  /** Queues the cached object of every key without pending deltas, so that a pending change is not reverted. */
  resync(): void {
    if (this.#atomic) {
      this.#pushBarrier({ type: 'SyncAll' })
      return
    }
    for (const key of this.#knownObjects?.listKeys() ?? []) {
      const object = this.#knownObjects?.getByKey(key)
      if (object !== undefined && !this.#open.has(key)) this.#enqueue({ type: 'Sync', object })
    }
  }

  /** The key of an item of the queue; throws a KeyError if there is none. */
  keyOf(item: QueueItem<T>): string {
    return queueKey(item, this.#keyFunction, this.#access)
  }

  hasSynced(): boolean {
    return this.#sync.hasSynced
  }

  pop(process: PopProcess<T>, signal?: AbortSignal): Promise<boolean> {
    return this.#sync.pop({ isReady: () => this.length > 0, take: () => this.#take(1) }, process, signal)
  }

  popBatch(process: PopProcess<T>, signal?: AbortSignal): Promise<boolean> {
    const take = () => this.#take(this.#batchSize)
    return this.#sync.pop({ isReady: () => this.length > 0, take }, process, signal)
  }

  close(): void {
    this.#sync.close()
  }

  /** Takes entries from the head while they fit into one batch; a barrier is alone in its batch. */
  #take(limit: number): Taken<T> {
    const most = this.#sync.initialPopulation || Number.POSITIVE_INFINITY
    const taken: Entry<T>[] = []
    let size = 0
    while (this.length > 0 && taken.length < most) {
      const entry = this.#entries[this.#head] as Entry<T>
      const fits = entry.key !== undefined && size + entry.deltas.length <= limit
      if (taken.length > 0 && !fits) break
      taken.push(entry)
      size += entry.deltas.length
      this.#head++
      if (entry.key === undefined || limit === 1) break
    }
    this.#forget(taken)
    const [only] = taken
    const deltas = only && taken.length === 1 ? only.deltas : taken.flatMap(entry => entry.deltas)
    return { deltas, items: taken.length }
  }

  #forget(taken: readonly Entry<T>[]): void {
    for (const entry of taken) {
      if (entry.key === undefined) this.#barriers--
      else if (this.#open.get(entry.key) === entry) this.#open.delete(entry.key)
    }
    // Compacting only once half of the array is free keeps the cost of a pop constant.
    if (this.#head * 2 < this.#entries.length) return
    this.#entries.splice(0, this.#head)
    this.#head = 0
  }

  #enqueue(delta: Delta<T> & { readonly object: T | DeletedFinalStateUnknown<T> }): void {
    const key = this.keyOf(delta.object)
    const entry = this.#open.get(key)
    if (entry === undefined) {
      const created = { key, deltas: [delta] }
      this.#open.set(key, created)
      this.#entries.push(created)
    } else {
      entry.deltas.push(delta)
      dedupDeletions(entry.deltas)
    }
    this.#sync.wake()
  }

  #pushBarrier(delta: Delta<T>): void {
    this.#entries.push({ key: undefined, deltas: [delta] })
    this.#open = new Map()
    this.#barriers++
    this.#sync.wake()
  }

  /** @returns the size of the initial population, if this is the first write */
  #replaceByKey(objects: readonly T[], keys: ReadonlySet<string>): number {
    // Deletions are computed before the list is queued, and queued after it (client-go's order).
    const missing = this.#tombstonesFor(keys)
    for (const object of objects) this.#enqueue({ type: this.#replacedType, object })
    for (const tombstone of missing) this.#enqueue({ type: 'Deleted', object: tombstone })
    return keys.size + missing.length
  }

  #tombstonesFor(keys: ReadonlySet<string>): DeletedFinalStateUnknown<T>[] {
    const tombstones: DeletedFinalStateUnknown<T>[] = []
    for (const [key, entry] of this.#open) {
      if (!keys.has(key)) tombstones.push(new DeletedFinalStateUnknown(key, newestObject(entry.deltas)))
    }
    for (const key of this.#knownObjects?.listKeys() ?? []) {
      if (keys.has(key) || this.#open.has(key)) continue
      tombstones.push(new DeletedFinalStateUnknown(key, this.#knownObjects?.getByKey(key)))
    }
    return tombstones
  }

  /** A queued list may contain the key, so a deletion after a barrier is kept. */
  #isUnknown(key: string): boolean {
    return this.#barriers === 0 && !this.#open.has(key) && this.#knownObjects?.getByKey(key) === undefined
  }

  #transform(object: T): T {
    return this.transformer ? this.transformer(object) : object
  }
}

function newestObject<T>(deltas: readonly Delta<T>[]): T | undefined {
  const newest = deltas.at(-1)
  if (newest === undefined || !('object' in newest)) return undefined
  return newest.object instanceof DeletedFinalStateUnknown ? newest.object.object : newest.object
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
