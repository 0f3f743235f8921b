import { UsageError } from '../../api/errors.ts'
import { DeletedFinalStateUnknown, metaNamespaceKey } from '../../api/keys.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'
import type { KnownObjects } from '../store/known-objects.ts'
import { DEFAULT_BATCH_SIZE, type Delta, type PopProcess, type Queue } from './queue.ts'
import { type ObjectKeyFunction, type QueueItem, queueKey } from './queue-key.ts'
import { QueueSync, type Taken } from './queue-sync.ts'

/** How a queue reads objects, and which deltas it returns. */
export interface DeltaQueueOptions<T> {
  /** @default metaNamespaceKey */
  readonly keyFunction?: ObjectKeyFunction<T> | undefined
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

/** A delta of one object. */
export type ObjectDelta<T> = Delta<T> & { readonly object: T | DeletedFinalStateUnknown<T> }

/** One entry of the queue: deltas of a key, or one atomic item. */
export interface Entry<T> {
  /** Undefined for an atomic item. */
  readonly key: string | undefined
  readonly deltas: Delta<T>[]
}

/** What {@link DeltaFIFO} and {@link RealFIFO} have in common: entries in their order, and how they are popped. */
export abstract class DeltaQueue<T> implements Queue<T> {
  readonly transformer: ((object: T) => T) | undefined
  readonly #keyFunction: ObjectKeyFunction<T>
  readonly #access: ObjectAccess<T>
  protected readonly known: KnownObjects<T> | undefined
  /** Whether `replace` and `resync` queue one item each. */
  readonly #isAtomic: boolean
  readonly #bookmarks: boolean
  readonly #batchSize: number
  readonly #sync = new QueueSync()
  #entries: Entry<T>[] = []
  /** Index of the first entry in `#entries`; moving it is cheaper than shifting the array. */
  #head = 0

  constructor(
    {
      keyFunction = metaNamespaceKey,
      transformer,
      emitDeltaTypeBookmark,
      batchSize = DEFAULT_BATCH_SIZE,
      access = objectAccess as ObjectAccess<T>,
    }: DeltaQueueOptions<T>,
    known: KnownObjects<T> | undefined,
    isAtomic: boolean,
  ) {
    if (emitDeltaTypeBookmark && !isAtomic) throw new UsageError('bookmarks need an atomic queue')
    this.transformer = transformer
    this.#keyFunction = keyFunction
    this.#access = access
    this.known = known
    this.#isAtomic = isAtomic
    this.#bookmarks = emitDeltaTypeBookmark ?? isAtomic
    this.#batchSize = batchSize
  }

  /** Adds a delta to the entries. */
  protected abstract enqueue(key: string, delta: ObjectDelta<T>): void
  /** Queues the deltas of a list that is not atomic; returns the number of entries of the initial population. */
  protected abstract replaceByKey(objects: readonly T[], keys: ReadonlySet<string>): number
  /** The newest queued delta of each key, in the order in which the keys were first queued. */
  protected abstract pending(): ReadonlyMap<string, Delta<T>>
  /** Returns a predicate for one batch: whether the entry of the next key may join it. */
  protected abstract newBatch(): (key: string) => boolean
  /** An atomic item was queued. Earlier entries stay before it. */
  protected onBarrier(): void {}
  /** Entries were removed from the head. */
  protected onTaken(_: readonly Entry<T>[]): void {}

  get length(): number {
    return this.#entries.length - this.#head
  }

  /** The queued entries. */
  protected get entries(): readonly Entry<T>[] {
    return this.#entries.slice(this.#head)
  }

