import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { ConnectionError, StatusError } from '../../api/errors.ts'
import type { KubernetesObject, WatchEvent } from '../../api/object.ts'
import { reflectorOver } from '../../test/reflector-rig.ts'
import {
  added,
  bookmark,
  deleted,
  errorEvent,
  type ListScript,
  modified,
  pod,
  podList,
  ScriptedListerWatcher,
  type WatchScript,
} from '../../test/scripted-lister-watcher.ts'
import { Indexer } from '../store/indexer.ts'
import { Reflector } from './reflector.ts'
import type { ReflectorOptions } from './reflector-options.ts'

const rejection = (code: number, reason: string, message = reason): StatusError =>
  new StatusError({ code, reason, message })

interface Rig {
  readonly lw: ScriptedListerWatcher
  readonly clock: FakeClock
  readonly store: Indexer<KubernetesObject>
  readonly reflector: Reflector<KubernetesObject>
  readonly errors: unknown[]
  readonly controller: AbortController
  readonly done: Promise<void>
  names(): string[]
}

/** A Reflector over a plain store, started, with no jitter. */
function rig(
  script: { lists: readonly ListScript[]; watches?: readonly WatchScript[] },
  options: Partial<ReflectorOptions<KubernetesObject>> = {},
): Rig {
  const lw = new ScriptedListerWatcher(script)
  const clock = new FakeClock()
  const indexer = new Indexer<KubernetesObject>()
  const store = Object.assign(indexer, { resync: () => {} })
  const errors: unknown[] = []
  const controller = new AbortController()
  const reflector = new Reflector<KubernetesObject>({
    listerWatcher: lw,
    store,
    observer: { onError: error => errors.push(error), onObjectError: error => errors.push(error) },
    watchIdleTimeoutMs: 0,
    clock,
    random: () => 0,
    ...options,
  })
  const done = reflector.run(controller.signal)
  const names = () => store.list().map(o => `${o.metadata?.name}@${o.metadata?.resourceVersion}`)
  return { lw, clock, store, reflector, errors, controller, done, names }
}

const resourceVersions = (lw: ScriptedListerWatcher): (string | undefined)[] =>
  lw.lists.map(o => o.resourceVersion)
const open = { reads: [], stayOpen: true }

