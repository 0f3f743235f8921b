import type { ObjectName } from '@kube-informer/core'
import { type Off, wanted } from './context/skip-token.ts'
import type { Shape } from './projection.ts'
import type { Registered } from './registered.ts'
import { ALL, byIndex, byKey, firstRow } from './targets.ts'
import { type UntypedOptions, useSlice } from './use-slice.ts'

/** The window of hooks that read counts only: the host sends no rows. */
const NO_ROWS = { offset: 0, limit: 0 }

const groups: Shape = (_, state) => state.groups

/**
 * All objects of a resource, or those of some namespaces.
 *
 * @example const { data, total } = useLister({ resource: 'pods', namespace: 'default' })
 */
export const useLister = ((options?: UntypedOptions) => useSlice(ALL, options)) as Registered['useLister']

/**
 * The objects with one value of an index.
 *
 * @example const { data, total, status } = useByIndex('namespace', 'default')
 */
export const useByIndex = ((
  index: string,
  value: string | readonly string[] | Off,
  options?: UntypedOptions,
) => useSlice(byIndex(index, value), options)) as Registered['useByIndex']

/**
 * One object by its key (`namespace/name`, or `name` for a cluster-scoped object), or by its namespace and name.
 *
 * @example const { data: pod } = useObject('default/web-0')
 */
export const useObject = ((object: ObjectName | Off, options?: UntypedOptions) =>
  useSlice(byKey(object), options, firstRow)) as Registered['useObject']

/**
 * The values of an index, each with its number of objects.
 *
 * @example const { data: namespaces } = useIndexValues('namespace')
 */
export const useIndexValues = ((index: string | Off, options: UntypedOptions = {}) => {
  const groupBy = wanted(index)
  const { filter, includeEmpty: groupEmpty } = options
  const counted = { ...options, window: NO_ROWS, groupBy, groupFiltered: filter && true, groupEmpty }
  return useSlice(groupBy === undefined ? undefined : ALL, counted, groups)
}) as Registered['useIndexValues']

/**
 * The status of the informer of a scope. It reports only: it starts no list and no watch.
 *
 * @example const { link, counters } = useInformerStatus()
 */
export const useInformerStatus = ((options?: UntypedOptions) =>
  useSlice({ type: 'status' }, options).status) as Registered['useInformerStatus']
