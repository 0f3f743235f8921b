import type { KubernetesObject } from '../api/object.ts'
import { ageOf, objectAge } from './age.ts'
import { jsonPath } from './json-path.ts'
import type { TableColumn } from './table-column.ts'

/** A column in a CustomResourceDefinition (`additionalPrinterColumns`). */
export interface PrinterColumn {
  readonly name: string
  readonly type: string
  readonly format?: string | undefined
  readonly description?: string | undefined
  readonly priority?: number | undefined
  readonly jsonPath: string
}

const NAME: TableColumn = Object.freeze({
  name: 'Name',
  type: 'string',
  format: 'name',
  description: '',
  priority: 0,
  cell: (object: KubernetesObject) => object.metadata?.name ?? '',
})

const AGE: TableColumn = Object.freeze({
  name: 'Age',
  type: 'date',
  format: '',
  description: '',
  priority: 0,
  cell: objectAge,
})

/**
 * The columns of a custom resource: the name and those of its definition; the age if it defines none.
 *
 * @param columns `additionalPrinterColumns` of the version in the CustomResourceDefinition
 */
export const customColumns = (columns: readonly PrinterColumn[] | undefined): readonly TableColumn[] => [
  NAME,
  ...(columns && columns.length > 0 ? columns.map(columnOf) : [AGE]),
]

function columnOf({
  name,
  type,
  format = '',
  description = '',
  priority = 0,
  jsonPath: path,
}: PrinterColumn): TableColumn {
  const find = jsonPath(path)
  return Object.freeze({
    name,
    type,
    format,
    description: description || `Custom resource definition column (in JSONPath format): ${path}`,
    priority,
    cell: (object: KubernetesObject, now: number) => cellOf(type, find(object), now),
  })
}

function cellOf(type: string, values: readonly unknown[], now: number): unknown {
  // Of several values the first is shown.
  const [value] = values
  if (value === undefined) return null
  switch (type) {
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null
    case 'number':
      return typeof value === 'number' ? value : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'date':
      return typeof value === 'string' ? dateText(value, now) : null
    default:
      return textOf(value)
  }
}

const dateText = (value: string, now: number): string =>
  Number.isNaN(Date.parse(value)) ? '<invalid>' : ageOf(value, now)

function textOf(value: unknown): string {
  if (value === null) return '<no value>'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
