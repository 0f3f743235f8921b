import { describe, expect, test } from 'vitest'
import { CachedObject } from '../items/cached-object.ts'
import { Selection } from '../requests/selection.ts'
import { podAt } from '../test/cacher-rig.ts'
import { InitialHistory } from '../watch/initial-events.ts'
import { CacheEvent } from './cache-event.ts'
import { History, upperBoundOf } from './history.ts'

const eventAt = (revision: number, time = 0): CacheEvent =>
  new CacheEvent({
    revision: String(revision),
    time,
    previous: undefined,
    current: new CachedObject(podAt(`ns/pod-${revision}`, revision)),
  })

/** A history with a fixed capacity. */
const fixed = (capacity: number) => new History({ capacity, lowerBound: capacity, upperBound: capacity })

const revisionsSince = (history: History, revision: number): string[] => {
  const revisions: string[] = []
  for (let index = history.since(String(revision)); index < history.end; index++)
    revisions.push(history.at(index)?.revision ?? '')
  return revisions
}

const range = (first: number, last: number): string[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => String(first + index))

describe('the events of a history', () => {
  test.each([4, 5, 6, 10, 23])('C01: a ring buffer of five, after %i events', count => {
    const history = fixed(5)
    history.reset('100')
    for (let each = 1; each <= count; each++) history.push(eventAt(100 + each))
    const oldest = Math.max(101, 100 + count - 4)
    for (let since = oldest - 1; since <= 100 + count + 1; since++)
      expect(revisionsSince(history, since)).toEqual(range(since + 1, 100 + count))
    expect(() => history.since(String(oldest - 2))).toThrow(
      `too old resource version: ${oldest - 2} (${oldest - 1})`,
    )
  })

  test('C01: a revision that is too old is Expired', () => {
    const history = fixed(5)
    history.reset('100')
    expect(() => history.since('99')).toThrow(
      expect.objectContaining({
        code: 410,
        reason: 'Expired',
        message: 'too old resource version: 99 (100)',
      }),
    )
  })

  test('C10: directly after a list, watches can start from its resourceVersion and later ones only', () => {
    const history = fixed(5)
    history.reset('100')
    expect(history.since('100')).toBe(history.end)
    expect(history.since('101')).toBe(history.end)
    history.push(eventAt(105))
    history.push(eventAt(110))
    expect(revisionsSince(history, 100)).toEqual(['105', '110'])
    expect(revisionsSince(history, 104)).toEqual(['105', '110'])
    expect(revisionsSince(history, 105)).toEqual(['110'])
    expect(revisionsSince(history, 110)).toEqual([])
    history.reset('110')
    expect(() => history.since('109')).toThrow('too old resource version: 109 (110)')
  })

  test('discarded events are not counted, and a reader detects them', () => {
    const history = fixed(5)
    history.reset('100')
    for (const revision of [101, 102, 103]) history.push(eventAt(revision))
    history.forget('102')
    expect(history.floor).toBe('102')
    expect(revisionsSince(history, 102)).toEqual(['103'])
    expect(() => history.since('101')).toThrow('too old resource version: 101 (102)')
    history.forget('200')
    expect(() => history.since('199')).toThrow('too old resource version: 199 (200)')
    history.forget('150')
    expect(history.floor).toBe('200')
  })
})

describe('the capacity of a history', () => {
  /** Fills a history with events at these times. */
  const filled = (times: readonly number[], options: ConstructorParameters<typeof History>[0]) => {
    const history = new History(options)
    history.reset('1')
    for (const [index, time] of times.entries()) history.push(eventAt(index + 2, time))
    return history
  }
  const times = (count: number, everyMs: number) => Array.from({ length: count }, (_, i) => i * everyMs)

  test('C02: doubles if the oldest event is newer than the window', () => {
    expect(filled(times(100, 1), {}).capacity).toBe(100)
    expect(filled(times(101, 1), {}).capacity).toBe(200)
    expect(filled(times(201, 1), {}).capacity).toBe(400)
    expect(filled(times(100, 750), {}).capacity).toBe(100)
    expect(revisionsSince(filled(times(101, 1), {}), 1)).toHaveLength(101)
  })

  test('C02: does not grow beyond its maximum', () => {
    const history = filled(times(1000, 1), { upperBound: 250 })
    expect(history.capacity).toBe(250)
    expect(revisionsSince(history, 751)).toEqual(range(752, 1001))
  })

  test('C03: halves if even the newest quarter is older than the window, and keeps the newest events', () => {
    const history = filled(times(400, 1), {})
    expect(history.capacity).toBe(400)
    history.push(eventAt(402, 400 + 76_000))
    expect(history.capacity).toBe(200)
    expect(revisionsSince(history, 202)).toEqual(range(203, 402))
    expect(() => history.since('201')).toThrow('too old resource version: 201 (202)')
  })

  test('C03: does not shrink below its minimum', () => {
    const history = filled(times(100, 1), {})
    for (let each = 0; each < 20; each++) history.push(eventAt(200 + each, 1e9 + each * 1e6))
    expect(history.capacity).toBe(100)
  })

  test('C04: otherwise keeps its capacity and drops the oldest event', () => {
    const history = filled(times(100, 1000), {})
    history.push(eventAt(102, 100_000))
    expect(history.capacity).toBe(100)
    expect(history.floor).toBe('2')
    expect(revisionsSince(history, 2)).toEqual(range(3, 102))
  })

  test('C05: growing loses no event for readers', () => {
    const history = filled(times(100, 1), {})
    const initial = new InitialHistory(history, new Selection({}), history.since('1'))
    const read: string[] = []
    for (let chunk = initial.next(30), pushed = 0; chunk; chunk = initial.next(30), pushed++) {
      for (const delivery of chunk) if (delivery.type === 'ADDED') read.push(delivery.resourceVersion)
      for (let each = 0; each < 60; each++) history.push(eventAt(102 + pushed * 60 + each, 200))
      expect(initial.isBroken).toBe(false)
    }
    expect(history.capacity).toBe(400)
    expect(read).toEqual(range(2, 101))
  })

  test.each([
    [75_000, 102_400],
    [75_001, 204_800],
    [150_000, 204_800],
    [150_001, 409_600],
    [3_600_000, 102_400 * 64],
    [1e15, 102_400 * 2 ** 14],
  ])('C06: a window of %i ms grows to %i events', (windowMs, bound) => {
    expect(upperBoundOf(windowMs)).toBe(bound)
  })
})
