import { IDS_PER_COLLECTION, ROWS } from './log-tables.ts'
import type { RowContent } from './row-content.ts'
import { SnapshotError } from './snapshot-error.ts'
import type { SqlPort, SqlRow } from './sql-port.ts'
import { textChecksum } from './text-checksum.ts'

/** How many rows are in memory at a time. */
const BATCH = 8
const DAMAGED = 'the stored snapshot is damaged and was not used: a checksum does not match'

/** What a row contains, without the texts. */
export interface RowIndex {
  readonly head: RowHead
  readonly entries: string
  /** The checksum of the texts. */
  readonly bodiesChecksum: number
}

/** The columns that describe a row. */
export interface RowHead {
  /** Number of the row within its collection. Each new row has the next one. */
  readonly sequence: number
  /** Of a checkpoint: the number of the last row whose changes it includes. Undefined for changes. */
  readonly covers: number | undefined
  /** Number of the row within its write, from 0. */
  readonly part: number
  /** Whether the write ends with this row. */
  readonly isLast: boolean
  /** The state has all changes up to this resourceVersion after the write. */
  readonly resourceVersion: string
  /** The size of the row. */
  readonly chars: number
}

/** The rows of one collection. */
export class RowTable {
  readonly #sql: SqlPort
  readonly #collection: number
  readonly #start: number

  constructor(sql: SqlPort, collection: number) {
    this.#sql = sql
    this.#collection = collection
    this.#start = collection * IDS_PER_COLLECTION
  }

  /** All rows without their content, by number. */
  heads(): readonly RowHead[] {
    const columns = 'id, covers, part, last, version, chars'
    const statement = `SELECT ${columns} FROM ${ROWS} WHERE id >= ? AND id < ? ORDER BY id`
    const rows = this.#sql.run(statement, this.#start, this.#start + IDS_PER_COLLECTION)
    return rows.map(row => this.#headOf(row))
  }

  /** The number of the last row; 0 if there is none. */
  lastSequence(): number {
    const statement = `SELECT id FROM ${ROWS} WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT 1`
    const [row] = this.#sql.run(statement, this.#start, this.#start + IDS_PER_COLLECTION)
    return row ? Number(row.id) - this.#start : 0
  }

  /** The contents of these rows, few at a time. @throws {SnapshotError} if one is damaged */
  *contents(heads: readonly RowHead[]): Generator<RowContent> {
    for (const [head, row] of this.#select(heads, 'entries, checksum, bodies, bodies_checksum')) {
      const { entries, bodiesChecksum } = this.#checkedIndex(head, row)
      yield { entries, bodies: this.#checkedBodies(head, row, bodiesChecksum) }
    }
  }

  /**
   * The contents of these rows without the texts, which SQLite then does not read: they are behind the other columns.
   *
   * @throws {SnapshotError} if one is damaged
   */
  *indexes(heads: readonly RowHead[]): Generator<RowIndex> {
    for (const [head, row] of this.#select(heads, 'entries, checksum, bodies_checksum'))
      yield this.#checkedIndex(head, row)
  }

  /** The texts of a row. @throws {SnapshotError} if they are damaged, or were deleted */
  bodiesOf({ head, bodiesChecksum }: RowIndex): string {
    for (const [, row] of this.#select([head], 'bodies'))
      return this.#checkedBodies(head, row, bodiesChecksum)
    return ''
  }

  insert(head: RowHead, content: RowContent): void {
    const { sequence, covers = null, part, isLast, resourceVersion, chars } = head
    const described = [this.#start + sequence, covers, part, Number(isLast), resourceVersion, chars]
    const { entries, bodies } = content
    const bodiesChecksum = this.#checksumOf(head, [bodies])
    const checksum = this.#checksumOf(head, [entries, String(bodiesChecksum)])
    const statement = `INSERT INTO ${ROWS} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
    this.#sql.run(statement, ...described, checksum, bodiesChecksum, entries, bodies)
  }

  /** Deletes the rows with these numbers. */
  delete(first: number, last: number): void {
    const statement = `DELETE FROM ${ROWS} WHERE id >= ? AND id <= ?`
    this.#sql.run(statement, this.#start + first, this.#start + last)
  }

  #headOf({ id, covers, part, last, version, chars }: SqlRow): RowHead {
    return {
      sequence: Number(id) - this.#start,
      covers: typeof covers === 'number' ? covers : undefined,
      part: Number(part),
      isLast: last === 1,
      resourceVersion: String(version),
      chars: Number(chars),
    }
  }

  /** Selects columns of these rows, a few rows at a time. */
  *#select(heads: readonly RowHead[], columns: string): Generator<readonly [RowHead, SqlRow]> {
    const statement = `SELECT ${columns} FROM ${ROWS} WHERE id >= ? AND id <= ? ORDER BY id`
    for (let start = 0; start < heads.length; ) {
      const batch = consecutive(heads, start)
      start += batch.length
      const [first, last] = [batch[0]?.sequence ?? 0, batch.at(-1)?.sequence ?? 0]
      const rows = this.#sql.run(statement, this.#start + first, this.#start + last)
      for (const [i, head] of batch.entries()) yield [head, rows[i] ?? {}]
    }
  }

  #checkedIndex(head: RowHead, row: SqlRow): RowIndex {
    const entries = String(row.entries)
    const bodiesChecksum = Number(row.bodies_checksum)
    if (row.checksum !== this.#checksumOf(head, [entries, String(bodiesChecksum)]))
      throw new SnapshotError(DAMAGED)
    return { head, entries, bodiesChecksum }
  }

  #checkedBodies(head: RowHead, row: SqlRow, checksum: number): string {
    const bodies = String(row.bodies)
    if (checksum !== this.#checksumOf(head, [bodies])) throw new SnapshotError(DAMAGED)
    return bodies
  }

  /** Covers the columns of the head and the collection, so that a row at another place does not match. */
  #checksumOf(head: RowHead, texts: readonly string[]): number {
    const { sequence, covers = null, part, isLast, resourceVersion, chars } = head
    const columns = [this.#collection, sequence, covers, part, isLast, resourceVersion, chars]
    return textChecksum([JSON.stringify(columns), ...texts])
  }
}

/** The next rows, as far as one statement selects them. */
function consecutive(heads: readonly RowHead[], start: number): readonly RowHead[] {
  const first = heads[start]?.sequence ?? 0
  let count = 1
  while (count < BATCH && heads[start + count]?.sequence === first + count) count++
  return heads.slice(start, start + count)
}
