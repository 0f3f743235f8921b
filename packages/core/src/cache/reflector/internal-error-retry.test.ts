import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { StatusError } from '../../api/errors.ts'
import { InternalErrorRetry } from './internal-error-retry.ts'

const internal = new StatusError({ code: 500, reason: 'InternalError' })

test.each([
  [internal, true],
  [new StatusError({ code: 500 }), true],
  [new StatusError({ code: 501, reason: 'InternalError' }), true],
  [new StatusError({ code: 500, reason: 'Odd' }), false],
  [new StatusError({ code: 501 }), false],
  [new StatusError({ code: 503 }), false],
  [new Error('InternalError'), false],
])('%o is retried at once: %s', (error, isRetried) => {
  expect(new InternalErrorRetry(new FakeClock(), 10).shouldRetryAfter(error)).toBe(isRetried)
})

test.each([0, -1])('a window of %d ms retries nothing', windowMs => {
  expect(new InternalErrorRetry(new FakeClock(), windowMs).shouldRetryAfter(internal)).toBe(false)
})

test('errors are retried for the window after the first one, and then a window starts again', async () => {
  const clock = new FakeClock()
  const retry = new InternalErrorRetry(clock, 100)
  const outcomes: boolean[] = []
  for (const delayMs of [0, 99, 1, 1, 0, 100, 1]) {
    await clock.advance(delayMs)
    outcomes.push(retry.shouldRetryAfter(internal))
  }
  expect(outcomes).toEqual([true, true, true, false, true, true, false])
})

test.each([
  [59_999, false],
  [60_000, true],
])('an error %d ms after the last one starts a window: %s', async (delayMs, isRetried) => {
  const clock = new FakeClock()
  const retry = new InternalErrorRetry(clock, 100)
  retry.shouldRetryAfter(internal)
  await clock.advance(delayMs)
  expect(retry.shouldRetryAfter(internal)).toBe(isRetried)
})
