import type { KubernetesObject } from '@kube-informer/core'
import {
  keepPreviousData,
  type ResourceTableResult,
  type SliceResult,
  skipToken,
  useLister,
  useResourceTable,
} from '@kube-informer/react'
import type { SliceFilter, SliceSort, SliceWindow } from '@kube-informer/worker'
import { definedName, type Kind } from '../kinds/kind.ts'

/** Which objects of a kind are read. */
export interface RowsQuery {
  /** Undefined for all. */
  readonly namespaces: readonly string[] | undefined
  readonly filter?: SliceFilter | undefined
  readonly sort?: readonly SliceSort[] | undefined
  /** @default all rows */
  readonly window?: SliceWindow | undefined
  readonly groupBy?: string | undefined
  readonly groupFiltered?: boolean | undefined
  /** @default true */
  readonly enabled?: boolean | undefined
}

/** With the columns of a Table. */
export type Rows = SliceResult<readonly KubernetesObject[]> &
  Partial<Pick<ResourceTableResult<unknown>, 'columns'>>

// The kind is chosen at run time, so the names of its indexes and comparators are not known to the compiler.
const useList = useLister as unknown as (options: object) => Rows
const useTable = useResourceTable as unknown as (resource: unknown, options: object) => Rows

/**
 * The rows of a kind: whole objects of the shared definition, or those of the server's Table. Both hooks are called, as React
 * requires, and one is disabled.
 */
export function useRows(kind: Kind, { namespaces, enabled, ...query }: RowsQuery): Rows {
  // The compiler of React accepts no default beside the rest of an object.
  const isEnabled = enabled ?? true
  const resource = definedName(kind)
  const options = { ...query, namespace: namespaces, placeholderData: keepPreviousData }
  const list = useList({ ...options, resource: (isEnabled && resource) || skipToken })
  const table = useTable(isEnabled && resource === undefined ? kind : skipToken, options)
  return resource === undefined ? table : list
}
