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
  /** The cache behind the queue; without it only queued objects are found missing from a `replace`. */
  readonly knownObjects?: KnownObjects<T> | undefined
  /** Whether a `replace` says `Replaced`; otherwise the older `Sync`. @default false */
  readonly emitDeltaTypeReplaced?: boolean | undefined
  /**
   * Whether `replace` and `resync` enter as one item, `ReplacedAll` and `SyncAll`: the consumer finds the
   * deletions, and no reader ever sees half a relist. @default false
   */
  readonly atomic?: boolean | undefined
  /** Runs once on every object that enters, before anything else sees it; never on a tombstone. */
  readonly transformer?: ((object: T) => T) | undefined
  /**
   * Whether `bookmark` enters as a `Bookmark` delta; otherwise it does nothing. Only an atomic queue can, since
   * the version says something about everything that was queued before it. @default whether it is atomic
   */
  readonly emitDeltaTypeBookmark?: boolean | undefined
  /** How many deltas a batch holds at most. @default 1_000 */
  readonly batchSize?: number | undefined
  /** @default plain objects */
  readonly access?: ObjectAccess<T> | undefined
}

/** One place in the queue: what happened to a key, or one atomic item. */
interface Entry<T> {
  /** Undefined for an atomic item. */
  readonly key: string | undefined
  readonly deltas: Delta<T>[]
}

/**
 * The default queue (client-go `cache.DeltaFIFO`, with the batch pop and the atomic relist that upstream later
 * gave `RealFIFO`). Take it for a cache: an object that changes ten times while the consumer is busy is one pop.
 * Take `RealFIFO` where the order between objects matters.
 *
 * - With a cache behind it (`knownObjects`) a `replace` finds what the cache has and the list has not, and a
 *   deletion of what neither cache nor queue know is dropped.
 * - Keys are handed out in the order in which they first changed; all deltas of a key come together, oldest first.
 * - Of two deletions in a row one is kept, the one that knows more.
 * - An atomic item is a barrier: what was queued before it stays before it, what comes later goes behind.
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
  /** Where the queue starts in `#entries`; moving it is cheaper than shifting. */
  #head = 0
  /** The entries behind the last barrier, by key: the ones that may still grow. */
  #open = new Map<string, Entry<T>>()
  /** How many atomic items are queued. */
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

  /** Dropped when nobody knows the key: neither the cache behind the queue nor the queue. */
  delete(object: T | DeletedFinalStateUnknown<T>): void {
    this.#sync.populate()
    const key = this.keyOf(object)
    if (this.#isUnknown(key)) return
    const final = object instanceof DeletedFinalStateUnknown ? object : this.#transform(object)
    this.#enqueue({ type: 'Deleted', object: final })
  }

  /** Throws, and changes nothing, when an object has no key or the transformer fails. */
  replace(objects: readonly T[], resourceVersion: string): void {
    const transformed = this.transformer ? objects.map(object => this.#transform(object)) : objects
    if (this.#atomic) {
      // Only whether each has one: the consumer looks them up by it.
      for (const object of transformed) this.#keyFunction(object, this.#access)
      this.#pushBarrier({ type: 'ReplacedAll', objects: transformed, resourceVersion })
      this.#sync.populate(this.length)
    } else {
      const keys = new Set(transformed.map(object => this.keyOf(object)))
      this.#sync.populate(this.#replaceByKey(transformed, keys))
    }
  }

  /** Tells, behind all that is queued, that the server has told everything up to this version. */
  bookmark(resourceVersion: string): void {
    if (this.#bookmarks) this.#pushBarrier({ type: 'Bookmark', resourceVersion })
  }

  /** Queues the cache's own state of every key that has nothing pending, so that a pending change is never undone. */
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

  /** The key of what the queue holds or hands out; throws a KeyError when there is none. */
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

  /** Takes entries from the head while they fit into one batch; a barrier comes alone. */
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
    // Compacting only when at least half is spent keeps the cost of a pop constant.
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

  /** @returns the size of the initial population if this is the first write */
  #replaceByKey(objects: readonly T[], keys: ReadonlySet<string>): number {
    // What is missing is found before the list enters the queue, told after it (client-go's order).
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

  /** A list that is still queued may hold the key, so a barrier keeps every deletion. */
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

/** Of two deletions at the end one is kept: the real object, else the older real one, else the newer tombstone. */
function dedupDeletions<T>(deltas: Delta<T>[]): void {
  const last = deltas.at(-1)
  const previous = deltas.at(-2)
  if (last?.type !== 'Deleted' || previous?.type !== 'Deleted') return
  const kept = previous.object instanceof DeletedFinalStateUnknown ? last : previous
  deltas.splice(-2, 2, kept)
}