describe('Reflector', () => {
  test.each([
    ['unset', undefined, [300, 599]],
    ['1 s', 1_000, [300, 599]],
    ['30 min', 1_800_000, [1_800, 3_599]],
  ])(
    'a minWatchTimeoutMs that is %s: timeoutSeconds lies in [min, 2 * min)',
    async (_, minWatchTimeoutMs, bounds) => {
      const timeouts: unknown[] = []
      for (const random of [() => 0, () => 0.999999]) {
        const clock = new FakeClock()
        const { lw } = reflectorOver(clock, { lists: [podList(1)] }, { minWatchTimeoutMs, random })
        await clock.settle()
        timeouts.push(lw.watches[0]?.timeoutSeconds)
      }
      expect(timeouts).toEqual(bounds)
    },
  )

  test('T-RWL-7: lists at "0" in pages of 500, then watches from the list', async () => {
    const { lw, clock, names } = rig({ lists: [podList(1, pod('a', 1))] })
    await clock.settle()
    expect(lw.lists).toEqual([{ limit: 500, resourceVersion: '0' }])
    expect(lw.watches).toEqual([{ resourceVersion: '1', allowWatchBookmarks: true, timeoutSeconds: 300 }])
    expect(names()).toEqual(['a@1'])
  })

  test('T-REF-10: events of another kind are passed over, and their version does not count', async () => {
    const service = { ...pod('svc', 40), kind: 'Service' }
    const { reflector, names, errors, clock, lw } = rig({
      lists: [podList(10)],
      watches: [{ reads: [[added(pod('a', 30)), added(service), modified(service)]], stayOpen: true }],
    })
    Object.assign(lw, { kind: 'Pod' })
    await clock.settle()
    expect(names()).toEqual(['a@30'])
    expect(reflector.lastSyncResourceVersion).toBe('30')
    expect(String(errors[0])).toMatch(/expected a Pod and got a Service/)
  })

  test('T-REF-10: events change the store, and the version is that of the last one, not the highest', async () => {
    const reads = [[deleted(pod('foo', 50)), modified(pod('bar', 55)), added(pod('baz', 32))]]
    const { reflector, names, clock } = rig({
      lists: [podList(10, pod('foo', 1), pod('bar', 2))],
      watches: [{ reads, stayOpen: true }],
    })
    await clock.settle()
    expect(names()).toEqual(['bar@55', 'baz@32'])
    expect(reflector.lastSyncResourceVersion).toBe('32')
  })

  test('S-1: a watch that ends after an event resumes at once, without a list or a delay', async () => {
    const { lw, clock } = rig({ lists: [podList(1)], watches: [{ reads: [[added(pod('a', 2))]] }, open] })
    await clock.settle()
    expect(lw.lists).toHaveLength(1)
    expect(lw.watches.map(o => o.resourceVersion)).toEqual(['1', '2'])
  })

  test('S-2: a watch that ends at once without an event is followed by a backoff and a list at the last version', async () => {
    const { lw, clock, errors } = rig({ lists: [podList(7)], watches: [{ reads: [] }, open] })
    await clock.settle()
    expect(lw.lists).toHaveLength(1)
    expect(errors).toHaveLength(1)
    await clock.advance(799)
    expect(lw.lists).toHaveLength(1)
    await clock.advance(1)
    expect(resourceVersions(lw)).toEqual(['0', '7'])
  })

  test('S-3: an ERROR 410 leads to a backoff and a list at the last version first', async () => {
    const { lw, clock } = rig({
      lists: [podList(7), podList(9)],
      watches: [{ reads: [[added(pod('a', 8)), errorEvent(410, 'Expired')]] }, open],
    })
    await clock.advance(800)
    expect(resourceVersions(lw)).toEqual(['0', '8'])
    expect(lw.watches.map(o => o.resourceVersion)).toEqual(['7', '9'])
  })

  test('T-REF-29: a list that is too old is answered by a list of the newest, at once', async () => {
    const { lw, clock, names } = rig({
      lists: [podList(10), rejection(410, 'Expired'), podList(20, pod('a', 15))],
      watches: [rejection(410, 'Expired'), open],
    })
    await clock.advance(800)
    expect(resourceVersions(lw)).toEqual(['0', '10', ''])
    expect(names()).toEqual(['a@15'])
  })

  test.each([
    ['a cause by reason', { causes: [{ reason: 'ResourceVersionTooLarge' }] }, 'x'],
    ['a cause by message', { causes: [{ message: 'Too large resource version' }] }, 'x'],
    ['a message', {}, 'Too large resource version: 30, current: 20'],
  ])('T-REF-31: a version that the server does not have yet, told by %s', async (_, details, message) => {
    const tooLarge = new StatusError({ code: 504, reason: 'Timeout', details, message })
    const { lw, clock } = rig({
      lists: [podList(10), tooLarge, podList(20)],
      watches: [rejection(410, 'Expired'), open],
    })
    await clock.advance(800)
    expect(resourceVersions(lw)).toEqual(['0', '10', ''])
  })

  test('T-REF-20: 429 on a watch is retried with backoff, without a list', async () => {
    const busy = rejection(429, 'TooManyRequests')
    const { lw, clock } = rig({ lists: [podList(1)], watches: [busy, busy, busy, busy, open] })
    await clock.advance(800 + 1_600 + 3_200 + 6_400)
    expect(lw.lists).toHaveLength(1)
    expect(lw.watches).toHaveLength(5)
  })

  test('T-REF-19: 429 inside a stream is retried with backoff, without a list', async () => {
    const { lw, clock } = rig({
      lists: [podList(1)],
      watches: [{ reads: [[errorEvent(429, 'TooManyRequests')]] }, open],
    })
    await clock.advance(799)
    expect(lw.watches).toHaveLength(1)
    await clock.advance(1)
    expect([lw.lists.length, lw.watches.length]).toEqual([1, 2])
  })

  test('T-REF-15: no connection is retried with a growing delay, without a list', async () => {
    const down = new ConnectionError('no answer')
    const { lw, clock } = rig({ lists: [podList(1)], watches: [down, down, down, open] })
    await clock.advance(800 + 1_600 + 3_200 - 1)
    expect(lw.watches).toHaveLength(3)
    await clock.advance(1)
    expect([lw.lists.length, lw.watches.length]).toEqual([1, 4])
  })

  test.each([
    [502, 'InternalError'],
    [503, 'ServiceUnavailable'],
    [504, 'Timeout'],
  ])('a server that a proxy cannot reach needs no list: %i', async (code, reason) => {
    const down = rejection(code, reason)
    const { lw, clock } = rig({ lists: [podList(7)], watches: [down, down, down, open] })
    await clock.advance(800 + 1_600 + 3_200)
    expect([lw.lists.length, lw.open]).toEqual([1, 1])
    expect(lw.watches.map(({ resourceVersion }) => resourceVersion)).toEqual(['7', '7', '7', '7'])
  })

  test('a watch from a version that the server does not have yet leads to a list', async () => {
    const tooLarge = rejection(504, 'Timeout', 'Too large resource version: 30, current: 20')
    const { lw, clock } = rig({
      lists: [podList(30), tooLarge, podList(20)],
      watches: [tooLarge, open],
    })
    await clock.advance(800)
    expect(resourceVersions(lw)).toEqual(['0', '30', ''])
  })

  test('S-4: a refused watch is reported once, then listed again after the backoff', async () => {
    const { lw, clock, errors } = rig({ lists: [podList(5)], watches: [rejection(403, 'Forbidden'), open] })
    await clock.advance(800)
    expect(errors).toHaveLength(1)
    expect(resourceVersions(lw)).toEqual(['0', '5'])
  })

  test('S-5: an ERROR 500 is followed by a backoff and a list', async () => {
    const { lw, clock } = rig({
      lists: [podList(5)],
      watches: [{ reads: [[added(pod('a', 6)), errorEvent(500, 'InternalError')]] }, open],
    })
    await clock.advance(799)
    expect(lw.lists).toHaveLength(1)
    await clock.advance(1)
    expect(resourceVersions(lw)).toEqual(['0', '6'])
  })

  test('S-8: a bookmark moves the version and leaves the store alone', async () => {
    const { lw, clock, names } = rig({
      lists: [podList(5, pod('a', 1))],
      watches: [{ reads: [[bookmark(99)]] }, open],
    })
    await clock.settle()
    expect(lw.watches.map(o => o.resourceVersion)).toEqual(['5', '99'])
    expect(names()).toEqual(['a@1'])
  })

  test('S-11: an object that the store refuses is reported; later ones come, and the version moves on', async () => {
    const nameless = { metadata: { resourceVersion: '6' } }
    const { clock, names, errors, reflector } = rig({
      lists: [podList(5)],
      watches: [{ reads: [[added(nameless), added(pod('b', 7))]], stayOpen: true }],
    })
    await clock.settle()
    expect(names()).toEqual(['b@7'])
    expect(errors).toHaveLength(1)
    expect(reflector.lastSyncResourceVersion).toBe('7')
  })

  test('a failed list is tried again after the backoff, and the outer loop shares its sequence with the watch (S-20)', async () => {
    const { lw, clock } = rig({
      lists: [rejection(500, 'InternalError'), rejection(500, 'InternalError'), podList(1)],
      watches: [new ConnectionError('no answer'), open],
    })
    await clock.advance(800 + 1_600)
    expect([lw.lists.length, lw.watches.length]).toEqual([3, 1])
    await clock.advance(3_199)
    expect(lw.watches).toHaveLength(1)
    await clock.advance(1)
    expect(lw.watches).toHaveLength(2)
  })

  test('a paged list is put together, at the version of its first page', async () => {
    const page = (items: KubernetesObject[], token?: string): ListScript => ({
      metadata: { resourceVersion: items.length === 2 ? '10' : '11', ...(token ? { continue: token } : {}) },
      items,
    })
    const { lw, clock, reflector } = rig({
      lists: [page([pod('a', 1), pod('b', 2)], 'C1'), page([pod('c', 3)])],
    })
    await clock.settle()
    expect(lw.lists).toEqual([
      { limit: 500, resourceVersion: '0' },
      { limit: 500, continue: 'C1' },
    ])
    expect(reflector.lastSyncResourceVersion).toBe('10')
  })

  test('T-REF-30: a page that expired is answered by everything at once, at the version first asked for', async () => {
    const first: ListScript = { metadata: { resourceVersion: '10', continue: 'C1' }, items: [pod('a', 1)] }
    const { lw, clock, names } = rig(
      { lists: [first, rejection(410, 'Expired'), podList(12, pod('b', 2))] },
      { pageSize: 4 },
    )
    await clock.settle()
    expect(lw.lists).toEqual([
      { limit: 4, resourceVersion: '0' },
      { limit: 4, continue: 'C1' },
      { limit: 0, resourceVersion: '0' },
    ])
    expect(names()).toEqual(['b@2'])
  })

  test('T-REF-27: a server that paged a list at "0" is paged again, at any version; others are not', async () => {
    const paged: ListScript = { metadata: { resourceVersion: '10', continue: 'C1' }, items: [pod('a', 1)] }
    const paging = rig({
      lists: [paged, podList(10), podList(10)],
      watches: [rejection(410, 'Expired'), open],
    })
    await paging.clock.advance(800)
    expect(paging.lw.lists.at(-1)).toEqual({ limit: 500, resourceVersion: '10' })
    const whole = rig({ lists: [podList(10)], watches: [rejection(410, 'Expired'), open] })
    await whole.clock.advance(800)
    expect(whole.lw.lists.at(-1)).toEqual({ limit: 0, resourceVersion: '10' })
  })

  test('a version that is too old behind a list at it, too, leads to a list of the newest state', async () => {
    const tooOld = rejection(410, 'Expired')
    const { lw, clock, names } = rig(
      { lists: [podList(5), podList(5), podList(9, pod('a', 9))], watches: [tooOld, tooOld, open] },
      { pageSize: 3 },
    )
    await clock.advance(10_000)
    expect(lw.lists.map(({ resourceVersion }) => resourceVersion)).toEqual(['0', '5', ''])
    expect([names(), lw.open]).toEqual([['a@9'], 1])
  })

  test('a watch that falls silent is replaced, from its version, without a list', async () => {
    const { lw, clock } = rig({ lists: [podList(5)], watches: [open, open] }, { watchIdleTimeoutMs: 90_000 })
    await clock.advance(89_999)
    expect(lw.watches).toHaveLength(1)
    await clock.advance(1)
    expect([lw.lists.length, lw.watches.length, lw.open]).toEqual([1, 2, 1])
  })

  test('a version that the server has yet to reach is found out behind the second silence', async () => {
    const details = { causes: [{ reason: 'ResourceVersionTooLarge' }] }
    const restored = new StatusError({ code: 504, reason: 'Timeout', details, message: 'x' })
    const { lw, clock, names } = rig(
      {
        lists: [podList(9, pod('a', 9)), restored, podList(3, pod('a', 3))],
        watches: [open, open, open],
      },
      { watchIdleTimeoutMs: 90_000 },
    )
    await clock.advance(2 * 90_000 + 2_000)
    expect(lw.lists.slice(1)).toEqual([
      { limit: 1, resourceVersion: '9', resourceVersionMatch: 'NotOlderThan' },
      { limit: 500, resourceVersion: '' },
    ])
    expect([names(), lw.open]).toEqual([['a@3'], 1])
  })

  test('a version of an earlier life that this server has never reached is found out behind the first silence', async () => {
    const details = { causes: [{ reason: 'ResourceVersionTooLarge' }] }
    const anew = new StatusError({ code: 504, reason: 'Timeout', details, message: 'x' })
    const { lw, clock, names } = rig(
      { lists: [anew, podList(3, pod('a', 3))], watches: [open, open] },
      { watchIdleTimeoutMs: 90_000, initialResourceVersion: '9' },
    )
    await clock.advance(90_000 + 2_000)
    expect(lw.lists).toEqual([
      { limit: 1, resourceVersion: '9', resourceVersionMatch: 'NotOlderThan' },
      { limit: 500, resourceVersion: '' },
    ])
    expect([names(), lw.open]).toEqual([['a@3'], 1])
  })

  test('the resync ticks while a watch is open, and asks first', async () => {
    let resyncs = 0
    let wanted = false
    const store = Object.assign(new Indexer<KubernetesObject>(), { resync: () => resyncs++ })
    const { clock } = rig(
      { lists: [podList(5)] },
      { store, resyncPeriodMs: 1_000, shouldResync: () => wanted },
    )
    await clock.advance(3_000)
    expect(resyncs).toBe(0)
    wanted = true
    await clock.advance(2_000)
    expect(resyncs).toBe(2)
  })

  test.each([
    ['while a watch is open', { lists: [podList(1)], watches: [open] }, 0],
    ['while it waits to try again', { lists: [rejection(500, 'InternalError')] }, 0],
    ['while it waits to watch again', { lists: [podList(1)], watches: [new ConnectionError('x')] }, 0],
  ])('invariant 5: a stop %s leaves no timer and starts no request', async (_, script, wait) => {
    const { lw, clock, controller, done } = rig(script, { watchIdleTimeoutMs: 90_000, resyncPeriodMs: 1_000 })
    await clock.advance(wait)
    controller.abort()
    await done
    const requests = lw.lists.length + lw.watches.length
    expect(clock.pendingTimers).toBe(0)
    await clock.advance(600_000)
    expect([lw.lists.length + lw.watches.length, lw.open]).toEqual([requests, 0])
  })

  test('T-REF-4: stopped before it starts, it asks for nothing', async () => {
    const lw = new ScriptedListerWatcher({ lists: [podList(1)] })
    const store = Object.assign(new Indexer<KubernetesObject>(), { resync: () => {} })
    await new Reflector({ listerWatcher: lw, store, clock: new FakeClock() }).run(AbortSignal.abort())
    expect(lw.lists).toEqual([])
  })
})

