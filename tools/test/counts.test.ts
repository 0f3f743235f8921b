import { expect, test } from 'vitest'
import { atLeastOneFailure, countPlaywright, countVitest, sum } from './counts.ts'

const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }

test('skipped tests are counted, and a file that fails without a failing test is a failure', () => {
  const testResults = [
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'skipped' }] },
  ]
  expect(countVitest({ ...vitest, testResults })).toEqual({ passed: 5, failed: 3, skipped: 3 })
})

test('a journey that passes on its second attempt has passed; one that never started has failed', () => {
  const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 2 }
  expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 8, failed: 2, skipped: 2 })
})

test('a failed command is a failure even if all its tests passed or it wrote no report', () => {
  const green = { passed: 3, failed: 0, skipped: 0 }
  expect(atLeastOneFailure(green, 0)).toEqual(green)
  expect(atLeastOneFailure(green, 1).failed).toBe(1)
  expect(atLeastOneFailure(undefined, 0).failed).toBe(1)
  expect(atLeastOneFailure({ ...green, failed: 4 }, null).failed).toBe(4)
})

test('counts add up', () => {
  const all = [
    { passed: 1, failed: 2, skipped: 3 },
    { passed: 10, failed: 20, skipped: 30 },
  ]
  expect(sum(all)).toEqual({ passed: 11, failed: 22, skipped: 33 })
})
