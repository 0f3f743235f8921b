import { IDS_PER_COLLECTION, ROWS } from './log-tables.ts'
import type { RowContent } from './row-content.ts'
import { SnapshotError } from './snapshot-error.ts'
import type { SqlPort, SqlRow } from './sql-port.ts'
import { textChecksum } from './text-checksum.ts'

/** How many rows are in memory at a time. */
const BATCH = 8

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
    const statement = `SELECT entries, bodies, checksum FROM ${ROWS} WHERE id >= ? AND id <= ? ORDER BY id`
    for (let start = 0; start < heads.length; ) {
      const batch = consecutive(heads, start)
      start += batch.length
      const [first, last] = [batch[0]?.sequence ?? 0, batch.at(-1)?.sequence ?? 0]
      const rows = this.#sql.run(statement, this.#start + first, this.#start + last)
      for (const [i, head] of batch.entries()) yield this.#checked(head, rows[i] ?? {})
    }
  }

  insert(head: RowHead, content: RowContent): void {
    const { sequence, covers = null, part, isLast, resourceVersion, chars } = head
    const described = [this.#start + sequence, covers, part, Number(isLast), resourceVersion, chars]
    const checksum = this.#checksumOf(head, content)
    const statement = `INSERT INTO ${ROWS} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
    this.#sql.run(statement, ...described, checksum, content.entries, content.bodies)
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

  #checked(head: RowHead, row: SqlRow): RowContent {
    const content = { entries: String(row.entries), bodies: String(row.bodies) }
    if (row.checksum !== this.#checksumOf(head, content))
      throw new SnapshotError('the stored snapshot is damaged and was not used: a checksum does not match')
    return content
  }

  /** Covers all columns and the collection, so that a row at another place does not match. */
  #checksumOf(head: RowHead, { entries, bodies }: RowContent): number {
    const { sequence, covers = null, part, isLast, resourceVersion, chars } = head
    const columns = [this.#collection, sequence, covers, part, isLast, resourceVersion, chars]
    return textChecksum([JSON.stringify(columns), entries, bodies])
  }
}

/** The next rows, as far as one statement selects them. */
function consecutive(heads: readonly RowHead[], start: number): readonly RowHead[] {
  const first = heads[start]?.sequence ?? 0
  let count = 1
  while (count < BATCH && heads[start + count]?.sequence === first + count) count++
  return heads.slice(start, start + count)
}
