import { StatusError } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { QuietCheck } from './quiet-check.ts'

const expired = new StatusError({ code: 410, reason: 'Expired' })

function start(verify: (signal: AbortSignal) => Promise<void>) {
  const clock = new FakeClock()
  let asked = 0
  const restored: unknown[] = []
  const check = new QuietCheck({
    clock,
    quietMs: 30_000,
    verify: signal => {
      asked++
      return verify(signal)
    },
    onRestored: error => restored.push(error),
  })
  return { clock, check, restored, asked: () => asked }
}

test('asks after each quiet time, and not while data arrives', async () => {
  const { clock, check, asked } = start(async () => {})
  for (let i = 0; i < 6; i++) {
    await clock.advance(20_000)
    check.refresh()
  }
  expect(asked()).toBe(0)
  await clock.advance(29_999)
  expect(asked()).toBe(0)
  await clock.advance(1)
  expect(asked()).toBe(1)
  await clock.advance(60_000)
  expect(asked()).toBe(3)
  check.stop()
  expect(clock.pendingTimers).toBe(0)
})

test('a server that does not have the resourceVersion is reported once', async () => {
  const { clock, restored, asked } = start(async () => {
    throw expired
  })
  await clock.advance(200_000)
  expect(restored).toEqual([expired])
  expect(asked()).toBe(1)
  expect(clock.pendingTimers).toBe(0)
})

test('a server that does not answer is asked again', async () => {
  const { clock, restored, asked } = start(async () => {
    throw new StatusError({ code: 503 })
  })
  await clock.advance(90_000)
  expect([asked(), restored]).toEqual([3, []])
})

test('a stop ends the request, and its answer counts no more', async () => {
  const { clock, check, restored } = start(
    signal => new Promise((_, reject) => signal.addEventListener('abort', () => reject(expired))),
  )
  await clock.advance(30_000)
  check.stop()
  await clock.settle()
  expect(restored).toEqual([])
  expect(clock.pendingTimers).toBe(0)
})
