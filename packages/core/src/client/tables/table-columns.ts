import { ProtocolError } from '../../api/errors.ts'
import type { TableColumn } from './table.ts'

/** The columns of a Table. */
export interface TableColumns {
  readonly definitions: readonly TableColumn[]
  /** A short text that differs where the columns do. */
  readonly id: string
}

/** Reads `columnDefinitions`, without members that columns do not have. Throws a ProtocolError if they are no columns. */
export function readColumns(definitions: unknown): TableColumns {
  if (!Array.isArray(definitions)) throw notColumns()
  return columnsOf(definitions.map(readColumn))
}

/** The columns with these definitions. */
export const columnsOf = (definitions: readonly TableColumn[]): TableColumns => ({
  definitions: Object.freeze(definitions),
  id: idOf(JSON.stringify(definitions)),
})

function readColumn(column: Partial<TableColumn> | null): TableColumn {
  const { name, type = '', format = '', description = '', priority = 0 } = column ?? {}
  const isColumn =
    [name, type, format, description].every(each => typeof each === 'string') && typeof priority === 'number'
  if (!isColumn) throw notColumns()
  return Object.freeze({ name, type, format, description, priority } as TableColumn)
}

const notColumns = (): ProtocolError => new ProtocolError('a Table whose columnDefinitions are not columns')

/** FNV-1a. It detects differences; it is not a security measure. */
function idOf(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return `${(hash >>> 0).toString(36)}-${text.length.toString(36)}`
}
