import type { ServedKind } from '@kube-informer/cacher'
import { servedKindOf } from '@kube-informer/cacher/tables'
import { customColumns } from '@kube-informer/core/columns'
import type { RelayResource } from '../api/relay-options.ts'

/** How a resource is encoded, selected and displayed: as a Kubernetes server does, unless the declaration says otherwise. */
export function kindOf({ resource, fields, listKind, printerColumns }: RelayResource): ServedKind {
  const known = servedKindOf(resource)
  return {
    ...known,
    ...(fields && { selectableFields: fields, fieldPaths: fields }),
    ...(listKind && { listKind }),
    ...(printerColumns && { columns: async () => customColumns(printerColumns) }),
  }
}