  add(object: T): void {
    this.#sync.populate()
    this.queue({ type: 'Added', object: this.#transform(object) })
  }

  update(object: T): void {
    this.#sync.populate()
    this.queue({ type: 'Updated', object: this.#transform(object) })
  }

  delete(object: T | DeletedFinalStateUnknown<T>): void {
    this.#sync.populate()
    if (this.isUnknown(object)) return
    const final = object instanceof DeletedFinalStateUnknown ? object : this.#transform(object)
    this.queue({ type: 'Deleted', object: final })
  }

  /** Whether the deletion of an object is dropped. */
  protected isUnknown(_: T | DeletedFinalStateUnknown<T>): boolean {
    return false
  }

  /** If an object has no key, or the transformer fails, it throws and changes nothing. */
  replace(objects: readonly T[], resourceVersion: string): void {
    const transformed = this.transformer ? objects.map(object => this.#transform(object)) : objects
    if (this.#isAtomic) {
      // Verifies that each object has a key.
      for (const object of transformed) this.keyOf(object)
      this.#pushBarrier({ type: 'ReplacedAll', objects: transformed, resourceVersion })
      this.#sync.populate(this.length)
    } else {
      const keys = new Set(transformed.map(object => this.keyOf(object)))
      this.#sync.populate(this.replaceByKey(transformed, keys))
    }
  }

  /** Queues a bookmark after everything else: the server has sent all changes up to this resourceVersion. */
  bookmark(resourceVersion: string): void {
    if (this.#bookmarks) this.#pushBarrier({ type: 'Bookmark', resourceVersion })
  }

  /** Queues the cached object of every key without pending deltas, so that a pending change is not reverted. */
  resync(): void {
    if (this.#isAtomic) {
      this.#pushBarrier({ type: 'SyncAll' })
      return
    }
    const pending = this.pending()
    for (const key of this.known?.listKeys() ?? []) {
      const object = this.known?.getByKey(key)
      if (object !== undefined && !pending.has(key)) this.queue({ type: 'Sync', object })
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
    return this.#pop(1, process, signal)
  }

  popBatch(process: PopProcess<T>, signal?: AbortSignal): Promise<boolean> {
    return this.#pop(this.#batchSize, process, signal)
  }

  close(): void {
    this.#sync.close()
  }

  /** Queues a delta under its key, and wakes the consumer. */
  protected queue(delta: ObjectDelta<T>): void {
    this.enqueue(this.keyOf(delta.object), delta)
    this.#sync.wake()
  }

  protected push(entry: Entry<T>): void {
    this.#entries.push(entry)
  }

  /** Tombstones for keys of the queue or the cache that the list lacks, queued keys first, in their order. */
  protected tombstonesFor(keys: ReadonlySet<string>): DeletedFinalStateUnknown<T>[] {
    const pending = this.pending()
    const tombstones: DeletedFinalStateUnknown<T>[] = []
    for (const [key, delta] of pending) {
      if (!keys.has(key) && this.needsTombstone(delta))
        tombstones.push(new DeletedFinalStateUnknown(key, objectOf(delta)))
    }
    for (const key of this.known?.listKeys() ?? []) {
      if (!keys.has(key) && !pending.has(key))
        tombstones.push(new DeletedFinalStateUnknown(key, this.known?.getByKey(key)))
    }
    return tombstones
  }

  /** Whether a list that lacks a key with this newest delta deletes it. */
  protected needsTombstone(_: Delta<T>): boolean {
    return true
  }

  #pop(limit: number, process: PopProcess<T>, signal: AbortSignal | undefined): Promise<boolean> {
    return this.#sync.pop({ isReady: () => this.length > 0, take: () => this.#take(limit) }, process, signal)
  }

  /** Takes entries from the head while they fit into one batch; a barrier is alone in its batch. */
  #take(limit: number): Taken<T> {
    const most = this.#sync.initialPopulation || Number.POSITIVE_INFINITY
    const admits = this.newBatch()
    const taken: Entry<T>[] = []
    const deltas: Delta<T>[] = []
    while (this.length > 0 && taken.length < most) {
      const entry = this.#entries[this.#head] as Entry<T>
      const { key } = entry
      const fits = key !== undefined && deltas.length + entry.deltas.length <= limit && admits(key)
      if (taken.length > 0 && !fits) break
      taken.push(entry)
      for (const delta of entry.deltas) deltas.push(delta)
      this.#head++
      if (key === undefined || limit === 1) break
    }
    this.onTaken(taken)
    // Compacting only once half of the array is free keeps the cost of a pop constant.
    if (this.#head * 2 >= this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head)
      this.#head = 0
    }
    return { deltas, items: taken.length }
  }

  #pushBarrier(delta: Delta<T>): void {
    this.push({ key: undefined, deltas: [delta] })
    this.onBarrier()
    this.#sync.wake()
  }

  #transform(object: T): T {
    return this.transformer ? this.transformer(object) : object
  }
}

function objectOf<T>(delta: Delta<T>): T | undefined {
  if (!('object' in delta)) return undefined
  return delta.object instanceof DeletedFinalStateUnknown ? delta.object.object : delta.object
}
