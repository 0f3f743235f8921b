import { FakeClock } from '@kube-informer/testing'
import { expect, test, vi } from 'vitest'
import { throwLater } from './throw-later.ts'
import { Timer } from './timer.ts'

test('a timer calls back once, and can be started again from its callback', async () => {
  const clock = new FakeClock()
  const timer = new Timer(clock)
  const seen: boolean[] = []
  timer.start(10, () => {
    seen.push(timer.isPending)
    timer.start(5, () => seen.push(true))
  })
  await clock.advance(10)
  expect(seen).toEqual([false])
  expect(timer.isPending).toBe(true)
  await clock.advance(5)
  expect(seen).toEqual([false, true])
  expect(timer.isPending).toBe(false)
})

test('a second start replaces the pending timeout; startUnlessPending leaves it', async () => {
  const clock = new FakeClock()
  const timer = new Timer(clock)
  const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()]
  timer.start(1, first)
  timer.start(10, second)
  timer.startUnlessPending(1, third)
  await clock.advance(20)
  expect([first, second, third].map(callback => callback.mock.calls.length)).toEqual([0, 1, 0])
  timer.startUnlessPending(1, third)
  await clock.advance(1)
  expect(third).toHaveBeenCalledOnce()
})

test('stop cancels the timeout', async () => {
  const clock = new FakeClock()
  const timer = new Timer(clock)
  const callback = vi.fn()
  timer.start(1, callback)
  timer.stop()
  timer.stop()
  await clock.advance(10)
  expect(callback).not.toHaveBeenCalled()
})

test('throwLater throws from a timer', () => {
  const callbacks: (() => void)[] = []
  throwLater({ setTimeout: callback => callbacks.push(callback) }, new Error('uncaught'))
  expect(callbacks[0]).toThrow('uncaught')
})
