import { skipToken, useIndexValues, useResourceTable } from '@kube-informer/react'
import type { SliceGroup } from '@kube-informer/worker'
import { definedName, type Kind } from '../kinds/kind.ts'

/** The namespaces of the cluster, and how many objects of a kind each has. */
export interface Namespaces {
  readonly groups: readonly SliceGroup[]
  readonly total: number
}

const NO_ROWS = { offset: 0, limit: 0 } as const

/** Counts the objects of a kind by namespace, also where there are none, while `enabled`. */
export function useNamespaces(kind: Kind, enabled: boolean): Namespaces {
  const name = definedName(kind)
  const counted = useIndexValues('namespace', {
    resource: name ?? 'pods',
    includeEmpty: true,
    enabled: enabled && name !== undefined,
  })
  const table = useResourceTable(name === undefined ? kind : skipToken, {
    groupBy: 'namespace',
    groupEmpty: true,
    window: NO_ROWS,
    enabled: enabled && name === undefined,
  })
  return name === undefined
    ? { groups: table.groups, total: table.total }
    : { groups: counted.data, total: counted.total }
}
