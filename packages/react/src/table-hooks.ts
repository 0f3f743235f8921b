import { type ResourceDefinition, type TableColumn, UsageError } from '@kube-informer/core'
import { useMemo } from 'react'
import { type Off, wanted } from './context/skip-token.ts'
import type { Registered } from './registered.ts'
import type { ResourceTableResult, SliceResult } from './slice-result.ts'
import { useSuspenseSlice } from './suspense.ts'
import { ALL } from './targets.ts'
import { type UntypedOptions, useSlice } from './use-slice.ts'

/** The options of a table hook, before the types of a definition are added. */
export type UntypedTableOptions = Omit<UntypedOptions, 'resource'>

const NO_COLUMNS: readonly TableColumn[] = Object.freeze([])

/**
 * A resource as the server prints it: columns, and rows of metadata and cells.
 *
 * @example const { data, columns } = useResourceTable(crontabs, { namespace: 'default' })
 */
export const useResourceTable = ((
  resource: string | ResourceDefinition | Off,
  options?: UntypedTableOptions,
) => useColumns(useSlice(ALL, asTable(resource, options)))) as Registered['useResourceTable']

/**
 * A resource as the server prints it. Suspends until there are rows.
 *
 * @example const { data, columns } = useSuspenseResourceTable('pods', { namespace: useDeferredValue(namespace) })
 */
export const useSuspenseResourceTable = ((
  resource: string | ResourceDefinition | Off,
  options?: UntypedTableOptions,
) => {
  if (wanted(resource) === undefined)
    throw new UsageError('useSuspenseResourceTable needs a resource: use useResourceTable to disable it')
  return useColumns(useSuspenseSlice(ALL, asTable(resource, options)))
}) as Registered['useSuspenseResourceTable']

const asTable = (
  resource: string | ResourceDefinition | Off,
  options: UntypedTableOptions = {},
): UntypedOptions => ({ ...options, resource, form: 'table' })

/** The same reference for the same result. */
const useColumns = (result: SliceResult<unknown>): ResourceTableResult<unknown> =>
  useMemo(() => Object.freeze({ columns: NO_COLUMNS, ...result }), [result])
