import { expect, test } from 'vitest'
import { type Deed, planOf } from './plan.ts'
import { shrink } from './shrink.ts'

const isCompaction = (deed: Deed): boolean => deed.do === 'strike' && deed.fault.type === 'compact'
const isRelist = (deed: Deed): boolean => deed.do === 'strike' && deed.fault.type === 'relist'

test('of a history that fails, what it does not need is taken out', async () => {
  const plan = Array.from({ length: 100 }, (_, seed) => planOf(seed)).find(
    ({ steps }) => steps.some(({ deed }) => isCompaction(deed)) && steps.some(({ deed }) => isRelist(deed)),
  )
  if (!plan) throw new Error('no history has both')
  let runs = 0
  const smallest = await shrink(plan, async ({ steps, informers }) => {
    runs++
    const [compaction, relist] = [isCompaction, isRelist].map(is => steps.findIndex(({ deed }) => is(deed)))
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

test('a seed is the same history for ever', () => {
  expect(planOf(7)).toEqual(planOf(7))
  expect(planOf(7)).not.toEqual(planOf(8))
})
