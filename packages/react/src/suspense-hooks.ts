import type { ObjectName } from '@kube-informer/core'
import type { Registered } from './registered.ts'
import { useSuspenseSlice } from './suspense.ts'
import { ALL, byIndex, byKey, firstRow } from './targets.ts'
import type { UntypedOptions } from './use-slice.ts'

/**
 * All objects of a resource, or those of some namespaces. Suspends until there is data.
 *
 * @example const { data } = useSuspenseLister({ resource: 'pods' })
 */
export const useSuspenseLister = ((options?: UntypedOptions) =>
  useSuspenseSlice(ALL, options)) as Registered['useSuspenseLister']

/**
 * The objects with one value of an index. Suspends until there is data.
 *
 * @example const { data } = useSuspenseByIndex('namespace', useDeferredValue(namespace))
 */
export const useSuspenseByIndex = ((
  index: string,
  value: string | readonly string[],
  options?: UntypedOptions,
) => useSuspenseSlice(byIndex(index, value), options)) as Registered['useSuspenseByIndex']

/**
 * One object by its key, or by its namespace and name. Suspends until it is known whether it exists.
 *
 * @example const { data: pod } = useSuspenseObject({ namespace: 'default', name: 'web-0' })
 */
export const useSuspenseObject = ((object: ObjectName, options?: UntypedOptions) =>
  useSuspenseSlice(byKey(object), options, firstRow)) as Registered['useSuspenseObject']
