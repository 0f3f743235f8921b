import { expect, test } from 'vitest'
import { addBudgets, overruns, secondsByFolder } from './budget.ts'

const budget = { total: 100, retried: 2, folders: { 'packages/core': 10, e2e: 5, 'e2e/hosts': 20 } }
const durations = [
  { file: 'packages/core/src/a.test.ts', title: 'a', seconds: 4 },
  { file: 'packages/core/src/b.test.ts', title: 'b', seconds: 7 },
  { file: 'e2e/hosts/c.spec.ts', title: 'c', seconds: 15 },
  { file: 'e2e/journeys/d.spec.ts', title: 'd', seconds: 5 },
]

test('a test counts for the innermost folder with a budget', () => {
  expect([...secondsByFolder(durations, budget)]).toEqual([
    ['packages/core', 11],
    ['e2e/hosts', 15],
    ['e2e', 5],
  ])
})

test('a folder and the whole command exceed their budgets', () => {
  expect(overruns(durations, 100, budget)).toEqual([{ folder: 'packages/core', seconds: 11, budget: 10 }])
  expect(overruns([], 101, budget)).toEqual([{ folder: 'total', seconds: 101, budget: 100 }])
})

test('a test in a folder without a budget exceeds it', () => {
  const unknown = [{ file: 'new/a.test.ts', title: 'a', seconds: 0.1 }]
  expect(overruns(unknown, 0, budget)).toEqual([{ folder: 'new/a.test.ts', seconds: 0.1, budget: 0 }])
})

test('the budgets of two commands add up', () => {
  expect(addBudgets(budget, { total: 1, retried: 3, folders: { e2e: 1, conformance: 2 } })).toEqual({
    total: 101,
    retried: 5,
    folders: { 'packages/core': 10, e2e: 6, 'e2e/hosts': 20, conformance: 2 },
  })
})
