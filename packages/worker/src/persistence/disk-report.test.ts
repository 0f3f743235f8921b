import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { DamagedError, DiskError, describeFailure, errorName } from './disk-error.ts'
import { DiskReport } from './disk-report.ts'
import { SpaceEstimates } from './space-estimates.ts'
import { subtleOf } from './subtle-of.ts'
import { within } from './within.ts'

describe('the report of an owner', () => {
  function start() {
    const onChange = vi.fn()
    const report = new DiskReport(onChange)
    return { report, changes: () => onChange.mock.calls.length }
  }

  test('has the latest failure of a collection, or else the latest note', () => {
    const { report } = start()
    expect(report.of('a')).toEqual({})
    report.noted('a', 'pods', 'first')
    report.noted('a', 'jobs', 'second')
    expect(report.of('a')).toEqual({ note: 'second' })
    report.failed('a', 'pods', 'full')
    report.noted('a', 'nodes', 'third')
    expect(report.of('a')).toEqual({ failure: 'full' })
    report.failed('a', 'jobs', 'broken')
    expect(report.of('a')).toEqual({ failure: 'broken' })
    report.failed('a', 'pods', 'full again')
    expect([report.of('a'), report.of('b')]).toEqual([{ failure: 'full again' }, {}])
  })

  test('is reported once for each change', () => {
    const { report, changes } = start()
    report.failed('a', 'pods', 'full')
    report.failed('a', 'pods', 'full')
    expect(changes()).toBe(1)
    report.noted('a', 'pods', 'full')
    report.noted('a', 'pods', 'full')
    expect([changes(), report.of('a')]).toEqual([2, { note: 'full' }])
  })

  test('has no failure of a collection that was saved since, and keeps its note', () => {
    const { report, changes } = start()
    report.failed('a', 'pods', 'full')
    report.saved('a', 'pods')
    expect([report.of('a'), changes()]).toEqual([{}, 2])
    report.noted('a', 'pods', 'damaged')
    report.saved('a', 'pods')
    report.saved('a', 'jobs')
    report.saved('b', 'pods')
    expect([report.of('a'), changes()]).toEqual([{ note: 'damaged' }, 3])
  })

  test('has nothing of a collection that is not in use', () => {
    const { report, changes } = start()
    report.noted('a', 'pods', 'damaged')
    report.forget('a', 'jobs')
    report.forget('b', 'pods')
    expect(changes()).toBe(1)
    report.forget('a', 'pods')
    expect([report.of('a'), changes()]).toEqual([{}, 2])
  })
})

describe('the estimate of the storage', () => {
  function start(storage: ConstructorParameters<typeof SpaceEstimates>[0]) {
    const clock = new FakeClock({ now: 100_000 })
    const onChange = vi.fn()
    return { clock, onChange, estimates: new SpaceEstimates(storage, clock, onChange) }
  }

  test.each<[string, object, object]>([
    [
      'all members',
      { estimate: async () => ({ usage: 0, quota: 9 }), persisted: async () => false },
      { originUsageBytes: 0, originQuotaBytes: 9, persisted: false },
    ],
    [
      'no persistence',
      { estimate: async () => ({ usage: 1, quota: 2 }) },
      { originUsageBytes: 1, originQuotaBytes: 2 },
    ],
    ['no quota', { estimate: async () => ({ usage: 1 }) }, { originUsageBytes: 1 }],
    ['nothing', {}, {}],
  ])('has what the browser knows: %s', async (_, storage, expected) => {
    const { clock, estimates, onChange } = start(storage)
    expect(estimates.space).toEqual({})
    estimates.refresh()
    await clock.settle()
    expect([estimates.space, onChange.mock.calls.length]).toEqual([expected, 1])
  })

  test('is made at most every 30 s, also if the clock goes back', async () => {
    const estimate = vi.fn(async () => ({}))
    const { clock, estimates } = start({ estimate } as never)
    estimates.refresh()
    await clock.advance(29_999)
    estimates.refresh()
    expect(estimate).toHaveBeenCalledTimes(1)
    await clock.advance(1)
    estimates.refresh()
    expect(estimate).toHaveBeenCalledTimes(2)
  })

  test('is optional', async () => {
    const denied = start({ estimate: () => Promise.reject(new Error('denied')) } as never)
    denied.estimates.refresh()
    await denied.clock.settle()
    expect([denied.estimates.space, denied.onChange.mock.calls.length]).toEqual([{}, 0])
    expect(() => start(undefined).estimates.refresh()).not.toThrow()
  })
})

describe('a failure of the disk', () => {
  test.each<[unknown, string, string]>([
    [new DiskError('it is full'), 'DiskError', 'it is full'],
    [new DamagedError('a record is truncated'), 'DamagedError', 'a record is truncated'],
    [
      new DOMException('x', 'QuotaExceededError'),
      'QuotaExceededError',
      'the storage quota of this origin is exceeded',
    ],
    [new DOMException('x', 'OtherError'), 'OtherError', 'OtherError: x'],
    [new TypeError('x'), 'TypeError', 'TypeError: x'],
    [{ name: 'AbortError' }, 'AbortError', 'the browser aborted a transaction'],
    ['text', '', 'text'],
    [null, '', 'null'],
    [{}, '', '[object Object]'],
  ])('%s is %j, described as %j', (error, name, description) => {
    expect([errorName(error), describeFailure(error)]).toEqual([name, description])
  })

  test('is a scope without WebCrypto', () => {
    expect(subtleOf(crypto)).toBe(crypto.subtle)
    expect(() => subtleOf(undefined)).toThrow(DiskError)
    expect(() => subtleOf({} as Crypto)).toThrow('encryption is not available')
  })
})

test('a promise is waited for until the limit, and leaves no timer', async () => {
  const clock = new FakeClock()
  expect(await within(clock, 100, Promise.resolve(7))).toBe(7)
  await expect(within(clock, 100, Promise.reject(new Error('no')))).rejects.toThrow('no')
  await clock.settle()
  expect(clock.pendingTimers).toBe(0)
  const late = within(clock, 100, new Promise(() => {}))
  const isOver = vi.fn()
  void late.then(isOver)
  await clock.advance(99)
  expect(isOver).not.toHaveBeenCalled()
  await clock.advance(1)
  expect(isOver.mock.calls).toEqual([[undefined]])
})
