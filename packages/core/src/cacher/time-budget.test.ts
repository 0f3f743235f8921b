import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { TimeBudget } from './time-budget.ts'

test('C20: nothing at first, 50 ms for each second, 100 ms at most, all of it at once', async () => {
  const clock = new FakeClock()
  const budget = new TimeBudget(clock)
  expect(budget.takeAvailable()).toBe(0)
  await clock.advance(999)
  expect(budget.takeAvailable()).toBe(0)
  await clock.advance(1)
  expect(budget.takeAvailable()).toBe(50)
  expect(budget.takeAvailable()).toBe(0)
  await clock.advance(2000)
  expect(budget.takeAvailable()).toBe(100)
  await clock.advance(60_000)
  expect(budget.takeAvailable()).toBe(100)
})

test('C20: what was not used is given back, and no more than the most is kept', async () => {
  const clock = new FakeClock()
  const budget = new TimeBudget(clock)
  await clock.advance(2000)
  expect(budget.takeAvailable()).toBe(100)
  budget.giveBack(30)
  expect(budget.takeAvailable()).toBe(30)
  budget.giveBack(-5)
  expect(budget.takeAvailable()).toBe(0)
  budget.giveBack(90)
  await clock.advance(1000)
  expect(budget.takeAvailable()).toBe(100)
})
