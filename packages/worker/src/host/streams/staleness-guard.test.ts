import { type InformerStatus, StatusError } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { StalenessGuard, type StalenessGuardOptions } from './staleness-guard.ts'
import { NOTHING_YET } from './status-change.ts'

const held = (coveredResourceVersion: string, data: InformerStatus['data'] = 'complete') => ({
  status: { ...NOTHING_YET, data },
  coveredResourceVersion,
})

function guard(options: Partial<StalenessGuardOptions> = {}) {
  const clock = new FakeClock()
  const onOver = vi.fn()
  return { clock, onOver, guard: new StalenessGuard({ clock, onOver, ...options }) }
}

describe('rows that a page shows', () => {
  test('hold back older ones until others are as new', () => {
    const { guard: one, clock } = guard({ shownResourceVersion: '5' })
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
    const { guard: one, clock, onOver } = guard({ shownResourceVersion: '5' })
    one.isStale(held('4'))
    await clock.advance(199_999)
    expect([one.isHolding, onOver.mock.calls.length]).toEqual([true, 0])
    await clock.advance(1)
    expect([one.isHolding, onOver.mock.calls.length]).toEqual([false, 1])
  })
})

describe('rows of several namespaces that a page shows', () => {
  const part = (coveredResourceVersion: string, status: Partial<InformerStatus> = {}) => ({
    status: { ...NOTHING_YET, data: 'complete' as const, ...status },
    coveredResourceVersion,
    newestResourceVersion: coveredResourceVersion,
  })
  const forbidden = new StatusError({ code: 403, reason: 'Forbidden', message: 'no' })
  const denied = part('', { data: 'none', error: forbidden })
  const union = (
    parts: Readonly<Record<string, ReturnType<typeof part>>>,
    status: Partial<InformerStatus> = {},
  ) => ({ ...part('1', status), parts: new Map(Object.entries(parts)) })
  const isStale = (
    parts: Parameters<typeof union>[0],
    shownVersions: Readonly<Record<string, string>> | undefined = { blue: '9', green: '7' },
  ) => guard({ shownResourceVersion: '9', shownVersions }).guard.isStale(union(parts))

  test('are compared by namespace, with the version of all where its own is not known', () => {
    expect(isStale({ blue: part('9'), green: part('7') })).toBe(false)
    expect(isStale({ blue: part('8'), green: part('7') })).toBe(true)
    expect(isStale({ blue: part('9'), green: part('6') })).toBe(true)
    expect(isStale({ blue: part('9'), green: part('8') }, { blue: '9', green: '' })).toBe(true)
  })

  test('wait for a namespace that has not answered or has failed', () => {
    expect(isStale({ blue: part('', { data: 'none' }), green: part('7') })).toBe(true)
    expect(isStale({ blue: part('', { data: 'none', error: new Error('busy') }), green: part('7') })).toBe(
      true,
    )
  })

  test('leave at once where one of their namespaces is denied or gone, whatever else lags', () => {
    expect(isStale({ blue: denied, green: part('6') })).toBe(false)
    expect(isStale({ green: part('6') })).toBe(false)
  })

  test('wait for a namespace that is not known, while more may follow', () => {
    const options = { shownResourceVersion: '9', shownVersions: { blue: '9', green: '7' } }
    const part7 = { green: part('7') }
    expect(guard(options).guard.isStale(union(part7, { data: 'cached' }))).toBe(true)
    expect(guard(options).guard.isStale(union(part7, { error: new Error('a review failed') }))).toBe(true)
    expect(guard(options).guard.isStale(union({ ...part7, blue: denied }, { data: 'cached' }))).toBe(false)
  })

  test('are held back although a namespace is denied of which the page shows no rows', () => {
    expect(isStale({ blue: part('8'), green: part('7'), red: denied })).toBe(true)
  })

  test('may be of any namespace where one informer served them', () => {
    expect(
      guard({ shownResourceVersion: '9' }).guard.isStale(union({ blue: denied, green: part('6') })),
    ).toBe(false)
    expect(guard({ shownResourceVersion: '1' }).guard.isStale(union({ green: part('6') }))).toBe(false)
    expect(guard({ shownResourceVersion: '9' }).guard.isStale(union({ green: part('6') }))).toBe(true)
  })
})
