import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import { customColumns, objectAge, type TableColumn } from '@kube-informer/core/columns'
import type { Cell, Cells, CellsByKind } from './cells/cells.ts'
import { textAt } from './cells/read.ts'

/** The cells of the columns that most tables have. */
const USUAL: Cells = {
  Name: object => object.metadata?.name ?? '',
  Age: objectAge,
  'Created At': object => textAt(object, 'metadata.creationTimestamp'),
}

/** The placeholder in columns without a cell function. */
const UNKNOWN: Readonly<Record<string, unknown>> = { integer: 0, boolean: false, string: '<unknown>' }

/** The columns of a built-in kind; undefined for other kinds. */
type Find = (resource: Kind) => readonly TableColumn[] | undefined

/** What columns depend on. */
type Kind = Pick<ResourceDefinition, 'group' | 'version' | 'kind'>

let loading: Promise<Find> | undefined

/**
 * The columns of a kind's server-side table, as kube-apiserver 1.37 has them for built-in kinds: pass them to a cacher's
 * `ServedKind`. Other kinds have name and age; `customColumns` takes the columns of a definition. The cells of
 * a few rare kinds are `<unknown>`. Loads the columns of all kinds with the first call.
 *
 * @example
 * const kind = { resource: pods, columns: () => columnsOf(pods) }
 */
export async function columnsOf(resource: Kind): Promise<readonly TableColumn[]> {
  loading ??= load()
  const find = await loading
  return find(resource) ?? customColumns(undefined)
}

async function load(): Promise<Find> {
  const [{ TABLE_COLUMNS }, { CELLS, ROW_CONDITIONS }] = await Promise.all([
    import('./data/table-columns.ts'),
    import('./cells/all-cells.ts'),
  ])
  const known = new Map<string, readonly TableColumn[]>()
  return ({ group, version, kind }) => {
    const key = `${group}/${version}/${kind}`
    if (!known.has(key) && Object.hasOwn(TABLE_COLUMNS, key)) {
      const cells = cellsOf(CELLS, group, kind)
      const columns = (TABLE_COLUMNS[key] ?? []).map(text => columnOf(text, cells))
      known.set(key, marked(columns, ROW_CONDITIONS[`${group}/${kind}`]))
    }
    return known.get(key)
  }
}

/** Attaches the row conditions to the first column. */
function marked(
  columns: readonly TableColumn[],
  rowConditions: TableColumn['rowConditions'] | undefined,
): readonly TableColumn[] {
  const [first, ...others] = columns
  return first && rowConditions ? [Object.freeze({ ...first, rowConditions }), ...others] : columns
}

const cellsOf = (cells: CellsByKind, group: string, kind: string): Cells => ({
  ...USUAL,
  ...cells[`${group}/${kind}`],
})

/** Parses a column of the data, `name|type|format|priority`. Descriptions are not stored. */
function columnOf(text: string, cells: Cells): TableColumn {
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
