import type { Row, SnapshotStore, TableColumn } from '@kube-informer/core'

/** How many versions of the columns are remembered. A row has columns of its list, and lists replace all rows. */
const MAX_VERSIONS = 8

/** The columns of a resource's Tables in a cluster, by the text that rows have in `columns`. */
export class TableColumns {
  readonly #versions = new Map<string, readonly TableColumn[]>()
  #latest: string | undefined

  /** The columns of the last list, of any scope; undefined before the first one. */
  get latest(): readonly TableColumn[] | undefined {
    return this.#latest === undefined ? undefined : this.#versions.get(this.#latest)
  }

  /** A list or watch has found these columns. */
  readonly see = (columns: readonly TableColumn[], id: string): void => {
    const known = this.#versions.get(id) ?? columns
    this.#versions.delete(id)
    this.#versions.set(id, known)
    this.#latest = id
    const [oldest] = this.#versions.keys()
    if (this.#versions.size > MAX_VERSIONS && oldest !== undefined) this.#versions.delete(oldest)
  }

  /** The columns of the cells of these rows; without rows, those of the last list. */
  of(rows: readonly Row[]): readonly TableColumn[] | undefined {
    const id = rows.find(({ columns }) => columns !== undefined)?.columns
    return (id === undefined ? undefined : this.#versions.get(id)) ?? this.latest
  }

  /** A store that restores only rows of the present columns: a watch could not tell that theirs are others. */
  checked(store: SnapshotStore<Row>): SnapshotStore<Row> {
    const id = this.#latest
    return {
      load: async signal => {
        const snapshot = await store.load(signal)
        return snapshot?.objects.every(row => row.columns === id) ? snapshot : undefined
      },
      save: (change, signal) => store.save(change, signal),
    }
  }
}
