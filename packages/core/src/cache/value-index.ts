import type { ObjectAccess } from '../api/object-access.ts'
import type { IndexFunction } from './index-function.ts'

/** The objects filed under one value, and the frozen array made of them when somebody asked. */
interface Bucket<T> {
  readonly objects: Map<string, T>
  snapshot: readonly T[] | undefined
}

const EMPTY: readonly never[] = Object.freeze([])

/**
 * One index: value to objects. No empty value stays behind (kubernetes#84959), and the snapshot of a value
 * lives until an object of that very value changes.
 */
export class ValueIndex<T> {
  readonly #function: IndexFunction<T>
  readonly #access: ObjectAccess<T>
  readonly #buckets = new Map<string, Bucket<T>>()

  constructor(indexFunction: IndexFunction<T>, access: ObjectAccess<T>) {
    this.#function = indexFunction
    this.#access = access
  }

  /** The values that the function gives for an object. */
  valuesOf(object: T): readonly string[] {
    return this.#function(object, this.#access)
  }

  /** Files the new state of a key and takes back the old one; either may be missing. */
  update(key: string, before: T | undefined, after: T | undefined): void {
    // Both are computed first: a function that throws must leave the index as it was.
    const oldValues = before === undefined ? EMPTY : this.valuesOf(before)
    const newValues = after === undefined ? EMPTY : this.valuesOf(after)
    for (const value of oldValues) {
      if (!newValues.includes(value)) this.#remove(value, key)
    }
    if (after !== undefined) {
      for (const value of newValues) this.#file(value, key, after)
    }
  }

  /** The objects under a value: frozen, and the same array while none of them changed. O(result). */
  get(value: string): readonly T[] {
    const bucket = this.#buckets.get(value)
    if (bucket === undefined) return EMPTY
    bucket.snapshot ??= Object.freeze([...bucket.objects.values()])
    return bucket.snapshot
  }

  /** The keys under a value, sorted. */
  keys(value: string): readonly string[] {
    return [...(this.#buckets.get(value)?.objects.keys() ?? [])].sort()
  }

  /** How many objects stand under a value. */
  count(value: string): number {
    return this.#buckets.get(value)?.objects.size ?? 0
  }

  /** Every value that has an object. */
  values(): readonly string[] {
    return [...this.#buckets.keys()]
  }

  #file(value: string, key: string, object: T): void {
    const bucket = this.#buckets.get(value)
    if (bucket === undefined) {
      this.#buckets.set(value, { objects: new Map([[key, object]]), snapshot: undefined })
      return
    }
    bucket.objects.set(key, object)
    bucket.snapshot = undefined
  }

  #remove(value: string, key: string): void {
    const bucket = this.#buckets.get(value)
    if (!bucket?.objects.delete(key)) return
    bucket.snapshot = undefined
    if (bucket.objects.size === 0) this.#buckets.delete(value)
  }
}
