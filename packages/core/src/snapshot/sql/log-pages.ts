import type { TextPage } from '../../cacher/stored-state.ts'
import type { LogEntry } from './log-entry.ts'
import { entriesIn } from './row-content.ts'
import type { RowIndex } from './row-table.ts'

/** An entry of a log whose text was not read. */
export interface IndexEntry extends Omit<LogEntry, 'text'> {
  readonly page: TextPage
  /** The position of the text on its page. */
  readonly position: number
  /** The length of the text. */
  readonly size: number
}

/** Reads the texts of a row. */
type ReadBodies = (row: RowIndex) => string

/** The texts that begin in one row. The last one may end in later rows. */
class LogPage implements TextPage {
  readonly #readBodies: ReadBodies
  readonly #rows: RowIndex[]
  /** The remainder of an earlier text, at the beginning of the row. */
  readonly #skipped: number
  readonly #sizes: number[] = []

  constructor(row: RowIndex, skipped: number, readBodies: ReadBodies) {
    this.#rows = [row]
    this.#skipped = skipped
    this.#readBodies = readBodies
  }

  /** Adds a text. Returns its position. */
  add(size: number): number {
    return this.#sizes.push(size) - 1
  }

  /** The last text continues in another row. */
  extend(row: RowIndex, length: number): void {
    this.#rows.push(row)
    this.#sizes.push((this.#sizes.pop() ?? 0) + length)
  }

  sizeAt(position: number): number {
    return this.#sizes[position] ?? 0
  }

  read(): readonly string[] {
    const bodies = this.#rows.map(this.#readBodies).join('')
    let offset = this.#skipped
    return this.#sizes.map(size => {
      offset += size
      return bodies.slice(offset - size, offset)
    })
  }
}

/** The entries of some rows, without their texts. */
export function* indexEntries(rows: Iterable<RowIndex>, readBodies: ReadBodies): Generator<IndexEntry> {
  let page: LogPage | undefined
  let last: Omit<IndexEntry, 'size'> | undefined
  const complete = (): IndexEntry[] => (page && last ? [{ ...last, size: page.sizeAt(last.position) }] : [])
  for (const row of rows) {
    let skipped = 0
    let isFirst = true
    for (const { type, length, ...identity } of entriesIn(row.entries)) {
      if (!type) {
        page?.extend(row, length)
        skipped += length
        continue
      }
      yield* complete()
      if (isFirst) page = new LogPage(row, skipped, readBodies)
      isFirst = false
      if (page) last = { type, ...identity, page, position: page.add(length) }
    }
  }
  yield* complete()
}
