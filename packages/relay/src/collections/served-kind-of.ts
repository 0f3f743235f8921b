import type { ServedKind, TableColumn } from '@kube-informer/core/cacher'
import type { RelayResource } from '../api/relay-options.ts'

const COLUMNS: readonly TableColumn[] = [
  {
    name: 'Name',
    type: 'string',
    format: 'name',
    description: 'Name of the object',
    priority: 0,
    cell: ({ metadata }) => metadata?.name,
  },
  {
    name: 'Created At',
    type: 'date',
    format: '',
    description: 'Time of the creation',
    priority: 0,
    cell: ({ metadata }) => metadata?.creationTimestamp,
  },
]

/** How a resource is encoded, selected and displayed. */
export const servedKindOf = ({ resource, fields = [], listKind }: RelayResource): ServedKind => ({
  resource,
  listKind: listKind ?? `${resource.kind}List`,
  isBuiltIn: !resource.group.includes('.') || resource.group.endsWith('.k8s.io'),
  selectableFields: fields,
  columns: async () => COLUMNS,
})
