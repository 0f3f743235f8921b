import { describe, expect, test } from 'vitest'
import { live } from './history.ts'
import { type InformerPlan, type Plan, planOf, type Step, type TabPlan } from './plan.ts'

const informer: InformerPlan = {
  ...{ view: 0, form: 'object', queue: 'delta', watchList: false, pageSize: undefined, resyncPeriodMs: 0 },
  ...{ persists: true, handlers: ['prompt'] },
}
const plan = (...steps: readonly Omit<Step, 'seed'>[]): Plan => ({
  ...{ seed: 1, pods: 5, informers: [informer], viewers: [], tabs: undefined },
  steps: steps.map((step, index) => ({ ...step, seed: index })),
})

describe('a history', () => {
  test('is the same each time it is lived', { timeout: 60_000 }, async () => {
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

describe.each(['shared', 'leader'] as const)('a browser whose informers are with host %s', host => {
  const ada: TabPlan = { view: 0, slices: [0, 2], identity: 'ada' }
  const withTabs = (pages: readonly TabPlan[], ...steps: readonly Omit<Step, 'seed'>[]) =>
    live({ ...plan(...steps), informers: [], tabs: { host, pages } })
  const calm = { atMs: 61_000, deed: { do: 'calm' } } as const

  test('asks for three tabs of one user what it asks for one', async () => {
    const [one, three] = [await withTabs([ada], calm), await withTabs([ada, ada, ada], calm)]
    expect(three).toEqual(one)
    expect(one.lists).toBe(1)
  })

  test('asks for each user by himself', async () => {
    expect((await withTabs([ada, { ...ada, identity: 'bob' }], calm)).lists).toBe(2)
  })

  test('lists nothing again when its worker dies, or all of its tabs', async () => {
    const died = await withTabs(
      [ada, ada],
      { atMs: 60_000, deed: { do: 'kill-worker', tab: 0 } },
      { atMs: 90_000, deed: { do: 'kill-tab', tab: 0 } },
      { atMs: 90_000, deed: { do: 'kill-tab', tab: 1 } },
      { atMs: 120_000, deed: { do: 'open-tab', tab: 0 } },
    )
    expect(died.lists).toBe(1)
  })

  test('lists again after a sign-out', async () => {
    const signedOut = await withTabs(
      [ada, ada],
      { atMs: 60_000, deed: { do: 'sign-out', tab: 0 } },
      { atMs: 90_000, deed: { do: 'open-tab', tab: 1 } },
    )
    expect(signedOut.lists).toBe(2)
  })
})
