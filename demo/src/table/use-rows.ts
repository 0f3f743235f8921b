import type { KubernetesObject } from '@kube-informer/core'
import {
  keepPreviousData,
  type ResourceTableResult,
  type SliceResult,
  skipToken,
  useByIndex,
  useLister,
  useResourceTable,
} from '@kube-informer/react'
import type { SliceFilter, SliceSort, SliceWindow } from '@kube-informer/worker'
import { useState } from 'react'
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
type Options = Omit<RowsQuery, 'namespaces'> & {
  readonly resource: unknown
  readonly placeholderData: unknown
}
const useAll = useLister as unknown as (options: Options) => Rows
const useNamespaces = useByIndex as unknown as (index: string, values: unknown, options: Options) => Rows
const useTable = useResourceTable as unknown as (resource: unknown, options: object) => Rows

/**
 * The rows of a kind: whole objects of the shared definition, or those of the server's Table. All hooks are called, as React
 * requires, and all but one are disabled.
 */
export function useRows(kind: Kind, { namespaces, enabled, ...query }: RowsQuery): Rows {
  const isEnabled = enabled ?? true
  const resource = isEnabled ? definedName(kind) : undefined
  const isEverywhere = namespaces === undefined
  const kept = { ...query, placeholderData: keepPreviousData }
  const everywhere = useAll({ ...kept, resource: isEverywhere ? (resource ?? skipToken) : skipToken })
  const inNamespaces = useNamespaces('namespace', namespaces, { ...kept, resource: resource ?? skipToken })
  const isTable = isEnabled && resource === undefined
  const table = useTable(isTable ? kind : skipToken, { ...kept, namespaces })
  // The rows on screen stay until the other hook has an answer.
  const wanted = isEverywhere ? everywhere : inNamespaces
  const isAnswer = !wanted.isPending && !wanted.isPlaceholderData
  const [wasEverywhere, setWasEverywhere] = useState(isEverywhere)
  if (isAnswer && wasEverywhere !== isEverywhere) setWasEverywhere(isEverywhere)
  if (isTable) return table
  if (isAnswer || wasEverywhere === isEverywhere) return wanted
  return wasEverywhere ? everywhere : inNamespaces
}
