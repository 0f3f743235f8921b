import { describe, expect, test } from 'vitest'
import { live } from './history.ts'
import { type InformerPlan, type Plan, planOf, type Step } from './plan.ts'

const informer: InformerPlan = {
  ...{ view: 0, form: 'object', queue: 'delta', watchList: false, pageSize: undefined, resyncPeriodMs: 0 },
  ...{ persists: true, handlers: ['prompt'] },
}
const plan = (...steps: readonly Omit<Step, 'seed'>[]): Plan => ({
  ...{ seed: 1, pods: 5, informers: [informer], viewers: [] },
  steps: steps.map((step, index) => ({ ...step, seed: index })),
})

describe('a history', () => {
  test('is the same each time it is lived', async () => {
    expect(await live(planOf(3))).toEqual(await live(planOf(3)))
  })

  test('goes on through a network that goes dead, from where it was', async () => {
    const account = await live(
      plan(
        { atMs: 5_000, deed: { do: 'silence', forMs: 60_000 } },
        { atMs: 6_000, deed: { do: 'write', writes: ['update', 'delete', 'create'] } },
      ),
    )
    // One list, the watch that died, those after it, and the questions of one whose server has nothing to tell.
    expect(account.requests).toBeLessThan(15)
  })

  test('starts again from disk without a list', async () => {
    const stopped = await live(
      plan(
        { atMs: 60_000, deed: { do: 'stop', informer: 0 } },
        { atMs: 61_000, deed: { do: 'start', informer: 0 } },
      ),
    )
    const never = await live(plan({ atMs: 61_000, deed: { do: 'calm' } }))
    expect(stopped.requests - never.requests).toBe(1)
  })
})
