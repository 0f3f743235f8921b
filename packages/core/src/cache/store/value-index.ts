import type { ObjectAccess } from '../../api/object-access.ts'
import type { IndexFunction } from './index-function.ts'

/**
 * Where a store keeps the object of a key. Indexes file the slot and not the object, so that a change which moves
 * nothing between values writes to no set of an index.
 */
export interface Slot<T> {
  readonly key: string
  object: T
}

/** The objects at some slots, frozen. A plain loop: several times faster than `Array.from` with a mapper. */
export function objectsAt<T>(slots: Iterable<Slot<T>>, size: number): readonly T[] {
  const objects = new Array<T>(size)
  let i = 0
  for (const slot of slots) objects[i++] = slot.object
  return Object.freeze(objects)
}

/** The slots filed under one value, and the frozen array of their objects, made when somebody asked. */
interface Bucket<T> {
  readonly slots: Set<Slot<T>>
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
   * Files a slot, which holds its new object already, under the values of that, and takes it out from under those
   * of the old one. It takes values that are computed already and cannot fail, so that a store may change many
   * indexes in one step.
   */
  move(slot: Slot<T>, oldValues: readonly string[], newValues: readonly string[]): void {
    for (const value of oldValues) {
      if (!newValues.includes(value)) this.#remove(value, slot)
    }
    for (const value of newValues) this.#file(value, slot, oldValues.includes(value))
  }

  /** Computes the values of slots that are to be new here; the answer files them all, and cannot fail. */
  planFiling(slots: readonly Slot<T>[]): () => void {
    const values = slots.map(slot => this.valuesOf(slot.object))
    return () => {
      for (const [i, slot] of slots.entries())
        for (const value of values[i] ?? []) this.#file(value, slot, false)
    }
  }

  /** The objects under a value: frozen, and the same array while none of them changed. O(result). */
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

  /** How many objects stand under a value. */
  count(value: string): number {
    return this.#buckets.get(value)?.slots.size ?? 0
  }

  /** Every value that has an object. */
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
