import type { Row } from '@kube-informer/core'
import type { RowOrder } from './row-order.ts'
import type { RowSource } from './row-source.ts'

/** What {@link SliceView} takes. */
export interface SliceViewOptions {
  readonly source: RowSource
  readonly order: RowOrder
  /** Which rows of the source to show; absent for all of them. */
  readonly filter?: ((row: Row) => boolean) | undefined
}

/** Up to so many changes are put in place one by one; for more, all rows are copied once. */
const FEW = 32
/** So many changed keys are remembered, or an eighth of the rows; beyond that everything is read again. */
const MANY = 1000

/**
 * The filtered and sorted rows of one target. Changes are only noted when they happen and worked in when
 * somebody reads, so a view that nobody reads costs no more than a bounded set of keys.
 */
export class SliceView {
  readonly #source: RowSource
  readonly #order: RowOrder
  readonly #filter: ((row: Row) => boolean) | undefined
  /** The rows that are shown, by key. */
  #shown = new Map<string, Row>()
  #sorted: Row[] = []
  /** The keys that changed since; undefined when that was too many to remember. */
  #changed: Set<string> | undefined

  constructor({ source, order, filter }: SliceViewOptions) {
    this.#source = source
    this.#order = order
    this.#filter = filter
  }

  /** Notes that an object of the cache changed; answers whether the view cares. */
  mark(key: string): boolean {
    if (!this.#source.mayHold(key)) return false
    this.#changed?.add(key)
    if (this.#changed && this.#changed.size > Math.max(MANY, this.#sorted.length / 8))
      this.#changed = undefined
    return true
  }

  /** Notes that anything may have changed. */
  markAll(): void {
    this.#changed = undefined
  }

  /** How many rows there are; cheaper than reading them where nothing is filtered out. */
  get size(): number {
    return this.#filter ? this.rows().length : this.#source.size
  }

  /** The rows as they are now. The array is the view's own: copy what is to stay. */
  rows(): readonly Row[] {
    const changed = this.#changed
    // Should the definition's functions throw on the way, everything is read again next time.
    this.#changed = undefined
    if (!changed) this.#rebuild()
    else if (changed.size > 0) this.#workIn(changed)
    this.#changed = new Set()
    return this.#sorted
  }

  #rebuild(): void {
    const rows = this.#source.list()
    this.#sorted = (this.#filter ? rows.filter(this.#filter) : [...rows]).sort(this.#order)
    this.#shown = new Map(this.#sorted.map(row => [row.key, row]))
  }

  #workIn(changed: ReadonlySet<string>): void {
    const removed: Row[] = []
    const added: Row[] = []
    for (const key of changed) {
      const before = this.#shown.get(key)
      const now = this.#read(key)
      if (before === now) continue
      if (before) removed.push(before)
      if (now) added.push(now)
    }
    if (removed.length + added.length <= FEW) this.#splice(removed, added)
    else this.#edit(removed, added)
    for (const row of removed) this.#shown.delete(row.key)
    for (const row of added) this.#shown.set(row.key, row)
  }

  #read(key: string): Row | undefined {
    const row = this.#source.get(key)
    return row && (!this.#filter || this.#filter(row)) ? row : undefined
  }

  #splice(removed: readonly Row[], added: readonly Row[]): void {
    for (const row of removed) this.#sorted.splice(this.#placeOf(row), 1)
    for (const row of added) this.#sorted.splice(this.#firstNotBefore(row), 0, row)
  }

  /** Finds each place by binary search, then copies the rows once for all of them. */
  #edit(removed: readonly Row[], added: Row[]): void {
    const edits: { readonly at: number; readonly row?: Row }[] = removed.map(row => ({
      at: this.#placeOf(row),
    }))
    for (const row of added.sort(this.#order)) edits.push({ at: this.#firstNotBefore(row), row })
    edits.sort((a, b) => a.at - b.at)
    const before = this.#sorted
    const after: Row[] = []
    let next = 0
    const copyTo = (end: number) => {
      for (; next < end; next++) after.push(before[next] as Row)
    }
    for (const { at, row } of edits) {
      copyTo(at)
      if (row) after.push(row)
      else next = at + 1
    }
    copyTo(before.length)
    this.#sorted = after
  }

  /** Where a shown row is. A comparator that contradicts itself may hide it from the binary search. */
  #placeOf(row: Row): number {
    const place = this.#firstNotBefore(row)
    return this.#sorted[place] === row ? place : this.#sorted.indexOf(row)
  }

  #firstNotBefore(row: Row): number {
    let low = 0
    let high = this.#sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const at = this.#sorted[middle]
      if (at && this.#order(at, row) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
