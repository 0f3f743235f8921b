import type { InformerStatus } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { SentStatus } from './sent-status.ts'
import { NOTHING_YET, toWireStatus, unanswerable } from './status-change.ts'

const withEvents = (events: number, more: Partial<InformerStatus> = {}): InformerStatus => ({
  ...NOTHING_YET,
  ...more,
  counters: { ...NOTHING_YET.counters, events },
})

async function start(hasCounters: boolean) {
  const clock = new FakeClock()
  await clock.advance(10_000)
  const onDue = vi.fn()
  return { clock, onDue, sent: new SentStatus({ clock, hasCounters, onDue }) }
}

describe('the status that a page has', () => {
  test('is sent again only if it differs visibly', async () => {
    const { sent, onDue, clock } = await start(false)
    expect([sent.take(NOTHING_YET), sent.take(withEvents(1))]).toEqual([false, false])
    const live = withEvents(1, { link: 'live' })
    expect([
      sent.take(live),
      sent.take(live),
      sent.take({ ...live }),
      sent.take(withEvents(2, { link: 'live' })),
    ]).toEqual([...[true, false, false, false]])
    expect(sent.take({ ...live, link: 'retrying' })).toBe(true)
    await clock.advance(1000)
    expect([onDue.mock.calls.length, clock.pendingTimers]).toEqual([0, 0])
  })

  test('has counters at most every 250 ms', async () => {
    const { sent, onDue, clock } = await start(true)
    expect(sent.take(withEvents(1))).toBe(true)
    await clock.advance(100)
    expect([sent.take(withEvents(2)), sent.take(withEvents(3)), clock.pendingTimers]).toEqual([
      false,
      false,
      1,
    ])
    await clock.advance(149)
    expect(onDue).not.toHaveBeenCalled()
    await clock.advance(1)
    expect([onDue.mock.calls.length, clock.pendingTimers]).toEqual([1, 0])
    expect(sent.take(withEvents(4))).toBe(true)
    await clock.advance(10)
    expect(sent.take(withEvents(5))).toBe(false)
    // A visible difference is sent at once, with the counters.
    expect([sent.take(withEvents(5, { link: 'live' })), clock.pendingTimers]).toEqual([true, 0])
    await clock.advance(1000)
    expect(onDue).toHaveBeenCalledTimes(1)
  })

  test('needs no timer after its end', async () => {
    const { sent, onDue, clock } = await start(true)
    sent.take(withEvents(1))
    sent.take(withEvents(2))
    sent.close()
    await clock.advance(1000)
    expect([onDue.mock.calls.length, clock.pendingTimers]).toEqual([0, 0])
  })
})

test('the status of a slice that cannot be evaluated has its error, also as plain data', () => {
  const status = unanswerable('text', withEvents(3, { link: 'live', data: 'complete' }))
  expect(status).toEqual({ ...withEvents(3), data: 'complete', link: 'stopped', error: new Error('text') })
  expect(toWireStatus(status)).toEqual({ ...status, error: { message: 'text' } })
  expect(toWireStatus(NOTHING_YET)).toEqual(NOTHING_YET)
  const error = new TypeError('a')
  expect(unanswerable(error)).toEqual({ ...NOTHING_YET, link: 'stopped', error })
})
