import { CHECKPOINT_IDS, IDS_PER_COLLECTION, ROWS } from './log-tables.ts'
import type { RowContent } from './row-content.ts'
import { damaged } from './snapshot-error.ts'
import type { SqlPort, SqlRow } from './sql-port.ts'
import { textChecksum } from './text-checksum.ts'

/** How many rows are in memory at a time. */
const BATCH = 8
const WRONG_CHECKSUM = 'a checksum does not match'

/** What a row contains, without the texts. */
export interface RowIndex {
  readonly head: RowHead
  readonly entries: string
  /** The checksum of the texts. */
  readonly bodiesChecksum: number
}

/** The columns that describe a row. */
export interface RowHead {
  /** Number of the row among the changes or the checkpoints of its collection. Each new row has the next one. */
  readonly sequence: number
  /** Of a checkpoint: the number of the last change that it includes. Undefined for changes. */
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

/** The last number of each kind of row; 0 if there is none. */
export interface LastNumbers {
  readonly checkpoint: number
  readonly change: number
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

  /** All rows without their content: the changes, then the checkpoint, each by number. @throws {SnapshotError} if one is damaged */
  heads(): readonly RowHead[] {
    const columns = 'id, covers, part, last, version, chars'
    const statement = `SELECT ${columns} FROM ${ROWS} WHERE id >= ? AND id < ? ORDER BY id`
    const rows = this.#sql.run(statement, this.#start, this.#start + IDS_PER_COLLECTION)
    return rows.map(row => this.#headOf(row))
  }

  lastNumbers(): LastNumbers {
    return { checkpoint: this.#lastOf(CHECKPOINT_IDS), change: this.#lastOf(0) }
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
    const { covers = null, part, isLast, resourceVersion, chars } = head
    const described = [this.#idOf(head), covers, part, Number(isLast), resourceVersion, chars]
    const { entries, bodies } = content
    const bodiesChecksum = this.#checksumOf(head, [bodies])
    const checksum = this.#checksumOf(head, [entries, String(bodiesChecksum)])
    const statement = `INSERT INTO ${ROWS} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
    this.#sql.run(statement, ...described, checksum, bodiesChecksum, entries, bodies)
  }

  /** Deletes consecutive rows of one kind. */
  delete(heads: readonly RowHead[]): void {
    const [first, last] = [heads[0], heads.at(-1)]
    if (first && last) this.#deleteIds(this.#idOf(first), this.#idOf(last))
  }

  deleteAll(): void {
    this.#deleteIds(this.#start, this.#start + IDS_PER_COLLECTION - 1)
  }

  #deleteIds(first: number, last: number): void {
    this.#sql.run(`DELETE FROM ${ROWS} WHERE id >= ? AND id <= ?`, first, last)
  }

  /** The last number of the rows whose ids begin at an offset. */
  #lastOf(offset: number): number {
    const first = this.#start + offset
    const statement = `SELECT id FROM ${ROWS} WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT 1`
    const [row] = this.#sql.run(statement, first, first + CHECKPOINT_IDS)
    return row ? Number(row.id) - first : 0
  }

  #idOf({ covers, sequence }: RowHead): number {
    return this.#start + (covers === undefined ? 0 : CHECKPOINT_IDS) + sequence
  }

  #headOf({ id, covers, part, last, version, chars }: SqlRow): RowHead {
    const offset = Number(id) - this.#start
    const isCheckpoint = offset >= CHECKPOINT_IDS
    if (isCheckpoint !== (typeof covers === 'number')) throw damaged('a row is at the wrong place')
    return {
      sequence: isCheckpoint ? offset - CHECKPOINT_IDS : offset,
      covers: isCheckpoint ? Number(covers) : undefined,
      part: Number(part),
      isLast: last === 1,
      resourceVersion: String(version),
      chars: Number(chars),
    }
  }

  /** Selects columns of rows of one kind, a few rows at a time. */
  *#select(heads: readonly RowHead[], columns: string): Generator<readonly [RowHead, SqlRow]> {
    const statement = `SELECT ${columns} FROM ${ROWS} WHERE id >= ? AND id <= ? ORDER BY id`
    for (let start = 0; start < heads.length; ) {
      const batch = consecutive(heads, start)
      start += batch.length
      const rows = this.#sql.run(statement, ...endsOf(batch).map(head => this.#idOf(head)))
      for (const [i, head] of batch.entries()) yield [head, rows[i] ?? {}]
    }
  }

  #checkedIndex(head: RowHead, row: SqlRow): RowIndex {
    const entries = String(row.entries)
    const bodiesChecksum = Number(row.bodies_checksum)
    if (row.checksum !== this.#checksumOf(head, [entries, String(bodiesChecksum)]))
      throw damaged(WRONG_CHECKSUM)
    return { head, entries, bodiesChecksum }
  }

  #checkedBodies(head: RowHead, row: SqlRow, checksum: number): string {
    const bodies = String(row.bodies)
    if (checksum !== this.#checksumOf(head, [bodies])) throw damaged(WRONG_CHECKSUM)
    return bodies
  }

  /** Covers the columns of the head and the collection, so that a row at another place does not match. */
  #checksumOf(head: RowHead, texts: readonly string[]): number {
    const { sequence, covers = null, part, isLast, resourceVersion, chars } = head
    const columns = [this.#collection, sequence, covers, part, isLast, resourceVersion, chars]
    return textChecksum([JSON.stringify(columns), ...texts])
  }
}

const endsOf = (heads: readonly RowHead[]): readonly RowHead[] =>
  [heads.at(0), heads.at(-1)].filter(head => head !== undefined)

/** The next rows, as far as one statement selects them. */
function consecutive(heads: readonly RowHead[], start: number): readonly RowHead[] {
  const first = (heads[start] as RowHead).sequence
  let count = 1
  while (count < BATCH && heads[start + count]?.sequence === first + count) count++
  return heads.slice(start, start + count)
}
