import { expect, test } from 'vitest'
import type { Action } from './action.ts'
import { planOf } from './plan.ts'
import { shrink } from './shrink.ts'

const isCompaction = (action: Action): boolean =>
  action.type === 'inject-fault' && action.fault.type === 'compact'
const isRelist = (action: Action): boolean => action.type === 'inject-fault' && action.fault.type === 'relist'

test('shrinking removes everything that a failure does not need', async () => {
  const plan = Array.from({ length: 100 }, (_, seed) => planOf(seed)).find(
    ({ steps }) =>
      steps.some(({ action }) => isCompaction(action)) && steps.some(({ action }) => isRelist(action)),
  )
  if (!plan) throw new Error('no plan has both')
  let runs = 0
  const smallest = await shrink(plan, async ({ steps, informers }) => {
    runs++
    const [compaction, relist] = [isCompaction, isRelist].map(is =>
      steps.findIndex(({ action }) => is(action)),
    )
    return (
      compaction !== undefined &&
      relist !== undefined &&
      compaction >= 0 &&
      relist >= 0 &&
      informers.length > 0
    )
  })
  expect(smallest.steps).toHaveLength(2)
  expect(smallest.informers.every(({ handlers }) => handlers.length === 0)).toBe(true)
  expect(runs).toBeLessThan(500)
})

test('a seed always gives the same plan', () => {
  expect(planOf(7)).toEqual(planOf(7))
  expect(planOf(7)).not.toEqual(planOf(8))
})
