import type { Row } from '@kube-informer/core'
import { byNamespaceAndName, type RowOrder } from './row-order.ts'
import type { RowSource } from './row-source.ts'

/** Options of {@link SliceView}. */
export interface SliceViewOptions {
  readonly source: RowSource
  readonly order: RowOrder
  /** The rows of the source to show; absent for all of them. */
  readonly filter?: ((row: Row) => boolean) | undefined
}

/** Up to this many changes are applied one by one; for more, all rows are copied once. */
const FEW = 32
/** Up to this many changed keys are stored, or a quarter of the rows; beyond that all rows are read again. */
const MANY = 1000

/** The position of a key, with any resourceVersion of its row. */
interface Place {
  row: Row
}

/**
 * The filtered and sorted rows of one target. Changes are only marked, and applied when the view is read, so that a
 * view that is not read costs a bounded set of keys.
 */
export class SliceView {
  readonly #source: RowSource
  readonly #order: RowOrder
  readonly #filter: ((row: Row) => boolean) | undefined
  /** By key: the positions of the rows that are shown. */
  #shown = new Map<string, Place>()
  #sorted: Place[] = []
  /** The keys that have changed; undefined when there were too many to store. */
  #changed: Set<string> | undefined

  constructor({ source, order, filter }: SliceViewOptions) {
    this.#source = source
    this.#order = order
    this.#filter = filter
  }

  /** Marks an object as changed; returns whether the view may be affected. */
  mark(key: string): boolean {
    if (!this.#source.mayHold(key)) return false
    this.#changed?.add(key)
    if (this.#changed && this.#changed.size > Math.max(MANY, this.#sorted.length / 4))
      this.#changed = undefined
    return true
  }

  /** Marks everything as changed. */
  markAll(): void {
    this.#changed = undefined
  }

  /** The number of rows; cheaper than reading them where there is no filter. */
  get size(): number {
    return this.#filter ? this.#places().length : this.#source.size
  }

  /** The present rows, or a part of them: `limit` rows from `offset` on. */
  rows(offset = 0, limit: number = Number.POSITIVE_INFINITY): Row[] {
    return this.#places()
      .slice(offset, offset + limit)
      .map(({ row }) => row)
  }

  #places(): readonly Place[] {
    const changed = this.#changed
    // If a function of the definition throws, everything is read again next time.
    this.#changed = undefined
    if (!changed) this.#rebuild()
    else if (changed.size > 0) this.#workIn(changed)
    this.#changed = new Set()
    return this.#sorted
  }

  #rebuild(): void {
    const rows = this.#source.list()
    const sorted = (this.#filter ? rows.filter(this.#filter) : [...rows]).sort(this.#order)
    this.#sorted = sorted.map(row => ({ row }))
    this.#shown = new Map(this.#sorted.map(place => [place.row.key, place]))
  }

  #workIn(changed: ReadonlySet<string>): void {
    const removed: Place[] = []
    const added: Place[] = []
    for (const key of changed) {
      const place = this.#shown.get(key)
      const now = this.#read(key)
      if (place?.row === now) continue
      // Most changes keep the position: the new row replaces the old one.
      if (place && now && this.#staysInPlace(place.row, now)) {
        place.row = now
        continue
      }
      if (place) removed.push(place)
      if (now) added.push({ row: now })
    }
    if (removed.length + added.length <= FEW) this.#splice(removed, added)
    else this.#edit(removed, added)
    for (const { row } of removed) this.#shown.delete(row.key)
    for (const place of added) this.#shown.set(place.row.key, place)
  }

  #staysInPlace(before: Row, now: Row): boolean {
    // Both have the same key.
    return this.#order === byNamespaceAndName || this.#order(before, now) === 0
  }

  #read(key: string): Row | undefined {
    const row = this.#source.get(key)
    return row && (!this.#filter || this.#filter(row)) ? row : undefined
  }

  #splice(removed: readonly Place[], added: readonly Place[]): void {
    for (const place of removed) this.#sorted.splice(this.#indexOf(place), 1)
    for (const place of added) this.#sorted.splice(this.#firstNotBefore(place.row), 0, place)
  }

  /** Finds each index by binary search, then copies the rows once. */
  #edit(removed: readonly Place[], added: Place[]): void {
    const edits: { readonly at: number; readonly place?: Place }[] = removed.map(place => ({
      at: this.#indexOf(place),
    }))
    for (const place of added.sort((a, b) => this.#order(a.row, b.row)))
      edits.push({ at: this.#firstNotBefore(place.row), place })
    edits.sort((a, b) => a.at - b.at)
    const before = this.#sorted
    const after: Place[] = []
    let next = 0
    const copyTo = (end: number) => {
      for (; next < end; next++) after.push(before[next] as Place)
    }
    for (const { at, place } of edits) {
      copyTo(at)
      if (place) after.push(place)
      else next = at + 1
    }
    copyTo(before.length)
    this.#sorted = after
  }

  /** The index of a row. An inconsistent comparator may hide it from the binary search. */
  #indexOf(place: Place): number {
    const index = this.#firstNotBefore(place.row)
    return this.#sorted[index] === place ? index : this.#sorted.indexOf(place)
  }

  #firstNotBefore(row: Row): number {
    let low = 0
    let high = this.#sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const at = this.#sorted[middle]
      if (at && this.#order(at.row, row) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
