import { splitMetaNamespaceKey } from '../../api/keys.ts'
import type { StoredRow, TextPage } from '../../api/stored-state.ts'
import type { LogEntry } from './log-entry.ts'
import { entriesIn } from './row-content.ts'
import type { RowIndex } from './row-table.ts'

/** An entry of a log whose text was not read. */
export interface IndexEntry extends StoredRow {
  readonly type: LogEntry['type']
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
  extend(row: RowIndex, size: number): void {
    this.#rows.push(row)
    this.#sizes[this.#sizes.length - 1] = size
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
  let last: { -readonly [K in keyof IndexEntry]: IndexEntry[K] } | undefined
  for (const row of rows) {
    let skipped = 0
    let isFirst = true
    for (const { type, key, uid, resourceVersion, length: size } of entriesIn(row.entries)) {
      if (!type) {
        if (last) {
          last.size += size
          page?.extend(row, last.size)
        }
        skipped += size
        continue
      }
      if (last) yield last
      if (isFirst || !page) page = new LogPage(row, skipped, readBodies)
      isFirst = false
      const position = page.add(size)
      last = { type, key, uid, resourceVersion, ...splitMetaNamespaceKey(key), page, position, size }
    }
  }
  if (last) yield last
}
