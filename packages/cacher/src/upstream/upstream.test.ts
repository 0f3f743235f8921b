import {
  ConnectionError,
  type KubernetesObject,
  type List,
  StatusError,
  type WatchEvent,
} from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { CacherRig, keysOf, POD, podAt, WatchReader } from '../test/cacher-rig.ts'
import { type ListScript, ScriptedListerWatcher, type WatchScript } from '../test/scripted-lister-watcher.ts'
import { cacheFrom } from './cache-from.ts'

const listAt = (version: number, ...items: KubernetesObject[]): List<KubernetesObject> => ({
  metadata: { resourceVersion: String(version) },
  items,
})
const event = (type: 'ADDED' | 'MODIFIED' | 'DELETED', version: number, key = 'ns/foo') => ({
  type,
  object: podAt(key, version),
})
const bookmark = (version: number): WatchEvent<KubernetesObject> => ({
  type: 'BOOKMARK',
  object: { ...POD, metadata: { resourceVersion: String(version) } },
})
const expired: WatchEvent<KubernetesObject> = {
  type: 'ERROR',
  object: { code: 410, reason: 'Expired', message: 'too old resource version: 5 (9)' },
}
const open = (...reads: readonly WatchEvent<KubernetesObject>[][]): WatchScript => ({ reads, stayOpen: true })

const stopping: AbortController[] = []
afterEach(() => {
  for (const controller of stopping.splice(0)) controller.abort()
})

function start(lists: readonly ListScript[], watches: readonly WatchScript[] = []) {
  const clock = new FakeClock()
  const upstream = new ScriptedListerWatcher({ lists, watches })
  const { cacher, run } = cacheFrom({ listerWatcher: upstream, type: POD, clock, random: () => 0 })
  const controller = new AbortController()
  stopping.push(controller)
  const running = run(controller.signal)
  return { clock, upstream, cacher, controller, running }
}

