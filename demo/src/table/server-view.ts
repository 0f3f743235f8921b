import type { ResourceDefinition, TableColumn, TableObject } from '@kube-informer/core'
import type { Column, Field, KindView } from '../kinds/columns/column.ts'
import { AGE, BY_NAMESPACE, NAME, NAMESPACE } from '../kinds/columns/common.ts'
import { toneOfWord } from '../kinds/status/generic.ts'
import { type Status, statusOf } from '../kinds/status.ts'

/** Columns whose words have a tone. */
const STATUSES: ReadonlySet<string> = new Set([
  'status',
  'phase',
  'state',
  'ready',
  'available',
  'health',
  'synced',
])

/** How a kind is shown whose objects are only known as the rows of the server's Table. */
export function serverView(kind: ResourceDefinition, tableColumns: readonly TableColumn[]): KindView {
  if (tableColumns.length === 0)
    return { columns: kind.namespaced === false ? [NAME, AGE] : [NAME, NAMESPACE, AGE] }
  const columns = tableColumns.map((column, index) => columnOf(kind, column, index))
  const named = columns.some(({ id }) => id === 'name') ? columns : [NAME, ...columns]
  const all = kind.namespaced === false ? named : named.toSpliced(1, 0, NAMESPACE)
  return {
    columns: withUniqueIds(all),
    groupings: kind.namespaced === false ? [] : [BY_NAMESPACE],
  }
}

function columnOf(kind: ResourceDefinition, column: TableColumn, index: number): Column {
  const { name, type, format, description, priority } = column
  if (format === 'name') return { ...NAME, description }
  // The cell is the age of the time when the server printed it.
  if (name === 'Age') return { ...AGE, description, wide: priority > 0 }
  const numeric = type === 'integer' || type === 'number'
  const id = slug(name)
  const path = `cells[${index}]`
  return {
    id,
    label: name,
    description,
    numeric,
    cell: STATUSES.has(id)
      ? { type: 'status', read: object => statusOfCell(kind, object as TableObject, index) }
      : { type: 'text', read: object => textOf((object as TableObject).cells[index]) },
    sort: { by: path, ...(numeric ? {} : { as: 'natural' }) },
    field: fieldOf(id, name, numeric, path),
    width: Math.max(numeric ? 64 : 90, name.length * 8 + 24),
    grow: numeric ? undefined : 1,
    wide: priority > 0,
    narrow: STATUSES.has(id),
  }
}

const fieldOf = (id: string, label: string, numeric: boolean, path: string): Field => ({
  id,
  label,
  type: numeric ? 'number' : 'text',
  source: { paths: [path] },
})

function statusOfCell(kind: ResourceDefinition, object: TableObject, index: number): Status | undefined {
  const text = textOf(object.cells[index])
  const deleted = statusOf(kind, { metadata: object.metadata ?? {} })
  if (object.metadata?.deletionTimestamp && deleted) return deleted
  return text === undefined ? undefined : { text: String(text), tone: toneOfWord(String(text)) ?? 'done' }
}

function textOf(cell: unknown): string | number | undefined {
  if (cell === null || cell === undefined || cell === '') return undefined
  if (typeof cell === 'string' || typeof cell === 'number') return cell
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'column'

/** A CRD may have two columns of one name. */
function withUniqueIds(columns: readonly Column[]): readonly Column[] {
  const counts = new Map<string, number>()
  return columns.map(column => {
    const count = (counts.get(column.id) ?? 0) + 1
    counts.set(column.id, count)
    if (count === 1) return column
    const id = `${column.id}-${count}`
    return { ...column, id, field: column.field && { ...column.field, id } }
  })
}
