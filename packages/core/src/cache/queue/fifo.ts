import { DeletedFinalStateUnknown, metaNamespaceKey } from '../../api/keys.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'
import type { Store } from '../store/store.ts'
import { DEFAULT_BATCH_SIZE, type Delta, type PopProcess, type Queue } from './queue.ts'
import type { ObjectKeyFunction } from './queue-key.ts'
import { QueueSync, type Taken } from './queue-sync.ts'

/** What identifies an object. */
export interface FIFOOptions<T> {
  /** @default metaNamespaceKey */
  readonly keyFunction?: ObjectKeyFunction<T> | undefined
  /** How many objects a batch holds at most. @default 1_000 */
  readonly batchSize?: number | undefined
  /** @default plain objects */
  readonly access?: ObjectAccess<T> | undefined
}

/**
 * The latest object of each key, in the order in which the keys were queued (client-go `cache.FIFO`). It suits
 * consumers that need only the newest state, without intermediate states and deletions. A cache needs both: use
 * `DeltaFIFO`.
 *
 * - A pop returns one `Sync` delta with the current object, whatever happened to it before.
 * - A write to a queued key changes the object that a pop returns, not its order.
 * - An object that is deleted while queued is not returned.
 * - Queued objects can be read like those of a store.
 */
export class FIFO<T> implements Queue<T>, Store<T> {
  readonly #keyFunction: ObjectKeyFunction<T>
  readonly #batchSize: number
  readonly #access: ObjectAccess<T>
  readonly #sync = new QueueSync()
  #objects = new Map<string, T>()
  /** The keys in order, from `#head`. Deleted keys remain, and a pop skips them. */
  #order: string[] = []
  #head = 0
  /** The keys in `#order`, so that none is added twice. */
  #ordered = new Set<string>()
  #resourceVersion = ''

  constructor({
    keyFunction = metaNamespaceKey,
    batchSize = DEFAULT_BATCH_SIZE,
    access = objectAccess as ObjectAccess<T>,
  }: FIFOOptions<T> = {}) {
    this.#keyFunction = keyFunction
    this.#batchSize = batchSize
    this.#access = access
  }

  get length(): number {
    return this.#objects.size
  }

  get lastStoreSyncResourceVersion(): string {
    return this.#resourceVersion
  }

  add(object: T): void {
    const key = this.#keyOf(object)
    this.#sync.populate()
    this.#objects.set(key, object)
    if (!this.#ordered.has(key)) this.#order.push(key)
    this.#ordered.add(key)
    this.#resourceVersion = this.#access.resourceVersion(object) || this.#resourceVersion
    this.#sync.wake()
  }

  /** The same as {@link add}, as in client-go. */
  update(object: T): void {
    this.add(object)
  }

  delete(object: T | DeletedFinalStateUnknown<T>): void {
    const key = this.#keyOf(object)
    this.#sync.populate()
    this.#objects.delete(key)
    if (object instanceof DeletedFinalStateUnknown) return
    this.#resourceVersion = this.#access.resourceVersion(object) || this.#resourceVersion
  }

  /** Replaces the whole content with the list. If an object has no key, it throws and changes nothing. */
  replace(objects: readonly T[], resourceVersion = ''): void {
    const next = new Map(objects.map(object => [this.#keyOf(object), object]))
    this.#objects = next
    this.#order = [...next.keys()]
    this.#head = 0
    this.#ordered = new Set(this.#order)
    this.#resourceVersion = resourceVersion
    this.#sync.populate(next.size)
    this.#sync.wake()
  }

  resync(): void {}

  /** Has no effect: this queue has no cache to resync from. */
  bookmark(resourceVersion: string): void {
    this.#resourceVersion = resourceVersion
  }

  get(object: T): T | undefined {
    return this.getByKey(this.#keyOf(object))
  }

  getByKey(key: string): T | undefined {
    return this.#objects.get(key)
  }

  list(): readonly T[] {
    return [...this.#objects.values()]
  }

  listKeys(): readonly string[] {
    return [...this.#objects.keys()]
  }

  hasSynced(): boolean {
    return this.#sync.hasSynced
  }

  pop(process: PopProcess<T>, signal?: AbortSignal): Promise<boolean> {
    return this.#sync.pop({ isReady: () => this.#skipDeleted(), take: () => this.#take(1) }, process, signal)
  }

  popBatch(process: PopProcess<T>, signal?: AbortSignal): Promise<boolean> {
    const take = () => this.#take(this.#batchSize)
    return this.#sync.pop({ isReady: () => this.#skipDeleted(), take }, process, signal)
  }

  close(): void {
    this.#sync.close()
  }

  /** Skips deleted keys at the head, which still count as part of the initial population. */
  #skipDeleted(): boolean {
    while (this.#head < this.#order.length && !this.#objects.has(this.#order[this.#head] as string)) {
      this.#shift()
      this.#sync.settle(1)
    }
    return this.length > 0
  }

  #take(limit: number): Taken<T> {
    const most = this.#sync.initialPopulation || Number.POSITIVE_INFINITY
    const deltas: Delta<T>[] = []
    let items = 0
    while (this.#head < this.#order.length && deltas.length < limit && items < most) {
      const key = this.#shift()
      const object = this.#objects.get(key)
      if (object !== undefined) deltas.push({ type: 'Sync', object })
      this.#objects.delete(key)
      items++
    }
    return { deltas, items }
  }

  #shift(): string {
    const key = this.#order[this.#head++] as string
    this.#ordered.delete(key)
    // Compacting only once half of the array is free keeps the cost of a pop constant.
    if (this.#head * 2 >= this.#order.length) {
      this.#order = this.#order.slice(this.#head)
      this.#head = 0
    }
    return key
  }

  #keyOf(object: T | DeletedFinalStateUnknown<T>): string {
    return object instanceof DeletedFinalStateUnknown ? object.key : this.#keyFunction(object, this.#access)
  }
}