describe('a cache in front of another apiserver', () => {
  test('lists, watches from the list, and applies the events', async () => {
    const { clock, upstream, cacher } = start(
      [listAt(10, podAt('ns/foo', 5))],
      [open([event('MODIFIED', 11), event('ADDED', 12, 'ns/bar')], [event('DELETED', 13)], [bookmark(20)])],
    )
    await clock.settle()
    expect(cacher.resourceVersion).toBe('20')
    expect(keysOf(await cacher.list({ resourceVersion: '0' }))).toEqual(['ns/bar'])
    expect(upstream.watches).toMatchObject([{ resourceVersion: '10', allowWatchBookmarks: true }])
  })

  test('E11: resumes transparently after an upstream watch ends', async () => {
    const { clock, upstream, cacher } = start(
      [listAt(10, podAt('ns/foo', 5))],
      [
        { reads: [[event('MODIFIED', 11)]] },
        { reads: [] },
        new ConnectionError('gone'),
        new StatusError({ code: 429, details: { retryAfterSeconds: 7 } }),
        open([event('MODIFIED', 12)]),
      ],
    )
    await clock.settle()
    const reader = new WatchReader(await cacher.watch({ resourceVersion: '10' }))
    await clock.advance(30_000)
    expect(reader.received).toEqual(['M ns/foo@11', 'M ns/foo@12'])
    expect(reader.isOver).toBe(false)
    expect(upstream.lists).toHaveLength(1)
    expect(upstream.watches.map(({ resourceVersion }) => resourceVersion)).toEqual([
      '10',
      '11',
      '11',
      '11',
      '11',
    ])
  })

  test('E09: relists if it cannot resume; its watches end and can start from the new state', async () => {
    const { clock, upstream, cacher } = start(
      [listAt(10, podAt('ns/foo', 5)), listAt(50, podAt('ns/bar', 45))],
      [open([event('MODIFIED', 11)], [expired])],
    )
    await clock.settle()
    expect(cacher.isReady).toBe(false)
    await expect(cacher.watch({})).rejects.toMatchObject({
      message: 'storage is (re)initializing: the watch upstream: too old resource version: 5 (9)',
    })
    await clock.advance(1000)
    expect(upstream.lists).toHaveLength(2)
    expect(keysOf(await cacher.list({ resourceVersion: '0' }))).toEqual(['ns/bar'])
    const early = new WatchReader(await cacher.watch({ resourceVersion: '11' }))
    expect(early.received).toEqual(['E 410 too old resource version: 11 (50)'])
    const late = new WatchReader(await cacher.watch({ resourceVersion: '50' }))
    expect(late.received).toEqual([])
    expect(late.isOver).toBe(false)
  })

  test.each([
    ['a version that was there already', [event('MODIFIED', 11), event('MODIFIED', 11)]],
    ['a version from before', [event('MODIFIED', 12), event('MODIFIED', 11)]],
    ['an event of no version', [{ type: 'ADDED' as const, object: { metadata: { name: 'x' } } }]],
    ['a bookmark of no version', [{ type: 'BOOKMARK' as const, object: {} }]],
  ])('C09: %s upstream is a reason to list anew', async (_, events) => {
    const { clock, upstream, cacher } = start([listAt(10), listAt(50)], [open(events)])
    await clock.advance(1000)
    expect(upstream.lists).toHaveLength(2)
    expect(cacher).toMatchObject({ isReady: true, resourceVersion: '50' })
  })

  test('a failed list is retried with backoff, and not before the retry delay of the server', async () => {
    const { clock, upstream, cacher } = start([
      new ConnectionError('refused'),
      new ConnectionError('refused'),
      new StatusError({ code: 429, details: { retryAfterSeconds: 20 } }),
      listAt(10),
    ])
    await clock.advance(999)
    expect(upstream.lists).toHaveLength(1)
    await clock.advance(1)
    expect(upstream.lists).toHaveLength(2)
    await clock.advance(2000)
    expect(upstream.lists).toHaveLength(3)
    await clock.advance(19_999)
    expect(cacher.isReady).toBe(false)
    await clock.advance(1)
    expect(cacher.isReady).toBe(true)
  })

  test('lists page by page', async () => {
    const first = { metadata: { resourceVersion: '10', continue: 'more' }, items: [podAt('ns/a', 1)] }
    const { clock, upstream, cacher } = start([first, listAt(10, podAt('ns/b', 2))])
    await clock.settle()
    expect(cacher.size).toBe(2)
    expect(upstream.lists).toEqual([{ limit: 10_000 }, { limit: 10_000, continue: 'more' }])
  })

  test('forwards requests that it must not serve', async () => {
    const { clock, upstream, cacher } = start([listAt(10, podAt('ns/foo', 5))])
    await clock.settle()
    const list = await cacher.list({ namespace: 'ns', labelSelector: 'a=b', limit: 5 })
    expect(list.resourceVersion).toBe('10')
    const found = await cacher.get({ namespace: 'ns', name: 'foo' })
    expect(found?.name).toBe('foo')
    expect(upstream.lists.slice(1)).toEqual([
      { limit: 5, labelSelector: 'a=b', fieldSelector: 'metadata.namespace=ns' },
      { fieldSelector: 'metadata.name=foo,metadata.namespace=ns' },
    ])
    await expect(cacher.get({ namespace: 'ns', name: 'foo', resourceVersion: '10' })).resolves.toBeDefined()
    expect(upstream.lists).toHaveLength(3)
  })

  test('stops when the signal aborts, and releases all resources', async () => {
    const { clock, upstream, cacher, controller, running } = start([listAt(10)])
    await clock.settle()
    const reader = new WatchReader(await cacher.watch({ resourceVersion: '10' }))
    expect(upstream.open).toBe(1)
    controller.abort()
    await running
    expect(upstream.open).toBe(0)
    expect(reader.isOver).toBe(true)
    expect(clock.pendingTimers).toBe(0)
    await expect(cacher.watch({})).rejects.toThrow('apiserver cacher is stopped')
  })
})

describe('a cache that receives new states', () => {
  test('E10: a client that resumes sees each write once, or receives an error', async () => {
    const rig = new CacherRig().load()
    const seen: number[] = []
    const relists: number[] = []
    let last = 1000
    let reader = await rig.open({ resourceVersion: String(last) })
    const follow = async (): Promise<void> => {
      for (const { type, object } of reader.deliveries.splice(0)) {
        if (type === 'ERROR') {
          last = Number((await rig.cacher.list({})).resourceVersion)
          relists.push(last)
        } else {
          last = Number(object.metadata?.resourceVersion)
          seen.push(last)
        }
      }
      if (reader.isOver) reader = await rig.open({ resourceVersion: String(last) })
    }
    for (let write = 1; write <= 1000; write++) {
      rig.put(`ns/pod-${write % 7}`)
      if (write % 37 === 0) rig.load()
      if (write % 13 !== 0) continue
      await rig.clock.settle()
      await follow()
    }
    for (let round = 0; round < 3; round++) {
      await rig.clock.settle()
      await follow()
    }
    expect(last).toBe(2000)
    expect(relists.length).toBeGreaterThan(0)
    const expected = new Set(seen)
    expect(expected.size).toBe(seen.length)
    // A gap is only allowed after a relist.
    for (let index = 1; index < seen.length; index++) {
      const [before = 0, after = 0] = [seen[index - 1], seen[index]]
      if (after !== before + 1) expect(relists.some(at => at > before && at < after)).toBe(true)
    }
  })
})
