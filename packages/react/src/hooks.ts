import type { ObjectName } from '@kube-informer/core'
import type { SliceTarget } from '@kube-informer/worker'
import { byIndex, byKey, indexValues, queryOf, type UntypedQuery } from './asked.ts'
import type { Off } from './context/skip-token.ts'
import type { Shape } from './projection.ts'
import type { Registered } from './registered.ts'
import { type UntypedOptions, useSlice } from './use-slice.ts'

const STATUS: SliceTarget = { type: 'status' }

/** The data of a hook that shows one object. */
export const firstRow: Shape = ([row]) => row

const groups: Shape = (_, state) => state.groups

/**
 * All objects of a resource, or those of some namespaces.
 *
 * @example const { data, total } = useLister({ resource: 'pods', namespace: 'default' })
 */
export const useLister = ((query: UntypedQuery = {}, options?: UntypedOptions) =>
  useSlice(queryOf(query, options))) as Registered['useLister']

/**
 * The objects with one value of an index.
 *
 * @example const { data, total, status } = useByIndex('node', 'n1')
 */
export const useByIndex = ((
  index: string | UntypedQuery | Off,
  value: string | readonly string[] | UntypedOptions | Off,
  options?: UntypedOptions,
) => useSlice(byIndex(index, value, options))) as Registered['useByIndex']

/**
 * One object by its key (`namespace/name`, or `name` for a cluster-scoped object), by its namespace and name, or by itself.
 *
 * @example const { data: pod } = useObject('default/web-0')
 */
export const useObject = ((object: ObjectName | UntypedQuery | Off, options?: UntypedOptions) =>
  useSlice(byKey(object, options), firstRow)) as Registered['useObject']

/**
 * The values of an index, each with its number of objects.
 *
 * @example const { data: namespaces } = useIndexValues('namespace')
 */
export const useIndexValues = ((index: string | UntypedQuery | Off, options?: UntypedOptions) =>
  useSlice(indexValues(index, options), groups)) as Registered['useIndexValues']

/**
 * The status of the informer of a scope. It reports only: it starts no list and no watch.
 *
 * @example const { link, counters } = useInformerStatus()
 */
export const useInformerStatus = ((query?: UntypedQuery, options?: UntypedOptions) =>
  useSlice({ ...options, ...query, target: STATUS }).status) as Registered['useInformerStatus']
