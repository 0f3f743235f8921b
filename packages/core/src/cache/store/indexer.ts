import { InformerError, TransactionError, UsageError } from '../../api/errors.ts'
import { DeletedFinalStateUnknown, deletionHandlingMetaNamespaceKey } from '../../api/keys.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'
import type { Indexers, IndexFunction } from './index-function.ts'
import type { Store, StoreKeyFunction, StoreTransaction } from './store.ts'
import { objectsAt, type Slot, ValueIndex } from './value-index.ts'

/** What identifies an object, and the indexes. Without options, the key is `namespace/name` and the index `namespace`. */
export interface IndexerOptions<T, TIndexName extends string = string> {
  /** @default deletionHandlingMetaNamespaceKey */
  readonly keyFunction?: StoreKeyFunction<T> | undefined
  /** @default none */
  readonly indexers?: Indexers<T, TIndexName> | undefined
  /** Applied to every object before it is stored, after its key is computed. If it throws, nothing is stored. */
  readonly transformer?: ((object: T) => T) | undefined
  /** @default plain objects */
  readonly access?: ObjectAccess<T> | undefined
}

/** One write, computed completely before it is applied. */
interface Change<T> {
  readonly slot: Slot<T>
  /** Whether the key has no slot in the store yet. */
  readonly isNew: boolean
  /** Undefined for a deletion. */
  readonly after: T | undefined
  /** For each index, the old values and the new ones. */
  readonly values: readonly (readonly string[])[]
}

/** Callbacks of `Indexer.exchangeAll`. They run before anything is stored; if one throws, the store does not change. */
export interface ExchangeAll<T> {
  /** Receives each stored object that the new content lacks, before any call of `choose`. */
  onGone?(key: string, stored: T): void
  /** Returns the object to store for a key, in the order of the new content. @default the new object */
  choose?(object: T, stored: T | undefined, key: string): T
}

/** A store repacks after this many replaced objects, plus half of its size. */
const MIN_REPLACED = 64

const NO_VALUES: readonly string[] = Object.freeze([])

/**
 * A store with indexes (client-go `cache.Indexer` over `ThreadSafeStore`).
 *
 * - A write and its index updates are one step: no reader sees one without the other. If a key, transform or index
 *   function throws, nothing changes.
 * - Lists are frozen, and remain the same array until one of their objects changes. The cost of a write depends on the
 *   number of indexes, not of objects; a list is rebuilt on its next read, `byIndex` for its own value only.
 * - Objects are shared: read them, never write to them.
 * - If the index names are known at compile time, a misspelt one is a compile error.
 *
 * @example
 * const indexer = new Indexer<Pod>({ indexers: { node: byPath('spec.nodeName') } })
 * indexer.add(pod)
 * indexer.byIndex('node', 'node-1')
 * @example
 * const typed = new Indexer<Pod, 'node'>({ indexers: { node: byPath('spec.nodeName') } })
 * typed.byIndex('nod', 'node-1') // does not compile
 */
export class Indexer<T, TIndexName extends string = string> implements Store<T> {
  readonly #keyFunction: StoreKeyFunction<T>
  readonly #transformer: ((object: T) => T) | undefined
  readonly #access: ObjectAccess<T>
  #slots = new Map<string, Slot<T>>()
  /** An array, since each write goes through all of them. */
  readonly #indexes: ValueIndex<T>[] = []
  #list: readonly T[] | undefined
  #resourceVersion = ''
  /** Objects that were replaced, removed or not stored since the last `repack`. */
  #replaced = 0

  constructor({
    keyFunction = deletionHandlingMetaNamespaceKey,
    indexers,
    transformer,
    access = objectAccess as ObjectAccess<T>,
  }: IndexerOptions<T, TIndexName> = {}) {
    this.#keyFunction = keyFunction
    this.#transformer = transformer
    this.#access = access
    if (indexers) this.addIndexers(indexers)
  }

  /** The number of stored objects. */
  get size(): number {
    return this.#slots.size
  }

  get lastStoreSyncResourceVersion(): string {
    return this.#resourceVersion
  }

  /** Throws a KeyError when the object has no key. */
  keyOf(object: T | DeletedFinalStateUnknown<T>): string {
    return this.#keyFunction(object, this.#access)
  }

  /** Stores an object, whether its key is new or not. */
  add(object: T): void {
    const key = this.keyOf(object)
    this.#write(this.#transform(object), this.#slots.get(key), key, object)
  }

  /** The same as {@link add}, as in client-go. */
  update(object: T): void {
    this.add(object)
  }

