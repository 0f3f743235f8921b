import { FakeClock } from '@kube-informer/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sleep, systemClock } from './clock.ts'

describe('sleeping', () => {
  test('ends after the delay', async () => {
    const clock = new FakeClock()
    const end = vi.fn<() => void>()
    void sleep(clock, 10, new AbortController().signal).then(end)
    await clock.advance(9)
    expect(end).not.toHaveBeenCalled()
    await clock.advance(1)
    expect(end).toHaveBeenCalledTimes(1)
  })

  test('ends at an abort, without its timer', async () => {
    const clock = new FakeClock()
    const stop = new AbortController()
    const sleeping = sleep(clock, 10, stop.signal)
    expect(clock.pendingTimers).toBe(1)
    stop.abort()
    await sleeping
    expect(clock.pendingTimers).toBe(0)
  })

  test('does not begin after an abort', async () => {
    const clock = new FakeClock()
    await sleep(clock, 10, AbortSignal.abort())
    expect(clock.pendingTimers).toBe(0)
  })
})

describe('yielding to the host', () => {
  const stub = (globals: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    onTestFinished(() => void vi.unstubAllGlobals())
  }

  test('uses its scheduler', async () => {
    const yielded = vi.fn<() => Promise<void>>(async () => {})
    stub({ scheduler: { yield: yielded } })
    await systemClock.yieldToHost()
    expect(yielded).toHaveBeenCalledTimes(1)
  })

  test.each([[undefined], [{}]])('uses setImmediate with the scheduler %j', async scheduler => {
    const immediate = vi.fn<(callback: () => void) => void>(callback => callback())
    stub({ scheduler, setImmediate: immediate })
    await systemClock.yieldToHost()
    expect(immediate).toHaveBeenCalledTimes(1)
  })

  test('otherwise posts a message, over ports that it closes', async () => {
    const close = vi.fn<() => void>()
    class FakeChannel {
      readonly port1: { onmessage?: () => void; close(): void } = { close }
      readonly port2 = { close, postMessage: () => this.port1.onmessage?.() }
    }
    stub({ scheduler: undefined, setImmediate: undefined, MessageChannel: FakeChannel })
    await systemClock.yieldToHost()
    expect(close).toHaveBeenCalledTimes(2)
  })
})

test('the clock of the host has its time and timers', () => {
  vi.useFakeTimers({ now: 7_000 })
  onTestFinished(() => void vi.useRealTimers())
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
  systemClock.setTimeout(first, 10)
  systemClock.clearTimeout(systemClock.setTimeout(second, 10))
  expect(systemClock.now()).toBe(7_000)
  vi.advanceTimersByTime(9)
  expect(first).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect([first, second].map(each => each.mock.calls.length)).toEqual([1, 0])
})
