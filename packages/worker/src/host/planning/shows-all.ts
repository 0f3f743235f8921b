import type { PlannedSlice, SlicePlan } from './plan-slice.ts'

/** Whether the rows of a slice, without its window, are every object of the one scope that its plan requests. */
export function showsAll(
  plan: SlicePlan,
  { slice: { target, filter = {} }, namespaces }: Pick<PlannedSlice, 'slice' | 'namespaces'>,
): boolean {
  if (Object.values(filter).some(member => member !== undefined && member !== '')) return false
  if (target === undefined || target.type === 'all')
    return plan.type === 'everywhere' || (plan.type === 'informer' && !plan.shows)
  // Only a part that is requested for its target, or for its namespaces, has a wider scope.
  return plan.type === 'informer' && plan.wider !== undefined && !namespaces
}
