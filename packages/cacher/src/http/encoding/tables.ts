import type { KubernetesObject, ListMeta } from '@kube-informer/core'
import type { TableColumn } from '@kube-informer/core/columns'
import { badRequest } from '../../api/status-errors.ts'

/** Which part of an object its table row includes. */
export type IncludeObject = 'Metadata' | 'Object' | 'None'

/** What a table shows, and in which version. */
export interface TableOptions {
  readonly columns: readonly TableColumn[]
  readonly includeObject: IncludeObject
  /** The version of `meta.k8s.io`. */
  readonly version: string
  /** The time that ages are relative to, in ms. */
  readonly now: number
}

const isIncludeObject = (value: string): value is IncludeObject =>
  value === 'Metadata' || value === 'Object' || value === 'None'

/** Parses the parameter `includeObject`. Throws a 400 for an unknown value. */
export function includeObjectOf(value: string | null): IncludeObject {
  if (!value) return 'Metadata'
  if (isIncludeObject(value)) return value
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(value)}: must be 'Metadata', 'Object', 'None', or empty`,
  )
}

/** An object reduced to its metadata (meta/v1 PartialObjectMetadata). */
export const partialMetadata = ({ metadata }: KubernetesObject, version: string): KubernetesObject => ({
  kind: 'PartialObjectMetadata',
  apiVersion: `meta.k8s.io/${version}`,
  ...(metadata ? { metadata } : {}),
})

const definitionsOf = (columns: readonly TableColumn[]): readonly object[] =>
  columns.map(({ name, type, format, description, priority }) => ({
    name,
    type,
    format,
    description,
    priority,
  }))

/** The row of an object. */
export function rowOf(object: KubernetesObject, options: TableOptions): object {
  const { columns, includeObject, version, now } = options
  const shown = { Metadata: partialMetadata(object, version), Object: object, None: null }
  const conditions = columns[0]?.rowConditions?.(object) ?? []
  return {
    cells: columns.map(column => column.cell(object, now) ?? null),
    ...(conditions.length > 0 ? { conditions } : {}),
    object: shown[includeObject],
  }
}

/** A table without its rows (meta/v1 Table). */
export const tableHead = (metadata: ListMeta, { columns, version }: TableOptions): object => ({
  kind: 'Table',
  apiVersion: `meta.k8s.io/${version}`,
  metadata,
  columnDefinitions: definitionsOf(columns),
})

/** One object as a table with one row; in a stream only the first table has column definitions. */
export const rowTableOf = (
  object: KubernetesObject,
  options: TableOptions,
  namesColumns: boolean,
): object => ({
  kind: 'Table',
  apiVersion: `meta.k8s.io/${options.version}`,
  metadata: { resourceVersion: object.metadata?.resourceVersion ?? '' },
  columnDefinitions: namesColumns ? definitionsOf(options.columns) : null,
  rows: [rowOf(object, options)],
})
