import type { ObjectName, ResourceDefinition } from '@kube-informer/core'
import type { Slice, Subscription } from '@kube-informer/worker'
import { countsOf, indexTarget, objectOptions } from '@kube-informer/worker/internal'
import { type Off, wanted } from './context/skip-token.ts'
import type { UntypedOptions } from './use-slice.ts'

/** A query, or the options of `useLister`, which have the members of the slice themselves. */
export interface UntypedQuery extends UntypedOptions {
  readonly slice?: Slice | undefined
}

/**
 * The options of a hook that shows a query; undefined for a hook that is disabled. The query takes precedence, since
 * `createInformerHooks` adds a resource to the options.
 */
export const queryOf = (query: UntypedQuery | undefined, options?: UntypedOptions): UntypedOptions =>
  query ? { ...options, ...query, ...query.slice } : { ...options, resource: undefined }

/** The options of `useByIndex`: of a query, or of an index and a value. */
export function byIndex(
  index: string | UntypedQuery | Off,
  value: string | readonly string[] | UntypedOptions | Off,
  options?: UntypedOptions,
): UntypedOptions {
  if (typeof index !== 'string') return queryOf(wanted(index), value as UntypedOptions)
  const given = wanted(value as string | readonly string[] | Off)
  return given === undefined ? queryOf(given, options) : { ...options, target: indexTarget(index, given) }
}

/** The options of `useObject`: of a query, or of an object. */
export function byKey(object: ObjectName | UntypedQuery | Off, options?: UntypedOptions): UntypedOptions {
  const given = wanted(object)
  return given === undefined || isQuery(given, 'slice')
    ? queryOf(given, options)
    : { ...options, ...objectOptions(given) }
}

/** The options of `useIndexValues`: of a query, or of an index. */
export const indexValues = (
  index: string | UntypedQuery | Off,
  options: UntypedOptions = {},
): UntypedOptions => (typeof index === 'string' ? countsOf(index, options) : queryOf(wanted(index), options))

/** The options of `useResourceTable`: of a query, or of a resource. */
export function asTable(
  resource: string | ResourceDefinition | UntypedQuery | Off,
  options?: UntypedOptions,
): UntypedOptions {
  const given = wanted(resource)
  return isQuery(given, 'resource') ? queryOf(given, options) : { ...options, resource: given, form: 'table' }
}

/** A query has a member that what is named otherwise lacks. */
const isQuery = (given: unknown, member: keyof Subscription): given is UntypedQuery =>
  typeof given === 'object' && given !== null && member in given
