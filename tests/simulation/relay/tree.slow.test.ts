import { describe, expect, test } from 'vitest'
import type { Faulty } from './faulty.ts'
import { runTree } from './run-tree.ts'
import { SMALL, type TreePlan, type TreeSize, treePlan } from './tree-plan.ts'

const SEEDS = process.env.LONG ? 40 : 2
const TIMEOUT_MS = process.env.LONG ? 600_000 : 120_000

/** For faults that any reader shows. */
const TINY: TreeSize = { ...SMALL, readers: 400, watchesPerSecond: 10, watchBurst: 20, seconds: 50 }

describe('a tree of relays under faults', () => {
  test.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
    'holds its invariants with seed %i',
    {
      timeout: TIMEOUT_MS,
    },
    async seed => {
      const { failure, readers, stats, lists } = await runTree(treePlan(seed, SMALL))
      expect([failure, readers, lists]).toEqual([undefined, 2000, { root: 1, others: 6 }])
      // Otherwise the plan would show nothing.
      expect(Math.min(stats.broken, stats.denied, stats.overflowed, stats.refused)).toBeGreaterThan(0)
    },
  )

  test('is the same on each run', { timeout: TIMEOUT_MS }, async () => {
    expect(await runTree(treePlan(3, TINY))).toEqual(await runTree(treePlan(3, TINY)))
  })
})

describe('the checks find', () => {
  const cases: readonly [string, Faulty, RegExp][] = [
    [
      'a lost event',
      { alter: node => (node === 'leaf-1' ? losingOne(20) : undefined) },
      /leaf-1: reader \d+ (has \d+ of \d+ events|.*instead of|.*a bookmark at)/,
    ],
    ['a leaf that forgets', { forgets: node => node.startsWith('leaf') }, /leaf-\d (listed 2 times|: .*410)/],
    ['a root that forgets', { forgets: node => node === 'root' }, /root listed 2 times/],
    [
      'readers that return without a limit',
      { budgets: { watchesPerSecond: 1e9, watchBurst: 1e9 } },
      /opened \d+ watches within 1 s/,
    ],
    [
      'a change of RBAC that no leaf notices',
      { ignoresRbac: true },
      /(is open \d+ ms after it had to end|received events without access)/,
    ],
    [
      'queues without a limit',
      { budgets: { watchBytes: 1e9, allWatchBytes: 1e9 } },
      /kept \d+ bytes for one reader/,
    ],
  ]
  test.each(cases)('%s', { timeout: TIMEOUT_MS }, async (_name, faulty, expected) => {
    const { steps, ...rest } = treePlan(1, TINY)
    const plan = { ...rest, steps: steps.map(withManySlow), watchesRbac: true, startsTogether: true }
    expect((await runTree(plan, { faulty })).failure).toMatch(expected)
  })
})

/** One in three readers stops reading. */
const withManySlow = (step: TreePlan['steps'][number]): TreePlan['steps'][number] =>
  step.action.type === 'stall' ? { ...step, action: { ...step.action, oneIn: 3 } } : step

/** Loses the first event of the nth chunk. */
function losingOne(nth: number): (chunk: Uint8Array) => Uint8Array {
  let chunks = 0
  return chunk => (++chunks === nth ? chunk.slice(chunk.indexOf('\n'.charCodeAt(0)) + 1) : chunk)
}
