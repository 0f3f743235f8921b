import type { InformerPlan, Plan } from './plan.ts'

/** Makes a plan that fails smaller while it still does: fewer steps, fewer informers, fewer handlers. */
export async function shrink(plan: Plan, fails: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  let smallest = plan
  if (await fails({ ...smallest, viewers: [] })) smallest = { ...smallest, viewers: [] }
  if (await fails({ ...smallest, tabs: undefined })) smallest = { ...smallest, tabs: undefined }
  if (await fails({ ...smallest, informers: [] })) smallest = { ...smallest, informers: [] }
  for (let before = -1; before !== sizeOf(smallest); ) {
    before = sizeOf(smallest)
    smallest = { ...smallest, steps: await fewest(smallest.steps, steps => fails({ ...smallest, steps })) }
    // With one informer less, a step is about another one: so they are not taken out, but made plain.
    for (const index of smallest.informers.keys())
      for (const simpler of simplerThan(smallest.informers[index])) {
        const candidate = { ...smallest, informers: smallest.informers.with(index, simpler) }
        if (await fails(candidate)) smallest = candidate
      }
    for (const index of smallest.tabs?.pages.keys() ?? [])
      for (const slices of onesOf(smallest.tabs?.pages[index]?.slices)) {
        const candidate = withSlices(smallest, index, slices)
        if (await fails(candidate)) smallest = candidate
      }
  }
  return smallest
}

const sizeOf = ({ steps, informers, tabs }: Plan): number =>
  steps.length + JSON.stringify([informers, tabs]).length

/** Nothing, or one of several. */
const onesOf = (items: readonly number[] = []): readonly (readonly number[])[] =>
  items.length > 1 ? [[], ...items.map(item => [item])] : items.length === 1 ? [[]] : []

/** The same, with a tab that shows these slices. */
function withSlices(plan: Plan, index: number, slices: readonly number[]): Plan {
  const { tabs } = plan
  const page = tabs?.pages[index]
  return tabs && page
    ? { ...plan, tabs: { ...tabs, pages: tabs.pages.with(index, { ...page, slices }) } }
    : plan
}

/** Takes out halves, quarters, ... of a list, and at last single items, as long as what is left still fails. */
async function fewest<T>(
  items: readonly T[],
  fails: (items: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let left = items
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < left.length; ) {
      const without = left.toSpliced(start, size)
      if (await fails(without)) left = without
      else start += size
    }
  }
  return left
}

function simplerThan(informer: InformerPlan | undefined): readonly InformerPlan[] {
  if (!informer) return []
  const candidates: readonly InformerPlan[] = [
    { ...informer, handlers: [] },
    { ...informer, persists: false },
    { ...informer, resyncPeriodMs: 0 },
    { ...informer, watchList: false },
    { ...informer, pageSize: undefined },
    { ...informer, form: 'object' },
    { ...informer, queue: 'delta' },
    { ...informer, view: 0 },
  ]
  return candidates.filter(candidate => JSON.stringify(candidate) !== JSON.stringify(informer))
}
