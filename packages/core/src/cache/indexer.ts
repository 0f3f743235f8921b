import { UsageError } from '../api/errors.ts'
import { type DeletedFinalStateUnknown, deletionHandlingMetaNamespaceKey } from '../api/keys.ts'
import { type ObjectAccess, objectAccess } from '../api/object-access.ts'
import type { Indexers, IndexFunction } from './index-function.ts'
import { ValueIndex } from './value-index.ts'

/** Computes the storage key of an object or a tombstone. */
export type StoreKeyFunction<T> = (object: T | DeletedFinalStateUnknown<T>, access: ObjectAccess<T>) => string

/** Options of {@link Indexer}. */
export interface IndexerOptions<T> {
  /** @default deletionHandlingMetaNamespaceKey */
  readonly keyFunction?: StoreKeyFunction<T> | undefined
  /** @default none */
  readonly indexers?: Indexers<T> | undefined
  /** @default plain objects */
  readonly access?: ObjectAccess<T> | undefined
}

/**
 * The store with its indexes (client-go `cache.Indexer` over `ThreadSafeStore`).
 *
 * - A write and its indexes are one step: no reader sees one without the other.
 * - Lists are frozen, and the same array until something in them changed.
 * - Objects are shared: read them, never write to them.
 *
 * @example
 * const indexer = new Indexer<Pod>({ indexers: { node: byPath('spec.nodeName') } })
 * indexer.add(pod)
 * indexer.byIndex('node', 'node-1')
 */
export class Indexer<T> {
  readonly #keyFunction: StoreKeyFunction<T>
  readonly #access: ObjectAccess<T>
  readonly #objects = new Map<string, T>()
  readonly #functions = new Map<string, IndexFunction<T>>()
  readonly #indexes = new Map<string, ValueIndex<T>>()
  #list: readonly T[] | undefined

  constructor({
    keyFunction = deletionHandlingMetaNamespaceKey,
    indexers = {},
    access = objectAccess as ObjectAccess<T>,
  }: IndexerOptions<T> = {}) {
    this.#keyFunction = keyFunction
    this.#access = access
    this.addIndexers(indexers)
  }

  /** How many objects are stored. */
  get size(): number {
    return this.#objects.size
  }

  /** Throws a KeyError when the object has no key. */
  keyOf(object: T | DeletedFinalStateUnknown<T>): string {
    return this.#keyFunction(object, this.#access)
  }

  /** Stores an object, whether its key is new or not. */
  add(object: T): void {
    this.#set(this.keyOf(object), object)
  }

  /** The same as {@link add}, as in client-go. */
  update(object: T): void {
    this.add(object)
  }

  /** Removes an object, or what a tombstone names; nothing happens when it is not there. */
  delete(object: T | DeletedFinalStateUnknown<T>): void {
    this.#set(this.keyOf(object), undefined)
  }

  /** Makes the list the whole content; of two objects with one key the last wins. All keys are computed first. */
  replace(objects: readonly T[]): void {
    const next = new Map(objects.map(object => [this.keyOf(object), object]))
    for (const key of [...this.#objects.keys()]) {
      if (!next.has(key)) this.#set(key, undefined)
    }
    for (const [key, object] of next) this.#set(key, object)
  }

  /** The stored object with the key of this one. */
  get(object: T): T | undefined {
    return this.getByKey(this.keyOf(object))
  }

  getByKey(key: string): T | undefined {
    return this.#objects.get(key)
  }

  /** Everything, frozen; the same array while nothing changed. */
  list(): readonly T[] {
    this.#list ??= Object.freeze([...this.#objects.values()])
    return this.#list
  }

  listKeys(): readonly string[] {
    return [...this.#objects.keys()]
  }

  /** The objects that share a value of the index with this one, each once. Throws on an unknown index. */
  index(name: string, object: T): readonly T[] {
    const index = this.#indexNamed(name)
    const values = index.valuesOf(object)
    const [only] = values
    if (only !== undefined && values.length === 1) return index.get(only)
    return [...new Set(values.flatMap(value => index.get(value)))]
  }

  /** The keys under a value of the index, sorted. Throws on an unknown index. */
  indexKeys(name: string, value: string): readonly string[] {
    return this.#indexNamed(name).keys(value)
  }

  /** The objects under a value of the index: O(result), frozen, the same array while none of them changed. */
  byIndex(name: string, value: string): readonly T[] {
    return this.#indexNamed(name).get(value)
  }

  /** How many objects stand under a value of the index, without listing them. Throws on an unknown index. */
  countByIndex(name: string, value: string): number {
    return this.#indexNamed(name).count(value)
  }

  /** Every value of the index that has an object; none for an unknown index, as in client-go. */
  listIndexFuncValues(name: string): readonly string[] {
    return this.#indexes.get(name)?.values() ?? []
  }

  getIndexers(): Indexers<T> {
    return Object.fromEntries(this.#functions)
  }

  /** Adds indexes, also over objects that are there already; all of them or, when a name is taken, none. */
  addIndexers(indexers: Indexers<T>): void {
    const conflicts = Object.keys(indexers).filter(name => this.#functions.has(name))
    if (conflicts.length > 0) throw new UsageError(`indexer conflict: ${conflicts.join(', ')}`)
    const added = Object.entries(indexers).map(([name, indexFunction]) => {
      const index = new ValueIndex<T>(indexFunction, this.#access)
      for (const [key, object] of this.#objects) index.update(key, undefined, object)
      return { name, indexFunction, index }
    })
    for (const { name, indexFunction, index } of added) {
      this.#functions.set(name, indexFunction)
      this.#indexes.set(name, index)
    }
  }

  #indexNamed(name: string): ValueIndex<T> {
    const index = this.#indexes.get(name)
    if (index === undefined) {
      const names = [...this.#functions.keys()].join(', ')
      throw new UsageError(`Index with name ${name} does not exist; there are: ${names || 'none'}`)
    }
    return index
  }

  #set(key: string, object: T | undefined): void {
    const before = this.#objects.get(key)
    if (before === object) return
    for (const index of this.#indexes.values()) index.update(key, before, object)
    if (object === undefined) this.#objects.delete(key)
    else this.#objects.set(key, object)
    this.#list = undefined
  }
}