  /**
   * Stores an object under its key, unless the stored one `isSame`. One look-up.
   *
   * @returns the object that was stored before
   */
  exchange(
    key: string,
    object: T,
    access: ObjectAccess<T>,
    isSame: (stored: T, object: T, access: ObjectAccess<T>) => boolean,
  ): T | undefined {
    const slot = this.#slots.get(key)
    const before = slot?.object
    const after = before !== undefined && isSame(before, object, access) ? before : object
    this.#write(this.#transform(after), slot, key, object)
    return before
  }

  /** Removes an object, or the object of a tombstone. No effect if the key is absent. */
  delete(object: T | DeletedFinalStateUnknown<T>): void {
    const key = this.keyOf(object)
    this.#write(undefined, this.#slots.get(key), key, object)
  }

  /**
   * Applies several writes synchronously. A write that fails is skipped and the others are applied: there is no
   * rollback.
   *
   * @throws TransactionError with the writes that were applied, and the errors of the others
   */
  transaction(operations: readonly StoreTransaction<T>[]): void {
    const successful: number[] = []
    const errors: unknown[] = []
    for (const [i, { type, object }] of operations.entries()) {
      try {
        if (type === 'delete') this.delete(object)
        else this.add(object)
        successful.push(i)
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw new TransactionError(operations.length, successful, errors)
  }

  /**
   * Replaces the whole content with the list. Where two objects have the same key, the last one is stored and counts as
   * one change: an informer notifies its handlers once of such a key, where client-go notifies them twice. An object that
   * fails leaves the store unchanged.
   */
  replace(objects: readonly T[], resourceVersion = ''): void {
    this.exchangeAll(objects, resourceVersion, {})
  }

  /** {@link replace}, with callbacks that choose what is stored. */
  exchangeAll(
    objects: readonly T[],
    resourceVersion: string,
    { onGone, choose = object => object }: ExchangeAll<T>,
  ): void {
    const next = new Map<string, Slot<T>>()
    // Loops by index: this runs once over thousands of objects, and until it is compiled an iterator makes an object for each.
    for (let i = 0; i < objects.length; i++) {
      const object = objects[i] as T
      const slot = { key: this.keyOf(object), object: this.#transform(object) }
      next.set(slot.key, slot)
    }
    const slots = [...next.values()]
    const changes: (Change<T> | undefined)[] = []
    for (const slot of this.#slots.values()) {
      if (next.has(slot.key)) continue
      changes.push(this.#planAt(slot, slot.key, undefined))
      onGone?.(slot.key, slot.object)
    }
    const added: Slot<T>[] = []
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as Slot<T>
      const stored = this.#slots.get(slot.key)
      const object = choose(slot.object, stored?.object, slot.key)
      slot.object = object
      if (stored) changes.push(this.#planAt(stored, slot.key, object))
      else added.push(slot)
    }
    const filings = this.#indexes.map(index => index.planFiling(added, this.#access))
    // From here on nothing throws.
    this.#replaced += changes.length
    for (const change of changes) this.#commit(change)
    if (this.#slots.size === 0) this.#slots = next
    else for (const slot of added) this.#slots.set(slot.key, slot)
    for (const file of filings) file()
    if (added.length > 0) this.#list = undefined
    this.#resourceVersion = resourceVersion
    this.#repack()
  }

  resync(): void {}

  /** Sets the store's resourceVersion without changing an object. */
  bookmark(resourceVersion: string): void {
    this.#resourceVersion = resourceVersion
  }

  get(object: T): T | undefined {
    return this.getByKey(this.keyOf(object))
  }

  getByKey(key: string): T | undefined {
    return this.#slots.get(key)?.object
  }

  /** All objects, frozen; the same array until one of them changes. */
  list(): readonly T[] {
    this.#list ??= objectsAt(this.#slots.values(), this.#slots.size)
    return this.#list
  }

  listKeys(): readonly string[] {
    return [...this.#slots.keys()]
  }

  /** The objects that share an index value with this one, without duplicates. Throws on an unknown index. */
  index(name: TIndexName, object: T): readonly T[] {
    const index = this.#indexNamed(name)
    const values = index.valuesOf(object, this.#access)
    if (values.length === 1) return index.get(values[0] as string)
    return [...new Set(values.flatMap(value => index.get(value)))]
  }

  /** The keys under an index value, sorted. Throws on an unknown index. */
  indexKeys(name: TIndexName, value: string): readonly string[] {
    return this.#indexNamed(name).keys(value)
  }

  /** The objects under an index value: O(result), frozen, the same array until one of them changes. */
  byIndex(name: TIndexName, value: string): readonly T[] {
    return this.#indexNamed(name).get(value)
  }

  /** The number of objects under an index value, without listing them. Throws on an unknown index. */
  countByIndex(name: TIndexName, value: string): number {
    return this.#indexNamed(name).count(value)
  }

  /** All values of the index that have objects; none for an unknown index, as in client-go. */
  listIndexFuncValues(name: TIndexName): readonly string[] {
    return this.#findIndex(name)?.values() ?? []
  }

  getIndexers(): Indexers<T, TIndexName> {
    const indexers = this.#indexes.map(({ name, valuesOf }) => [name, valuesOf])
    return Object.fromEntries(indexers) as Indexers<T, TIndexName>
  }

  /**
   * Adds indexes and computes them for the stored objects. If a name is taken, none is added.
   *
   * @returns the same indexer, typed with the added names
   */
  addIndexers<TAdded extends string>(indexers: Indexers<T, TAdded>): Indexer<T, TIndexName | TAdded> {
    const conflicts = Object.keys(indexers).filter(name => this.#findIndex(name))
    if (conflicts.length > 0) throw new UsageError(`indexer conflict: ${conflicts.join(', ')}`)
    const added = Object.entries<IndexFunction<T>>(indexers).map(([name, valuesOf]) => {
      const index = new ValueIndex<T>(name, valuesOf)
      index.planFiling([...this.#slots.values()], this.#access)()
      return index
    })
    this.#indexes.push(...added)
    // The same object with a wider type: TypeScript cannot express that a method widens its class's parameter.
    return this as unknown as Indexer<T, TIndexName | TAdded>
  }

  #findIndex(name: string): ValueIndex<T> | undefined {
    return this.#indexes.find(index => index.name === name)
  }

  #indexNamed(name: string): ValueIndex<T> {
    const index = this.#findIndex(name)
    if (index === undefined) {
      const names = this.#indexes.map(({ name }) => name).join(', ')
      throw new UsageError(`Index with name ${name} does not exist; there are: ${names || 'none'}`)
    }
    return index
  }

  #transform(object: T): T {
    if (!this.#transformer) return object
    try {
      return this.#transformer(object)
    } catch (error) {
      throw new TransformError(error)
    }
  }

  /** @returns undefined when the same object is stored already, or there is nothing to delete */
  #planAt(slot: Slot<T> | undefined, key: string, after: T | undefined): Change<T> | undefined {
    const before = slot?.object
    if (before === after) return undefined
    const values = new Array<readonly string[]>(2 * this.#indexes.length)
    for (let i = 0; i < this.#indexes.length; i++) {
      const index = this.#indexes[i] as ValueIndex<T>
      values[2 * i] = before === undefined ? NO_VALUES : index.valuesOf(before, this.#access)
      values[2 * i + 1] = after === undefined ? NO_VALUES : index.valuesOf(after, this.#access)
    }
    if (slot) return { slot, isNew: false, after, values }
    return { slot: { key, object: after as T }, isNew: true, after, values }
  }

  /** Stores `after`, or nothing. Records the object's resourceVersion: a tombstone has an old one, and some objects have none. */
  #write(
    after: T | undefined,
    slot: Slot<T> | undefined,
    key: string,
    object: T | DeletedFinalStateUnknown<T>,
  ): void {
    this.#commit(this.#planAt(slot, key, after))
    if (slot) this.#replaced++
    if (!(object instanceof DeletedFinalStateUnknown))
      this.#resourceVersion = this.#access.resourceVersion(object) || this.#resourceVersion
    this.#repack()
  }

  #commit(change: Change<T> | undefined): void {
    if (change === undefined) return
    const { slot, isNew, after, values } = change
    if (after === undefined) this.#slots.delete(slot.key)
    else if (isNew) this.#slots.set(slot.key, slot)
    else slot.object = after
    for (let i = 0; i < this.#indexes.length; i++)
      this.#indexes[i]?.move(slot, values[2 * i] as readonly string[], values[2 * i + 1] as readonly string[])
    this.#list = undefined
  }

  /** Visits at most two objects for each that was replaced, so that the cost of a write is constant on average. */
  #repack(): void {
    if (this.#replaced < MIN_REPLACED + this.#slots.size / 2) return
    this.#replaced = 0
    this.#access.repack?.(this.list())
  }
}

/** The transformer of a store threw, so that nothing was stored. */
class TransformError extends InformerError {
  override readonly name = 'TransformError'
  readonly code = 'TransformError'

  constructor(cause: unknown) {
    super(`transforming: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
