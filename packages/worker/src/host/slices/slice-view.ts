import type { Row } from '@kube-informer/core'
import { byNamespaceAndName, type RowOrder } from './row-order.ts'
import type { RowSource } from './row-source.ts'
import type { SortedRows } from './sorted-rows.ts'

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
interface Slot {
  row: Row
}

/** A shown row whose new state has another position. */
interface Move {
  readonly slot: Slot
  readonly row: Row
}

/**
 * The filtered and sorted rows of one target. Changes are only marked, and applied when the view is read, so that a
 * view that is not read costs a bounded set of keys.
 */
export class SliceView implements SortedRows {
  readonly #source: RowSource
  readonly #order: RowOrder
  readonly #filter: ((row: Row) => boolean) | undefined
  /** By key: the positions of the rows that are shown. */
  #shown = new Map<string, Slot>()
  #sorted: Slot[] = []
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
    return (this.#filter ? undefined : this.#source.size) ?? this.#slots().length
  }

  get(key: string): Row | undefined {
    return this.#read(key)
  }

  rows(offset = 0, limit: number = Number.POSITIVE_INFINITY): Row[] {
    return this.#slots()
      .slice(offset, offset + limit)
      .map(({ row }) => row)
  }

  find(key: string): Row | undefined {
    return this.#source.get(key)
  }

  countBefore(row: Row): number {
    this.#slots()
    return this.#firstNotBefore(row)
  }

  #slots(): readonly Slot[] {
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
    this.#shown = new Map(this.#sorted.map(slot => [slot.row.key, slot]))
  }

  #workIn(changed: ReadonlySet<string>): void {
    const removed: Slot[] = []
    const added: Slot[] = []
    const moved: Move[] = []
    for (const key of changed) {
      const slot = this.#shown.get(key)
      const now = this.#read(key)
      if (slot?.row === now) continue
      // Most changes keep the position: the new row replaces the old one.
      if (slot && now && this.#keepsPosition(slot.row, now)) {
        slot.row = now
        continue
      }
      if (slot && now) moved.push({ slot, row: now })
      else if (slot) removed.push(slot)
      else if (now) added.push({ row: now })
    }
    if (removed.length + added.length + moved.length <= FEW) {
      this.#splice(removed, added)
      for (const move of moved) this.#move(move)
    } else {
      for (const { slot, row } of moved) {
        removed.push(slot)
        added.push({ row })
      }
      this.#edit(removed, added)
    }
    for (const { row } of removed) this.#shown.delete(row.key)
    for (const slot of added) this.#shown.set(slot.row.key, slot)
  }

  #keepsPosition(before: Row, now: Row): boolean {
    // Both have the same key.
    return this.#order === byNamespaceAndName || this.#order(before, now) === 0
  }

  #read(key: string): Row | undefined {
    const row = this.#source.get(key)
    return row && (!this.#filter || this.#filter(row)) ? row : undefined
  }

  #splice(removed: readonly Slot[], added: readonly Slot[]): void {
    for (const slot of removed) this.#sorted.splice(this.#indexOf(slot), 1)
    for (const slot of added) this.#sorted.splice(this.#firstNotBefore(slot.row), 0, slot)
  }

  /** Shifts only the rows between the old position and the new one. */
  #move({ slot, row }: Move): void {
    const from = this.#indexOf(slot)
    const to = this.#firstNotBefore(row)
    slot.row = row
    if (from < to) {
      this.#sorted.copyWithin(from, from + 1, to)
      this.#sorted[to - 1] = slot
    } else {
      this.#sorted.copyWithin(to + 1, to, from)
      this.#sorted[to] = slot
    }
  }

  /** Finds each index by binary search, then copies the rows once. */
  #edit(removed: readonly Slot[], added: Slot[]): void {
    const edits: { readonly at: number; readonly slot?: Slot }[] = removed.map(slot => ({
      at: this.#indexOf(slot),
    }))
    for (const slot of added.sort((a, b) => this.#order(a.row, b.row)))
      edits.push({ at: this.#firstNotBefore(slot.row), slot })
    edits.sort((a, b) => a.at - b.at)
    const before = this.#sorted
    const after: Slot[] = []
    let next = 0
    const copyTo = (end: number) => {
      for (; next < end; next++) after.push(before[next] as Slot)
    }
    for (const { at, slot } of edits) {
      copyTo(at)
      if (slot) after.push(slot)
      else next = at + 1
    }
    copyTo(before.length)
    this.#sorted = after
  }

  /** The index of a row. An inconsistent comparator may hide it from the binary search. */
  #indexOf(slot: Slot): number {
    const index = this.#firstNotBefore(slot.row)
    return this.#sorted[index] === slot ? index : this.#sorted.indexOf(slot)
  }

  #firstNotBefore(row: Row): number {
    let low = 0
    let high = this.#sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const at = this.#sorted[middle] as Slot
      if (this.#order(at.row, row) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
