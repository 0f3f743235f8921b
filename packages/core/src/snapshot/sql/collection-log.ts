import type { LogEntry } from './log-entry.ts'
import { type LogLayout, lastNumbersOf, layoutOf, newestChangeOf } from './log-layout.ts'
import { LOG_LIMITS, type LogLimits } from './log-limits.ts'
import { entriesOf, newestEntries, splitForMerge } from './log-merge.ts'
import { type IndexEntry, indexEntries } from './log-pages.ts'
import { ensureCollection, findCollection, hasTables } from './log-tables.ts'
import { packEntries } from './row-content.ts'
import { type LastNumbers, type RowHead, type RowIndex, RowTable } from './row-table.ts'
import type { SqlPort } from './sql-port.ts'

export interface CollectionLogOptions {
  readonly sql: SqlPort
  /** Identifies the collection within the database. */
  readonly name: string
  /** How much of the newest changes a merge leaves as they are, in characters. @default 0 */
  readonly keptChars?: number | undefined
  /** For tests. */
  readonly limits?: LogLimits | undefined
}

/** What is stored of a collection. Read while it is iterated, which throws a SnapshotError if it is damaged. */
export interface StoredLog<E = LogEntry> {
  /** A whole state: each object once. */
  readonly checkpoint: Iterable<E>
  /** What the checkpoint covers. */
  readonly checkpointResourceVersion: string
  /** The changes since, in their order. */
  readonly changes: Iterable<E>
  /** What checkpoint and changes together cover. */
  readonly resourceVersion: string
}

/**
 * One collection in a SQLite database: a checkpoint and the changes since. Each write is a transaction. The
 * resourceVersion is in the rows that it describes, so that it never exceeds them.
 */
export class CollectionLog {
  readonly #sql: SqlPort
  readonly #name: string
  readonly #keptChars: number
  readonly #limits: LogLimits
  /** What was last read or written; undefined if that is unknown, so that only `replace` is possible. */
  #current: Stored | undefined
  /** Whether pages refer to the rows, so that they must remain. */
  #isPinned = false

  constructor({ sql, name, keptChars = 0, limits = LOG_LIMITS }: CollectionLogOptions) {
    this.#sql = sql
    this.#name = name
    this.#keptChars = keptChars
    this.#limits = limits
  }

  /** Undefined if nothing is stored. @throws {SnapshotError} if it is damaged */
  read(): StoredLog | undefined {
    return this.#read((table, rows) => entriesOf(table, rows))
  }

  /**
   * The same without the texts. Their pages can be read until {@link release}, while nothing is merged. Reading one throws
   * a SnapshotError if it is damaged, or if the state was replaced.
   */
  readIndex(): StoredLog<IndexEntry> | undefined {
    const readBodies = (table: RowTable, row: RowIndex): string => this.#checked(() => table.bodiesOf(row))
    const stored = this.#read((table, rows) =>
      indexEntries(table.indexes(rows), row => readBodies(table, row)),
    )
    this.#isPinned = stored !== undefined
    return stored
  }

  /** Pages are not read any more. */
  release(): void {
    this.#isPinned = false
  }

  /** Replaces everything by a new state. */
  replace(entries: Iterable<LogEntry>, resourceVersion: string): void {
    this.#current = undefined
    this.#isPinned = false
    this.#current = this.#sql.transaction(() => {
      const table = new RowTable(this.#sql, ensureCollection(this.#sql, this.#name))
      const { checkpoint: after, change: covers } = table.lastNumbers()
      // Deleted first, so that the new rows can take their space.
      table.deleteAll()
      const checkpoint = this.#insert(table, entries, { resourceVersion, covers, after })
      return { table, layout: { checkpoint, changes: [] } }
    })
  }

  /** Adds changes. Returns false, and saves nothing, if the stored rows are not those that were read or written last. */
  append(entries: Iterable<LogEntry>, resourceVersion: string): boolean {
    if (!this.#current) return false
    const { table, layout } = this.#current
    // A failed transaction changes nothing, so that it can be attempted again.
    this.#current = this.#sql.transaction(() => {
      if (!isLast(table.lastNumbers(), layout)) return undefined
      const after = newestChangeOf(layout)
      const added = this.#insert(table, entries, { resourceVersion, covers: undefined, after })
      return { table, layout: this.#merged(table, { ...layout, changes: [...layout.changes, ...added] }) }
    })
    return this.#current !== undefined
  }

  #read<E>(entries: (table: RowTable, rows: readonly RowHead[]) => Iterator<E>): StoredLog<E> | undefined {
    this.#current = undefined
    const table = this.#find()
    const heads = table?.heads() ?? []
    if (!table || heads.length === 0) return undefined
    const layout = layoutOf(heads)
    const { checkpoint, changes } = layout
    this.#current = { table, layout }
    const checkpointResourceVersion = checkpoint.at(-1)?.resourceVersion ?? ''
    return {
      checkpoint: this.#iterated(() => entries(table, checkpoint)),
      checkpointResourceVersion,
      changes: this.#iterated(() => entries(table, changes)),
      resourceVersion: changes.at(-1)?.resourceVersion ?? checkpointResourceVersion,
    }
  }

  *#iterated<E>(start: () => Iterator<E>): Generator<E> {
    const entries = start()
    for (;;) {
      const next = this.#checked(() => entries.next())
      if (next.done) return
      yield next.value
    }
  }

  /** Nothing is appended to damaged rows. */
  #checked<R>(read: () => R): R {
    try {
      return read()
    } catch (error) {
      this.#current = undefined
      throw error
    }
  }

  #find(): RowTable | undefined {
    const collection = hasTables(this.#sql) ? findCollection(this.#sql, this.#name) : undefined
    return collection === undefined ? undefined : new RowTable(this.#sql, collection)
  }

  /** Merges older changes into a new checkpoint if there are many. */
  #merged(table: RowTable, layout: LogLayout): LogLayout {
    if (this.#isPinned) return layout
    const { merged, kept } = splitForMerge(layout, this.#keptChars, this.#limits)
    const newest = merged.at(-1)
    if (!newest) return layout
    const { resourceVersion, sequence: covers } = newest
    const entries = newestEntries(table, { checkpoint: layout.checkpoint, changes: merged })
    const checkpoint = this.#insert(table, entries, {
      resourceVersion,
      covers,
      after: lastNumbersOf(layout).checkpoint,
    })
    table.delete(layout.checkpoint)
    table.delete(merged)
    return { checkpoint, changes: kept }
  }

  /** Writes rows after a number; returns them. */
  #insert(table: RowTable, entries: Iterable<LogEntry>, position: Position): readonly RowHead[] {
    const { resourceVersion, covers, after } = position
    const heads: RowHead[] = []
    for (const { content, isLast } of packEntries(entries, this.#limits.rowChars)) {
      const part = heads.length
      const chars = content.entries.length + content.bodies.length
      const head = { sequence: after + 1 + part, covers, part, isLast, resourceVersion, chars }
      table.insert(head, content)
      heads.push(head)
    }
    return heads
  }
}

/** Whether no other process has written since. */
function isLast(stored: LastNumbers, layout: LogLayout): boolean {
  const known = lastNumbersOf(layout)
  return stored.checkpoint === known.checkpoint && stored.change === known.change
}

/** The rows of the collection. */
interface Stored {
  readonly table: RowTable
  readonly layout: LogLayout
}

/** Where rows are written, and what they are. */
type Position = Pick<RowHead, 'resourceVersion' | 'covers'> & { readonly after: number }
