import { expect, test } from 'vitest'
import { type Action, type Plan, type ProcessPlan, planOf } from './plan.ts'
import { runControllersPlan } from './run-plan.ts'

const process: ProcessPlan = { concurrency: 1, releaseOnCancel: true, enableWarmup: true, workMs: 0 }

const plan = (...actions: readonly Action[]): Plan => ({
  seed: 1,
  parents: 2,
  latencyMs: 40,
  processes: [process, process],
  steps: actions.map((action, index) => ({ atMs: 60_000 * (index + 1), action })),
})

test('a history has the same result on each run', { timeout: 60_000 }, async () => {
  expect(await runControllersPlan(planOf(3))).toEqual(await runControllersPlan(planOf(3)))
})

test('the next process takes over from a leader that stops, is killed or is suspended', async () => {
  const { virtualMs } = await runControllersPlan(
    plan(
      { type: 'stop-leader' },
      { type: 'scale', parent: 0, replicas: 5 },
      { type: 'restart', process: 0 },
      { type: 'scale', parent: 1, replicas: 0 },
      { type: 'suspend-leader', forMs: 30_000 },
      { type: 'delete-parent', parent: 0 },
    ),
  )
  expect(virtualMs).toBeGreaterThan(6 * 60_000)
})
