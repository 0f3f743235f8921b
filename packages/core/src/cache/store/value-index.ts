import type { ObjectAccess } from '../../api/object-access.ts'
import type { IndexFunction } from './index-function.ts'

/**
 * Where a store keeps the object of a key. Indexes file the place and not the object, so that a change which moves
 * nothing between values writes to no set of an index.
 */
export interface Place<T> {
  readonly key: string
  object: T
}

/** The objects at some places, frozen. A plain loop: several times faster than `Array.from` with a mapper. */
export function objectsAt<T>(places: Iterable<Place<T>>, size: number): readonly T[] {
  const objects = new Array<T>(size)
  let i = 0
  for (const place of places) objects[i++] = place.object
  return Object.freeze(objects)
}

/** The places filed under one value, and the frozen array of their objects, made when somebody asked. */
interface Bucket<T> {
  readonly places: Set<Place<T>>
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

  /**
   * Files a place, which holds its new object already, under the values of that, and takes it out from under those
   * of the old one. It takes values that are computed already and cannot fail, so that a store may change many
   * indexes in one step.
   */
  move(place: Place<T>, oldValues: readonly string[], newValues: readonly string[]): void {
    for (const value of oldValues) {
      if (!newValues.includes(value)) this.#remove(value, place)
    }
    for (const value of newValues) this.#file(value, place, oldValues.includes(value))
  }

  /** Computes the values of places that are to be new here; the answer files them all, and cannot fail. */
  planFiling(places: readonly Place<T>[]): () => void {
    const values = places.map(place => this.valuesOf(place.object))
    return () => {
      for (const [i, place] of places.entries())
        for (const value of values[i] ?? []) this.#file(value, place, false)
    }
  }

  /** The objects under a value: frozen, and the same array while none of them changed. O(result). */
  get(value: string): readonly T[] {
    const bucket = this.#buckets.get(value)
    if (bucket === undefined) return EMPTY
    bucket.snapshot ??= objectsAt(bucket.places, bucket.places.size)
    return bucket.snapshot
  }

  /** The keys under a value, sorted. */
  keys(value: string): readonly string[] {
    return Array.from(this.#buckets.get(value)?.places ?? [], place => place.key).sort()
  }

  /** How many objects stand under a value. */
  count(value: string): number {
    return this.#buckets.get(value)?.places.size ?? 0
  }

  /** Every value that has an object. */
  values(): readonly string[] {
    return [...this.#buckets.keys()]
  }

  #file(value: string, place: Place<T>, isFiled: boolean): void {
    const bucket = this.#buckets.get(value)
    if (bucket === undefined) {
      this.#buckets.set(value, { places: new Set([place]), snapshot: undefined })
      return
    }
    if (!isFiled) bucket.places.add(place)
    bucket.snapshot = undefined
  }

  #remove(value: string, place: Place<T>): void {
    const bucket = this.#buckets.get(value)
    if (!bucket?.places.delete(place)) return
    bucket.snapshot = undefined
    if (bucket.places.size === 0) this.#buckets.delete(value)
  }
}
