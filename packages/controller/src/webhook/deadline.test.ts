import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { startDeadline } from './deadline.ts'

const never = new AbortController().signal

test.each([
  [null, 9500],
  ['10s', 9500],
  ['30s', 29_500],
  ['2s', 1800],
  ['1s', 900],
  ['5ms', 5],
  ['nonsense', 9500],
  ['-1s', 9500],
  ['0s', 9500],
  ['1000h', 29_500],
])('?timeout=%s leaves a handler %d ms', async (timeout, limitMs) => {
  const clock = new FakeClock()
  const { signal } = startDeadline(never, timeout, clock)
  await clock.advance(limitMs - 1)
  expect(signal.aborted).toBe(false)
  await clock.advance(1)
  expect(signal.reason).toMatchObject({ name: 'TimeoutError', message: `no answer within ${limitMs} ms` })
})

test('aborts with the caller, whose reason it has', () => {
  const caller = new AbortController()
  const { signal } = startDeadline(caller.signal, null, new FakeClock())
  const reason = new Error('gone')
  caller.abort(reason)
  expect(signal.reason).toBe(reason)
})

test('stop removes the timer and the listener', async () => {
  const clock = new FakeClock()
  const caller = new AbortController()
  const { signal, stop } = startDeadline(caller.signal, null, clock)
  stop()
  expect(clock.pendingTimers).toBe(0)
  caller.abort()
  expect(signal.aborted).toBe(false)
})
