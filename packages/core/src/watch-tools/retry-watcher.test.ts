import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { ConnectionError, StatusError, UsageError } from '../api/errors.ts'
import type { KubernetesObject, Status, WatchEvent } from '../api/object.ts'
import { PlayedWatch, type PlayedWatchOptions } from '../test/played-watch.ts'
import { added, bookmark, errorEvent, pod } from '../test/scripted-lister-watcher.ts'
import { RetryWatcher } from './retry-watcher.ts'

const item = (version: number) => added(pod('a', version))
const items = (...versions: readonly number[]) => versions.map(item)
const rejection = (code: number, reason: string) =>
  new StatusError({ kind: 'Status', code, reason, message: 'no' })

/** The version of each event, or the reason of an ERROR. */
const labelOf = ({ type, object }: WatchEvent<KubernetesObject>): string =>
  type === 'ERROR' ? ((object as Status).reason ?? 'ERROR') : (object.metadata?.resourceVersion ?? '')

/** Reads for a minute. */
async function watched(resourceVersion: string, options: PlayedWatchOptions, minutes = 1) {
  const clock = new FakeClock()
  const controller = new AbortController()
  const listerWatcher = new PlayedWatch(options)
  const watcher = new RetryWatcher({ listerWatcher, resourceVersion, clock, signal: controller.signal })
  const seen: string[] = []
  let hasEnded = false
  const reading = (async () => {
    for await (const event of watcher) seen.push(labelOf(event))
    hasEnded = true
  })()
  await clock.advance(minutes * 60_000)
  const result = { seen, opens: listerWatcher.queries.length, hasEnded }
  controller.abort()
  await reading
  expect({ open: listerWatcher.open, timers: clock.pendingTimers }).toEqual({ open: 0, timers: 0 })
  return { ...result, queries: listerWatcher.queries, watcher }
}

