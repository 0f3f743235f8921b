import { describe, expect, test } from 'vitest'
import type { Step } from './action.ts'
import { runPlan } from './history.ts'
import { type InformerPlan, type Plan, planOf, type TabPlan } from './plan.ts'

const informer: InformerPlan = {
  scope: 0,
  form: 'object',
  encoding: 'auto',
  queue: 'delta',
  watchList: false,
  pageSize: undefined,
  resyncPeriodMs: 0,
  persists: true,
  handlers: ['prompt'],
}
const plan = (...steps: readonly Omit<Step, 'seed'>[]): Plan => ({
  seed: 1,
  pods: 5,
  informers: [informer],
  network: 'plain',
  inlinePages: [],
  tabs: undefined,
  rights: undefined,
  steps: steps.map((step, index) => ({ ...step, seed: index })),
})

describe('a history', () => {
  test('has the same result on each run', { timeout: 60_000 }, async () => {
    expect(await runPlan(planOf(3))).toEqual(await runPlan(planOf(3)))
  })

  test('resumes its watch after a network outage', async () => {
    const stats = await runPlan(
      plan(
        { atMs: 5_000, action: { type: 'network-outage', forMs: 60_000 } },
        { atMs: 6_000, action: { type: 'write', writes: ['update', 'delete', 'create'] } },
      ),
    )
    // One list, the watch that the outage broke, later watches, and the probes of an idle watch.
    expect(stats.requests).toBeLessThan(15)
  })

  test('an informer that restarts from a snapshot does not list', async () => {
    const restarted = await runPlan(
      plan(
        { atMs: 60_000, action: { type: 'stop', informer: 0 } },
        { atMs: 61_000, action: { type: 'start', informer: 0 } },
      ),
    )
    const uninterrupted = await runPlan(plan({ atMs: 61_000, action: { type: 'clear-faults' } }))
    expect([restarted.lists, uninterrupted.lists]).toEqual([1, 1])
  })
})

describe.each(['shared', 'leader'] as const)('a browser whose informers run in host %s', host => {
  const ada: TabPlan = { scope: 0, slices: [0, 3], identity: 'ada' }
  const withTabs = (pages: readonly TabPlan[], ...steps: readonly Omit<Step, 'seed'>[]) =>
    runPlan({ ...plan(...steps), informers: [], tabs: { host, pages } })
  const idle = { atMs: 61_000, action: { type: 'clear-faults' } } as const

  test('three tabs of one user cause the requests of one tab', async () => {
    const [one, three] = [await withTabs([ada], idle), await withTabs([ada, ada, ada], idle)]
    expect(three).toEqual(one)
    expect(one.lists).toBe(1)
  })

  test('a slice of a namespace has a list of its own beside that of everything', async () => {
    expect((await withTabs([{ ...ada, slices: [0, 2] }], idle)).lists).toBe(2)
  })

  test('each user has a list of their own', async () => {
    expect((await withTabs([ada, { ...ada, identity: 'bob' }], idle)).lists).toBe(2)
  })

  test('does not list again after its worker, or all of its tabs, crash', async () => {
    const crashed = await withTabs(
      [ada, ada],
      { atMs: 60_000, action: { type: 'kill-worker', tab: 0 } },
      { atMs: 90_000, action: { type: 'kill-tab', tab: 0 } },
      { atMs: 90_000, action: { type: 'kill-tab', tab: 1 } },
      { atMs: 120_000, action: { type: 'open-tab', tab: 0 } },
    )
    expect(crashed.lists).toBe(1)
  })

  test('lists again after a sign-out', async () => {
    const signedOut = await withTabs(
      [ada, ada],
      { atMs: 60_000, action: { type: 'sign-out', tab: 0 } },
      { atMs: 90_000, action: { type: 'open-tab', tab: 1 } },
    )
    expect(signedOut.lists).toBe(2)
  })
})