describe('Reflector with watchList', () => {
  const end = (resourceVersion: number, value = 'true'): WatchEvent<KubernetesObject> => ({
    type: 'BOOKMARK',
    object: {
      kind: 'Pod',
      metadata: {
        resourceVersion: String(resourceVersion),
        annotations: { 'k8s.io/initial-events-end': value },
      },
    },
  })
  const streaming = (watches: readonly WatchScript[], lists: readonly ListScript[] = [podList(1)]): Rig =>
    rig({ lists, watches }, { watchList: true })
  const first = {
    resourceVersion: '',
    resourceVersionMatch: 'NotOlderThan',
    sendInitialEvents: true,
    allowWatchBookmarks: true,
    timeoutSeconds: 300,
  }

  test('T-RWL-10, T-REF-12: the state comes by the watch, which then goes on; there is no list', async () => {
    const { lw, clock, names, reflector } = streaming([
      {
        reads: [[added(pod('p1', 1))], [added(pod('p2', 2)), end(2), modified(pod('p1', 3))]],
        stayOpen: true,
      },
    ])
    await clock.settle()
    expect([lw.lists, lw.watches]).toEqual([[], [first]])
    expect(names()).toEqual(['p1@3', 'p2@2'])
    expect(reflector.lastSyncResourceVersion).toBe('3')
  })

  test('T-RWL-11: changes among the initial events count', async () => {
    const { clock, names } = streaming([
      {
        reads: [
          [added(pod('p1', 1)), added(pod('p2', 2)), modified(pod('p1', 3))],
          [added(pod('p3', 4)), deleted(pod('p3', 5)), end(5)],
        ],
        stayOpen: true,
      },
    ])
    await clock.settle()
    expect(names()).toEqual(['p1@3', 'p2@2'])
  })

  test('T-RWL-6, T-RWL-16: without its end marker, whose value counts, nothing is stored', async () => {
    const { clock, names, reflector } = streaming([
      { reads: [[added(pod('p1', 1)), end(1, 'false')]], stayOpen: true },
    ])
    await clock.settle()
    expect([names(), reflector.lastSyncResourceVersion]).toEqual([[], ''])
  })

  test('T-RWL-9, S-15: a server that cannot is listed, and asked again the next time', async () => {
    const invalid = rejection(422, 'Invalid')
    const { lw, clock, names } = streaming(
      [
        invalid,
        { reads: [[errorEvent(410, 'Expired')]] },
        { reads: [[added(pod('b', 3)), end(3)]], stayOpen: true },
      ],
      [podList(1, pod('a', 1))],
    )
    await clock.settle()
    expect(lw.lists).toEqual([{ limit: 500, resourceVersion: '0' }])
    expect(names()).toEqual(['a@1'])
    await clock.advance(800)
    expect(lw.lists).toHaveLength(1)
    expect(lw.watches.map(o => o.sendInitialEvents)).toEqual([true, undefined, true])
    expect(names()).toEqual(['b@3'])
  })

  test('T-RWL-12: 429 is waited out, without a list', async () => {
    const busy = rejection(429, 'TooManyRequests')
    const { lw, clock, names } = streaming([
      busy,
      busy,
      { reads: [[added(pod('p1', 1)), end(1)]], stayOpen: true },
    ])
    await clock.advance(800 + 1_600)
    expect([lw.lists.length, lw.watches.length, names()]).toEqual([0, 3, ['p1@1']])
  })

  test('T-RWL-13: a stream that ends before its marker starts from scratch, at once', async () => {
    const { lw, clock, names } = streaming([
      { reads: [[added(pod('old', 1))]] },
      { reads: [[added(pod('p1', 1)), end(1)]], stayOpen: true },
    ])
    await clock.settle()
    expect([lw.watches.length, names()]).toEqual([2, ['p1@1']])
  })

  test('T-RWL-14: after the marker, an end resumes with a plain watch', async () => {
    const { lw, clock, names } = streaming([
      { reads: [[added(pod('p1', 1)), end(2)], [added(pod('p3', 3))]] },
      { reads: [[added(pod('p4', 4))]], stayOpen: true },
    ])
    await clock.settle()
    expect(lw.watches[1]).toEqual({ resourceVersion: '3', allowWatchBookmarks: true, timeoutSeconds: 300 })
    expect(names()).toEqual(['p1@1', 'p3@3', 'p4@4'])
  })

  test('S-14: a version that is gone is asked for anew at once', async () => {
    const { lw, clock } = streaming([
      { reads: [[end(7)]] },
      rejection(410, 'Expired'),
      rejection(410, 'Expired'),
      { reads: [[end(9)]], stayOpen: true },
    ])
    await clock.advance(800)
    expect(lw.watches.map(o => [o.resourceVersion, o.sendInitialEvents])).toEqual([
      ['', true],
      ['7', undefined],
      ['7', true],
      ['', true],
    ])
    expect(lw.lists).toEqual([])
  })

  test('invariant 5: a stop in the middle of the initial events leaves nothing behind', async () => {
    const { lw, clock, names, controller, done } = streaming([
      { reads: [[added(pod('p1', 1))]], stayOpen: true },
    ])
    await clock.settle()
    controller.abort()
    await done
    expect([lw.open, clock.pendingTimers, names(), lw.lists]).toEqual([0, 0, [], []])
  })
})