describe('RetryWatcher', () => {
  test.each(['', '0'])('T-RTW-1: the initial resourceVersion %j is refused', resourceVersion => {
    const create = () => new RetryWatcher({ listerWatcher: new PlayedWatch({ events: [] }), resourceVersion })
    expect(create).toThrow(UsageError)
    expect(create).toThrow(JSON.stringify(resourceVersion))
  })

  test.each([
    ['a connection error', new ConnectionError('reset')],
    ['any error', new Error('what?')],
    ['a 410', rejection(410, 'Expired')],
    ['no watch at all', undefined],
  ])('T-RTW-2: after %s the second request delivers', async (_, failure) => {
    const result = await watched('1', { events: items(2), failures: [failure] })
    expect(result).toMatchObject({ seen: ['2'], opens: 2, hasEnded: false })
    expect(result.queries.map(query => query.resourceVersion)).toEqual(['1', '1'])
  })

  test.each([
    ['T-RTW-3: the next event arrives', '1', items(2), ['2']],
    ['T-RTW-4: the initial event does not', '1', items(1, 2), ['2']],
    ['T-RTW-5: older events do not', '3', items(2), []],
  ])('%s', async (_, from, events, seen) => {
    expect(await watched(from, { events })).toMatchObject({ seen, opens: 1, hasEnded: false })
  })

  test('T-RTW-6: a 410 within the stream is delivered and ends it', async () => {
    const events = [...items(5, 6), errorEvent(410, 'Gone'), ...items(7, 8)]
    expect(await watched('5', { events })).toMatchObject({ seen: ['6', 'Gone'], opens: 1, hasEnded: true })
  })

  test.each([
    [403, 'Forbidden'],
    [401, 'Unauthorized'],
  ])('T-RTW-7: a %i for the request is delivered as an ERROR and ends it', async (code, reason) => {
    const result = await watched('5', { events: items(6), failures: [rejection(code, reason)] })
    expect(result).toMatchObject({ seen: [reason], opens: 1, hasEnded: true })
  })

  test.each([
    ['a timeout', errorEvent(504, 'Timeout')],
    ['an internal error', errorEvent(500, 'InternalError')],
    ['an unknown code', errorEvent(666, 'Evil')],
    ['no Status', { type: 'ERROR', object: pod('a', 9) } as unknown as WatchEvent<KubernetesObject>],
  ])('T-RTW-8: an ERROR with %s within the stream is retried', async (_, error) => {
    const result = await watched('5', { events: [...items(6), error, ...items(7)] })
    expect(result).toMatchObject({ seen: ['6', '7'], opens: 2, hasEnded: false })
  })

  test.each([
    ['T-RTW-9: one event', '5', [6], 1, ['6'], 2],
    ['T-RTW-10: two events', '4', [5, 6], 1, ['5', '6'], 3],
    ['T-RTW-10: two events with a gap', '4', [5, 7], 1, ['5', '7'], 3],
    ['T-RTW-11: several, with older ones', '4', [1, 2, 5, 6, 7, 11], 1, ['5', '6', '7', '11'], 5],
    ['T-RTW-12: two events for each watch', '1', [1, 2, 5, 6, 7, 11], 2, ['2', '5', '6', '7', '11'], 3],
  ])('%s, although the server closes the watch', async (_, from, versions, closeAfter, seen, opens) => {
    const result = await watched(from, { events: items(...versions), closeAfter })
    expect(result).toMatchObject({ seen, opens, hasEnded: false })
  })

  test('T-RTW-13: a stop with unread events ends the iteration, also twice', async () => {
    const controller = new AbortController()
    const listerWatcher = new PlayedWatch({ events: items(2, 3) })
    const watcher = new RetryWatcher({ listerWatcher, resourceVersion: '1', signal: controller.signal })
    const iterator = watcher[Symbol.asyncIterator]()
    await iterator.next()
    controller.abort()
    controller.abort()
    expect(await iterator.next()).toEqual({ done: true, value: undefined })
    await iterator.return()
    expect(listerWatcher.open).toBe(0)
  })

  test('leaving the loop closes the watch; a further loop goes on after the last event', async () => {
    const listerWatcher = new PlayedWatch({ events: items(2, 3, 4) })
    const watcher = new RetryWatcher({ listerWatcher, resourceVersion: '1' })
    for await (const event of watcher) if (labelOf(event) === '2') break
    expect([listerWatcher.open, watcher.resourceVersion]).toEqual([0, '2'])
    for await (const event of watcher) if (labelOf(event) === '3') break
    expect(listerWatcher.queries.map(query => query.resourceVersion)).toEqual(['1', '2'])
  })

  test('bookmarks are requested, used and not delivered', async () => {
    const result = await watched('1', { events: [bookmark(7), ...items(8)], closeAfter: 1 })
    expect(result.seen).toEqual(['8'])
    expect(result.queries[1]).toEqual({ resourceVersion: '7', allowWatchBookmarks: true })
  })

  test.each([
    ['an object without a resourceVersion', { type: 'ADDED', object: { metadata: { name: 'a' } } }],
    ['an event without an object', { type: 'ADDED' }],
    ['an unknown type', { type: 'RENAMED', object: pod('a', 7) }],
  ])('%s is an internal error and ends it', async (_, event) => {
    const events = [...items(6), event as unknown as WatchEvent<KubernetesObject>, ...items(8)]
    expect(await watched('5', { events })).toMatchObject({
      seen: ['6', 'InternalError'],
      opens: 1,
      hasEnded: true,
    })
  })

  describe('the time between two requests', () => {
    /** When each request was sent, in milliseconds from the first. */
    async function times(options: PlayedWatchOptions, durationMs = 5000): Promise<number[]> {
      const clock = new FakeClock({ now: 0 })
      const controller = new AbortController()
      const listerWatcher = new PlayedWatch({ ...options, clock })
      const watcher = new RetryWatcher({
        listerWatcher,
        resourceVersion: '1',
        clock,
        signal: controller.signal,
      })
      const reading = watcher[Symbol.asyncIterator]().next()
      await clock.advance(durationMs)
      controller.abort()
      await reading
      expect(clock.pendingTimers).toBe(0)
      return [...listerWatcher.times]
    }

    test('is at least a second', async () => {
      const failures = Array(3).fill(new Error('refused'))
      expect(await times({ events: [], failures })).toEqual([0, 1000, 2000, 3000])
    })

    test('is counted from the start of a watch: one that lasted is replaced at once', async () => {
      expect(await times({ events: [], closeAfterMs: 1500 })).toEqual([0, 1500, 3000, 4500])
    })

    test('is what the server asks for, within the stream or with the answer', async () => {
      const busy = { code: 429, reason: 'TooManyRequests', details: { retryAfterSeconds: 4 } }
      expect(await times({ events: [], failures: [new StatusError(busy)] })).toEqual([0, 4000])
      const event = { type: 'ERROR' as const, object: { kind: 'Status' as const, ...busy } }
      expect(await times({ events: [event] })).toEqual([0, 4000])
    })
  })
})
