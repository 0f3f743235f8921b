import type { ObjectAccess } from '../../api/object-access.ts'
import type { IndexFunction } from './index-function.ts'

/**
 * Holds the object of a key in a store. Indexes refer to slots instead of objects, so that a change that leaves the
 * index values as they are modifies no index set.
 */
export interface Slot<T> {
  readonly key: string
  object: T
}

/** The objects of slots, frozen. A plain loop is several times faster than `Array.from` with a mapper. */
export function objectsAt<T>(slots: Iterable<Slot<T>>, size: number): readonly T[] {
  const objects = new Array<T>(size)
  let i = 0
  for (const slot of slots) objects[i++] = slot.object
  return Object.freeze(objects)
}

/** The slots under one value, and the frozen array of their objects, created on the first read. */
interface Bucket<T> {
  readonly slots: Set<Slot<T>>
  snapshot: readonly T[] | undefined
}

const EMPTY: readonly never[] = Object.freeze([])

/**
 * One index, from value to objects. A value without objects is removed (kubernetes#84959), and the snapshot of a value
 * remains until one of its objects changes.
 */
export class ValueIndex<T> {
  readonly name: string
  /** The index values of an object. */
  readonly valuesOf: IndexFunction<T>
  readonly #buckets = new Map<string, Bucket<T>>()

  constructor(name: string, valuesOf: IndexFunction<T>) {
    this.name = name
    this.valuesOf = valuesOf
  }

  /**
   * Moves a slot, which already has its new object, from the old index values to the new ones. The values are computed
   * before and the move cannot fail, so a store can update several indexes in one step.
   */
  move(slot: Slot<T>, oldValues: readonly string[], newValues: readonly string[]): void {
    for (const value of oldValues) {
      if (!newValues.includes(value)) this.#remove(value, slot)
    }
    for (const value of newValues) this.#file(value, slot, oldValues.includes(value))
  }

  /** Computes the index values of new slots. The returned function adds them, and cannot fail. */
  planFiling(slots: readonly Slot<T>[], access: ObjectAccess<T>): () => void {
    const values: (readonly string[])[] = []
    for (let i = 0; i < slots.length; i++) values.push(this.valuesOf((slots[i] as Slot<T>).object, access))
    return () => {
      for (let i = 0; i < slots.length; i++)
        this.move(slots[i] as Slot<T>, EMPTY, values[i] as readonly string[])
    }
  }

  /** The objects under a value: frozen, the same array until one of them changes. O(result). */
  get(value: string): readonly T[] {
    const bucket = this.#buckets.get(value)
    if (bucket === undefined) return EMPTY
    bucket.snapshot ??= objectsAt(bucket.slots, bucket.slots.size)
    return bucket.snapshot
  }

  /** The keys under a value, sorted. */
  keys(value: string): readonly string[] {
    return Array.from(this.#buckets.get(value)?.slots ?? [], slot => slot.key).sort()
  }

  /** The number of objects under a value. */
  count(value: string): number {
    return this.#buckets.get(value)?.slots.size ?? 0
  }

  /** All values that have objects. */
  values(): readonly string[] {
    return [...this.#buckets.keys()]
  }

  #file(value: string, slot: Slot<T>, isFiled: boolean): void {
    const bucket = this.#buckets.get(value)
    if (bucket === undefined) {
      this.#buckets.set(value, { slots: new Set([slot]), snapshot: undefined })
      return
    }
    if (!isFiled) bucket.slots.add(slot)
    bucket.snapshot = undefined
  }

  #remove(value: string, slot: Slot<T>): void {
    const bucket = this.#buckets.get(value)
    if (!bucket?.slots.delete(slot)) return
    bucket.snapshot = undefined
    if (bucket.slots.size === 0) this.#buckets.delete(value)
  }
}
