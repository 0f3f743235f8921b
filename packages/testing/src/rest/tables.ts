import type { KubernetesObject, ListMeta, ResourceDefinition } from '@kube-informer/core'
import { isBuiltIn } from '../storage/encode.ts'
import type { StoredObject } from '../storage/stored-object.ts'
import { badRequest } from './status.ts'

/** What of an object stands in its row of a table. */
export type IncludeObject = 'Metadata' | 'Object' | 'None'

/** How a table is to be made. */
export interface TableOptions {
  readonly resource: ResourceDefinition
  readonly includeObject: IncludeObject
  /** Of `meta.k8s.io`. */
  readonly version: string
}

const TEXTS: readonly string[] = ['Metadata', 'Object', 'None']

/** The parameter `includeObject`; throws a 400 for anything but its three values. */
export function includeObjectOf(value: string | null): IncludeObject {
  if (!value) return 'Metadata'
  if (TEXTS.includes(value)) return value as IncludeObject
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(value)}: must be 'Metadata', 'Object', 'None', or empty`,
  )
}

/** An object without anything but its metadata (meta/v1 PartialObjectMetadata). */
export const partialMetadata = ({ metadata }: KubernetesObject, version: string): KubernetesObject => ({
  kind: 'PartialObjectMetadata',
  apiVersion: `meta.k8s.io/${version}`,
  ...(metadata ? { metadata } : {}),
})

const column = (name: string, format: string, description: string) => ({
  name,
  type: format === 'name' ? 'string' : 'date',
  format: format === 'name' ? format : '',
  description,
  priority: 0,
})

const NAME_TEXT = 'Name must be unique within a namespace.'
const TIME_TEXT = 'CreationTimestamp is the time at which the object was created.'

/** The two columns that every kind has; a real server knows more of some kinds. */
const columnsOf = (resource: ResourceDefinition): readonly object[] => [
  column('Name', 'name', NAME_TEXT),
  column(isBuiltIn(resource) ? 'Created At' : 'Age', 'date', TIME_TEXT),
]

function rowOf(object: KubernetesObject, { includeObject, version }: TableOptions): object {
  const { name = '', creationTimestamp = null } = object.metadata ?? {}
  const shown = { Metadata: partialMetadata(object, version), Object: object, None: null }
  return { cells: [name, creationTimestamp], object: shown[includeObject] }
}

/** A list as a table (meta/v1 Table). */
export const tableOf = (
  items: readonly StoredObject[],
  metadata: ListMeta,
  options: TableOptions,
): object => ({
  kind: 'Table',
  apiVersion: `meta.k8s.io/${options.version}`,
  metadata,
  columnDefinitions: columnsOf(options.resource),
  rows: items.map(({ object }) => rowOf(object, options)),
})

/** One object as a table of one row; in a stream only the first one names the columns. */
export const rowTableOf = (
  object: KubernetesObject,
  options: TableOptions,
  namesColumns: boolean,
): object => ({
  kind: 'Table',
  apiVersion: `meta.k8s.io/${options.version}`,
  metadata: { resourceVersion: object.metadata?.resourceVersion ?? '' },
  columnDefinitions: namesColumns ? columnsOf(options.resource) : null,
  rows: [rowOf(object, options)],
})
