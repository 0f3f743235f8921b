import type { ObjectName } from '@kube-informer/core'
import { byIndex, byKey, queryOf, type UntypedQuery } from './asked.ts'
import { firstRow } from './hooks.ts'
import type { Registered } from './registered.ts'
import { useSuspenseSlice } from './suspense.ts'
import type { UntypedOptions } from './use-slice.ts'

/**
 * All objects of a resource, or those of some namespaces. Suspends until there is data.
 *
 * @example const { data } = useSuspenseLister({ resource: 'pods' })
 */
export const useSuspenseLister = ((query: UntypedQuery = {}, options?: UntypedOptions) =>
  useSuspenseSlice(queryOf(query, options))) as Registered['useSuspenseLister']

/**
 * The objects with one value of an index. Suspends until there is data.
 *
 * @example const { data } = useSuspenseByIndex('node', useDeferredValue(node))
 */
export const useSuspenseByIndex = ((
  index: string | UntypedQuery,
  value: string | readonly string[] | UntypedOptions,
  options?: UntypedOptions,
) => useSuspenseSlice(byIndex(index, value, options))) as Registered['useSuspenseByIndex']

/**
 * One object by its key, by its namespace and name, or by itself. Suspends until it is known whether it exists.
 *
 * @example const { data: pod } = useSuspenseObject({ namespace: 'default', name: 'web-0' })
 */
export const useSuspenseObject = ((object: ObjectName | UntypedQuery, options?: UntypedOptions) =>
  useSuspenseSlice(byKey(object, options), firstRow)) as Registered['useSuspenseObject']
