import { type ResourceDefinition, type TableColumn, UsageError } from '@kube-informer/core'
import { useMemo } from 'react'
import { asTable, type UntypedQuery } from './asked.ts'
import { type Off, wanted } from './context/skip-token.ts'
import type { Registered } from './registered.ts'
import type { ResourceTableResult, SliceResult } from './slice-result.ts'
import { useSuspenseSlice } from './suspense.ts'
import { type UntypedOptions, useSlice } from './use-slice.ts'

const NO_COLUMNS: readonly TableColumn[] = Object.freeze([])

/**
 * A resource as the server prints it: columns, and rows of metadata and cells.
 *
 * @example const { data, columns } = useResourceTable(crontabs, { namespace: 'default' })
 */
export const useResourceTable = ((
  resource: string | ResourceDefinition | UntypedQuery | Off,
  options?: UntypedOptions,
) => useColumns(useSlice(asTable(resource, options)))) as Registered['useResourceTable']

/**
 * A resource as the server prints it. Suspends until there are rows.
 *
 * @example const { data, columns } = useSuspenseResourceTable('pods', { namespace: useDeferredValue(namespace) })
 */
export const useSuspenseResourceTable = ((
  resource: string | ResourceDefinition | UntypedQuery | Off,
  options?: UntypedOptions,
) => {
  if (wanted(resource) === undefined)
    throw new UsageError('useSuspenseResourceTable needs a resource: use useResourceTable to disable it')
  return useColumns(useSuspenseSlice(asTable(resource, options)))
}) as Registered['useSuspenseResourceTable']

/** The same reference for the same result. */
const useColumns = (result: SliceResult<unknown>): ResourceTableResult<unknown> =>
  useMemo(() => Object.freeze({ columns: NO_COLUMNS, ...result }), [result])
