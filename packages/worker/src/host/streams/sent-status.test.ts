import type { InformerStatus } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { SentStatus } from './sent-status.ts'
import { StalenessGuard } from './staleness-guard.ts'
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

describe('rows that a page shows', () => {
  const held = (coveredResourceVersion: string, data: InformerStatus['data'] = 'complete') => ({
    ...{ status: { ...NOTHING_YET, data }, coveredResourceVersion },
  })
  function guard(shownResourceVersion?: string) {
    const clock = new FakeClock()
    const onOver = vi.fn()
    return { clock, onOver, guard: new StalenessGuard({ shownResourceVersion, clock, onOver }) }
  }

  test('hold back older ones until others are as new', () => {
    const { guard: one, clock } = guard('5')
    expect([one.isHolding, one.isStale(held('4', 'cached')), clock.pendingTimers]).toEqual([true, true, 0])
    expect([one.isStale(held('4')), one.isStale(held('4')), clock.pendingTimers]).toEqual([true, true, 1])
    expect([one.isStale(held('5')), one.isHolding, clock.pendingTimers]).toEqual([false, false, 0])
    expect(one.isStale(held('4'))).toBe(false)
  })

  test('hold back nothing if there are none', () => {
    const { guard: one } = guard()
    expect([one.isHolding, one.isStale(held('1'))]).toEqual([false, false])
    one.hold('5')
    expect([one.isHolding, one.isStale(held('4')), one.isStale(held('6'))]).toEqual([true, true, false])
  })

  test('hold back older ones for 200 s at most', async () => {
    const { guard: one, clock, onOver } = guard('5')
    one.isStale(held('4'))
    await clock.advance(199_999)
    expect([one.isHolding, onOver.mock.calls.length]).toEqual([true, 0])
    await clock.advance(1)
    expect([one.isHolding, onOver.mock.calls.length]).toEqual([false, 1])
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
