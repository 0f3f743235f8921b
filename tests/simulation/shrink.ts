import type { InformerPlan, Plan } from './plan.ts'

/** Shrinks a failing plan while it still fails: fewer steps, handlers and slices, simpler informers. */
export async function shrink(plan: Plan, fails: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  let smallest = plan
  if (await fails({ ...smallest, inlinePages: [] })) smallest = { ...smallest, inlinePages: [] }
  if (await fails({ ...smallest, tabs: undefined })) smallest = { ...smallest, tabs: undefined }
  if (await fails({ ...smallest, informers: [] })) smallest = { ...smallest, informers: [] }
  for (let before = -1; before !== sizeOf(smallest); ) {
    before = sizeOf(smallest)
    smallest = { ...smallest, steps: await fewest(smallest.steps, steps => fails({ ...smallest, steps })) }
    // Informers are simplified, not removed: steps refer to them by index modulo their number.
    for (const index of smallest.informers.keys())
      for (const simpler of simplerPlans(smallest.informers[index])) {
        const candidate = { ...smallest, informers: smallest.informers.with(index, simpler) }
        if (await fails(candidate)) smallest = candidate
      }
    for (const index of smallest.tabs?.pages.keys() ?? [])
      for (const slices of smallerLists(smallest.tabs?.pages[index]?.slices)) {
        const candidate = withSlices(smallest, index, slices)
        if (await fails(candidate)) smallest = candidate
      }
  }
  return smallest
}

const sizeOf = ({ steps, informers, tabs }: Plan): number =>
  steps.length + JSON.stringify([informers, tabs]).length

/** A list of each single item. A page without slices has no informer, which fails in another way. */
const smallerLists = (items: readonly number[] = []): readonly (readonly number[])[] =>
  items.length > 1 ? items.map(item => [item]) : []

/** The plan with other slices for one tab. */
function withSlices(plan: Plan, index: number, slices: readonly number[]): Plan {
  const { tabs } = plan
  const page = tabs?.pages[index]
  return tabs && page
    ? { ...plan, tabs: { ...tabs, pages: tabs.pages.with(index, { ...page, slices }) } }
    : plan
}

/** Removes halves, quarters, ... and finally single items of a list, as long as the rest still fails. */
export async function fewest<T>(
  items: readonly T[],
  fails: (items: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let rest = items
  for (let size = Math.ceil(rest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < rest.length; ) {
      const without = rest.toSpliced(start, size)
      if (await fails(without)) rest = without
      else start += size
    }
  }
  return rest
}

function simplerPlans(informer: InformerPlan | undefined): readonly InformerPlan[] {
  if (!informer) return []
  const candidates: readonly InformerPlan[] = [
    { ...informer, handlers: [] },
    { ...informer, persists: false },
    { ...informer, resyncPeriodMs: 0 },
    { ...informer, watchList: false },
    { ...informer, pageSize: undefined },
    { ...informer, form: 'object' },
    { ...informer, encoding: 'json' },
    { ...informer, queue: 'delta' },
    { ...informer, scope: 0 },
  ]
  return candidates.filter(candidate => JSON.stringify(candidate) !== JSON.stringify(informer))
}
