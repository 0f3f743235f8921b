import { type ObjectName, objectNameParts, type ResourceDefinition } from '@kube-informer/core'
import type { LocationOptions, Slice, SliceForm, SliceTarget, Subscription } from './subscription.ts'

/** The options of a query or of a hook, before the types of a definition are added. */
export interface SubscriptionOptions extends LocationOptions, Slice {
  readonly form?: SliceForm
}

/** Builds the subscription of a query and of a hook. */
export const subscriptionOf = (
  resource: string | ResourceDefinition,
  {
    cluster,
    form,
    namespace,
    scope,
    target,
    filter,
    sort,
    window,
    clampWindow,
    groupBy,
    groupFiltered,
    groupEmpty,
  }: SubscriptionOptions,
): Subscription => ({
  cluster,
  resource,
  form,
  namespace,
  scope,
  slice: { target, filter, sort, window, clampWindow, groupBy, groupFiltered, groupEmpty },
})

/** The objects with a value of an index, or with one of several. */
export const indexTarget = (index: string, value: string | readonly string[]): SliceTarget => ({
  type: 'index',
  index,
  ...(typeof value === 'string' ? { value } : { values: value }),
})

/** One object. The host checks the key: it has the definition. */
export function objectOptions(object: ObjectName): SubscriptionOptions {
  if (typeof object === 'string') return { target: { type: 'key', key: object } }
  const { cluster, namespace, name } = objectNameParts(object)
  const target = { type: 'key', key: namespace ? `${namespace}/${name}` : name } as const
  return { ...(cluster !== undefined && { cluster }), target }
}

/** The counts of an index: the host sends no rows. */
export const countsOf = <
  TOptions extends Pick<Slice, 'filter'> & { readonly includeEmpty?: boolean | undefined },
>(
  groupBy: string | undefined,
  options: TOptions,
): TOptions & Slice => ({
  ...options,
  groupBy,
  groupFiltered: options.filter && true,
  groupEmpty: options.includeEmpty,
  window: { offset: 0, limit: 0 },
})
