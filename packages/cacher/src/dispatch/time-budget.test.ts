import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { TimeBudget } from './time-budget.ts'

test('C20: starts empty, gains 50 ms per second up to 100 ms, and is taken as a whole', async () => {
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

test('C20: unused time is returned, up to the maximum', async () => {
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
