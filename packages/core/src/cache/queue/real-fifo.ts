import { UsageError } from '../../api/errors.ts'
import { DeletedFinalStateUnknown, metaNamespaceKey } from '../../api/keys.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'
import { DEFAULT_BATCH_SIZE, type Delta, type KnownObjects, type PopProcess, type Queue } from './queue.ts'
import { type ObjectKeyFunction, type QueueItem, queueKey } from './queue-key.ts'
import { QueueSync, type Taken } from './queue-sync.ts'

/** Options of {@link RealFIFO}. */
export interface RealFIFOOptions<T> {
  /** @default metaNamespaceKey */
  readonly keyFunction?: ObjectKeyFunction<T> | undefined
  /**
   * The cache that the queue feeds; `replace` computes deletions from it. Without it the queue is atomic: `replace` and
   * `resync` are one item each, and the consumer computes the deletions.
   */
  readonly knownObjects?: KnownObjects<T> | undefined
  /** Applied once to each object that is queued; never to a tombstone. */
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

/** A delta and its key; undefined for an atomic item. */
interface Item<T> {
  readonly key: string | undefined
  readonly delta: Delta<T>
}

/**
 * Every event in the order of arrival, across all keys (client-go `cache.RealFIFO`, upstream's default since 0.33). Use
 * it where the order between objects matters, or where every state must be processed. `DeltaFIFO` returns all deltas of
 * a key at once, which is less work under load.
 *
 * - Nothing is dropped or merged, including the deletion of an unknown key.
 * - A `replace` queues deletions first, then the objects of the list.
 */
export class RealFIFO<T> implements Queue<T> {
  readonly #keyFunction: ObjectKeyFunction<T>
  readonly #knownObjects: KnownObjects<T> | undefined
  readonly transformer: ((object: T) => T) | undefined
  readonly #bookmarks: boolean
  readonly #batchSize: number
  readonly #access: ObjectAccess<T>
  readonly #sync = new QueueSync()
  #items: Item<T>[] = []
  /** Index of the first queued item in `#items`. */
  #head = 0

  constructor({
    keyFunction = metaNamespaceKey,
    knownObjects,
    transformer,
    emitDeltaTypeBookmark = knownObjects === undefined,
    batchSize = DEFAULT_BATCH_SIZE,
    access = objectAccess as ObjectAccess<T>,
  }: RealFIFOOptions<T> = {}) {
    if (emitDeltaTypeBookmark && knownObjects)
      throw new UsageError('RealFIFO: bookmarks need an atomic queue')
    this.#keyFunction = keyFunction
    this.#knownObjects = knownObjects
    this.transformer = transformer
    this.#bookmarks = emitDeltaTypeBookmark
    this.#batchSize = batchSize
    this.#access = access
  }

  get length(): number {
    return this.#items.length - this.#head
  }

  add(object: T): void {
    this.#sync.populate()
    this.#push({ type: 'Added', object: this.#transform(object) })
  }

  update(object: T): void {
    this.#sync.populate()
    this.#push({ type: 'Updated', object: this.#transform(object) })
  }

  delete(object: T | DeletedFinalStateUnknown<T>): void {
    this.#sync.populate()
    const final = object instanceof DeletedFinalStateUnknown ? object : this.#transform(object)
    this.#push({ type: 'Deleted', object: final })
  }

  /** If an object has no key, or the transformer fails, it throws and changes nothing. */
  replace(objects: readonly T[], resourceVersion: string): void {
    const transformed = objects.map(object => this.#transform(object))
    const keys = new Set(transformed.map(object => this.keyOf(object)))
    if (this.#knownObjects === undefined) {
      this.#items.push({
        key: undefined,
        delta: { type: 'ReplacedAll', objects: transformed, resourceVersion },
      })
    } else {
      for (const tombstone of this.#tombstonesFor(keys, this.#knownObjects)) {
        this.#push({ type: 'Deleted', object: tombstone })
      }
      for (const object of transformed) this.#push({ type: 'Replaced', object })
    }
    this.#sync.populate(this.length)
    this.#sync.wake()
  }

  /** Queues a bookmark after everything else: the server has sent all changes up to this resourceVersion. */
  bookmark(resourceVersion: string): void {
    if (!this.#bookmarks) return
    this.#items.push({ key: undefined, delta: { type: 'Bookmark', resourceVersion } })
    this.#sync.wake()
  }

  resync(): void {
    if (this.#knownObjects === undefined) {
      this.#items.push({ key: undefined, delta: { type: 'SyncAll' } })
      this.#sync.wake()
      return
    }
    const pending = this.#newestByKey()
    for (const key of this.#knownObjects.listKeys()) {
      const object = this.#knownObjects.getByKey(key)
      if (object !== undefined && !pending.has(key)) this.#push({ type: 'Sync', object })
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

  /** A key occurs once in a batch at most, so that each delta has its own notification. */
  popBatch(process: PopProcess<T>, signal?: AbortSignal): Promise<boolean> {
    const take = () => this.#take(this.#batchSize)
    return this.#sync.pop({ isReady: () => this.length > 0, take }, process, signal)
  }

  close(): void {
    this.#sync.close()
  }

  #take(limit: number): Taken<T> {
    const most = Math.min(limit, this.#sync.initialPopulation || limit, this.length)
    const keys = new Set<string>()
    const taken: Item<T>[] = []
    while (taken.length < most) {
      const item = this.#items[this.#head] as Item<T>
      const alone = item.key === undefined || keys.has(item.key)
      if (taken.length > 0 && alone) break
      taken.push(item)
      this.#head++
      if (item.key === undefined) break
      keys.add(item.key)
    }
    // Compacting only once half of the array is free keeps the cost of a pop constant.
    if (this.#head * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
    return { deltas: taken.map(item => item.delta), items: taken.length }
  }

  #push(delta: Delta<T> & { readonly object: T | DeletedFinalStateUnknown<T> }): void {
    this.#items.push({ key: this.keyOf(delta.object), delta })
    this.#sync.wake()
  }

  /** Tombstones for keys of the queue or the cache that the list lacks, queued keys first, in their order. */
  #tombstonesFor(keys: ReadonlySet<string>, known: KnownObjects<T>): DeletedFinalStateUnknown<T>[] {
    const pending = this.#newestByKey()
    const tombstones: DeletedFinalStateUnknown<T>[] = []
    for (const [key, delta] of pending) {
      if (keys.has(key) || delta.type === 'Deleted' || !('object' in delta)) continue
      tombstones.push(new DeletedFinalStateUnknown(key, delta.object))
    }
    for (const key of known.listKeys()) {
      if (!keys.has(key) && !pending.has(key))
        tombstones.push(new DeletedFinalStateUnknown(key, known.getByKey(key)))
    }
    return tombstones
  }

  /** The last queued delta of each key, in the order in which the keys were first queued. */
  #newestByKey(): Map<string, Delta<T>> {
    const newest = new Map<string, Delta<T>>()
    for (const { key, delta } of this.#items.slice(this.#head)) {
      if (key !== undefined) newest.set(key, delta)
    }
    return newest
  }

  #transform(object: T): T {
    return this.transformer ? this.transformer(object) : object
  }
}
