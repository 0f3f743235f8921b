import type { KubernetesObject } from '@kube-informer/core'
import type { Column } from '../kind.ts'
import { objectAge } from './age.ts'
import type { Cell, Cells, CellsByKind } from './cells.ts'
import { textAt } from './read.ts'

/** The cells of the columns that most tables have. */
const USUAL: Cells = {
  Name: object => object.metadata?.name ?? '',
  Age: objectAge,
  'Created At': object => textAt(object, 'metadata.creationTimestamp'),
}

/** The placeholder in columns without a cell function. */
const UNKNOWN: Readonly<Record<string, unknown>> = { integer: 0, boolean: false, string: '<unknown>' }

let loading: Promise<(group: string, version: string, kind: string) => readonly Column[]> | undefined

/**
 * The table columns of a built-in kind, as a real server has them, with cell functions for the commonly used kinds.
 * Other kinds show name and age, and `<unknown>` for the rest. Empty if the kind is not built in.
 */
export async function columnsOf(group: string, version: string, kind: string): Promise<readonly Column[]> {
  loading ??= load()
  const find = await loading
  return find(group, version, kind)
}

async function load(): Promise<(group: string, version: string, kind: string) => readonly Column[]> {
  const [{ TABLE_COLUMNS }, { CELLS, ROW_CONDITIONS }] = await Promise.all([
    import('../../schema/data/table-columns.ts'),
    import('./all-cells.ts'),
  ])
  const known = new Map<string, readonly Column[]>()
  return (group, version, kind) => {
    const key = `${group}/${version}/${kind}`
    const cells = cellsOf(CELLS, group, kind)
    const columns =
      known.get(key) ??
      marked(
        (TABLE_COLUMNS[key] ?? []).map(text => columnOf(text, cells)),
        ROW_CONDITIONS[`${group}/${kind}`],
      )
    known.set(key, columns)
    return columns
  }
}

/** Attaches the row conditions to the first column. */
function marked(
  columns: readonly Column[],
  rowConditions: Column['rowConditions'] | undefined,
): readonly Column[] {
  const [first, ...others] = columns
  return first && rowConditions ? [Object.freeze({ ...first, rowConditions }), ...others] : columns
}

const cellsOf = (cells: CellsByKind, group: string, kind: string): Cells => ({
  ...USUAL,
  ...cells[`${group}/${kind}`],
})

/** Parses a column of the data, `name|type|format|priority`. Descriptions are not stored. */
function columnOf(text: string, cells: Cells): Column {
  const [name = '', type = '', format = '', priority = ''] = text.split('|')
  const cell: Cell = cells[name] ?? (() => UNKNOWN[type] ?? null)
  return Object.freeze({
    name,
    type,
    format,
    description: '',
    priority: Number(priority),
    cell: (object: KubernetesObject, now: number) => cell(object, now),
  })
}
