import type { KubernetesObject } from '@kube-informer/core'
import { fieldNamed } from '../filter/compile.ts'
import { LABEL_FIELDS } from '../filter/labels.ts'
import type { Column, Field } from '../kinds/columns/column.ts'
import { definedName, type Kind } from '../kinds/kind.ts'
import { useRows } from './use-rows.ts'

const NO_ROWS = { offset: 0, limit: 0 }
const SAMPLE = { offset: 0, limit: 200 }
const NONE: readonly string[] = []

interface FieldValuesOptions {
  readonly namespaces: readonly string[] | undefined
  readonly fields: readonly Field[]
  readonly columns: readonly Column[]
  /** The name that the user typed; undefined while none is typed. */
  readonly field: string | undefined
}

/** The values of a field: all of them where the worker has an index, otherwise those of some rows. */
export function useFieldValues(kind: Kind, options: FieldValuesOptions): readonly string[] {
  const { namespaces, fields, columns, field: name } = options
  const field = name === undefined ? undefined : fieldNamed(name, fields)
  const isDefined = definedName(kind) !== undefined
  const index = isDefined || field?.index === 'namespace' ? field?.index : undefined
  const isLabel = name !== undefined && LABEL_FIELDS.includes(name)
  const isSampled = isLabel || (field !== undefined && index === undefined)
  const { groups } = useRows(kind, {
    namespaces: index === 'namespace' ? undefined : namespaces,
    window: NO_ROWS,
    groupBy: index,
    enabled: index !== undefined,
  })
  const { data } = useRows(kind, { namespaces, window: SAMPLE, enabled: isSampled })
  if (index !== undefined) return groups.map(({ value }) => value)
  if (isLabel) return distinct(data.flatMap(labelsOf))
  const column = columns.find(each => each.field?.id === field?.id)
  return column === undefined || !isSampled ? NONE : distinct(data.flatMap(object => textOf(column, object)))
}

const labelsOf = ({ metadata }: KubernetesObject): readonly string[] =>
  Object.entries(metadata?.labels ?? {}).map(([name, value]) => `${name}=${value}`)

function textOf({ cell }: Column, object: KubernetesObject): readonly string[] {
  if (cell.type === 'name') return [object.metadata?.name ?? '']
  if (cell.type === 'text') return [String(cell.read(object) ?? '')]
  if (cell.type === 'status') return [cell.read(object)?.text ?? '']
  return cell.type === 'reference' ? [cell.read(object)?.name ?? ''] : []
}

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)].sort()
