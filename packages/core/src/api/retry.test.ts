import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { StatusError } from './errors.ts'
import { DEFAULT_BACKOFF, DEFAULT_RETRY, onError, type RetryBackoff, retryOnConflict } from './retry.ts'

const conflict = () => new StatusError({ code: 409, reason: 'Conflict' })

/** Runs with the outcomes in order, repeating the last one; `random` defaults to 0. */
async function attempt(outcomes: readonly unknown[], backoff?: RetryBackoff, random = 0) {
  const clock = new FakeClock()
  const calls: number[] = []
  const start = clock.now()
  const settled = retryOnConflict(
    () => {
      calls.push(clock.now() - start)
      const outcome = outcomes[Math.min(calls.length, outcomes.length) - 1]
      if (outcome instanceof Error) throw outcome
      return outcome
    },
    { clock, random: () => random, backoff },
  ).then(
    value => ({ value }),
    (error: unknown) => ({ error }),
  )
  await clock.advance(60_000)
  return { ...(await settled), calls, timers: clock.pendingTimers }
}

describe('retryOnConflict', () => {
  test('T-RET-1: permanent conflicts end with the conflict after `steps` calls', async () => {
    const error = conflict()
    const result = await attempt([error], { steps: 3, durationMs: 10 })
    expect(result).toEqual({ error, calls: [0, 10, 20], timers: 0 })
  })

  test('T-RET-2: immediate success takes one call', async () => {
    expect(await attempt(['ok'])).toEqual({ value: 'ok', calls: [0], timers: 0 })
  })

  test('T-RET-3: another error is thrown at once, unchanged', async () => {
    const error = new Error('no conflict')
    expect(await attempt([error])).toEqual({ error, calls: [0], timers: 0 })
  })

  test('T-RET-4: succeeds after two conflicts', async () => {
    expect(await attempt([conflict(), conflict(), 'ok'])).toMatchObject({ value: 'ok', calls: [0, 10, 20] })
  })

  test.each([
    ['DEFAULT_RETRY', DEFAULT_RETRY, [0, 10, 20, 30, 40], 1.1],
    ['DEFAULT_BACKOFF', DEFAULT_BACKOFF, [0, 10, 60, 310], 1.1],
  ])("%s has upstream's numbers", async (_, backoff, calls, stretched) => {
    expect((await attempt([conflict()], backoff)).calls).toEqual(calls)
    const latest = (await attempt([conflict()], backoff, 1)).calls
    expect(latest.at(-1)).toBeCloseTo((calls.at(-1) ?? 0) * stretched)
  })
})

test('onError stops waiting when the signal aborts, without another call', async () => {
  const clock = new FakeClock()
  const controller = new AbortController()
  let calls = 0
  const settled = onError(
    { steps: 5, durationMs: 1_000 },
    () => true,
    () => {
      calls++
      throw new Error('again')
    },
    { clock, signal: controller.signal },
  ).catch((error: unknown) => error)
  await clock.advance(1_500)
  controller.abort()
  expect(await settled).toMatchObject({ name: 'AbortError' })
  expect([calls, clock.pendingTimers]).toEqual([2, 0])
})
