import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { CacherRig, POD, short, WatchReader } from '../test/cacher-rig.ts'
import { toWatchEvent } from '../watch/delivery.ts'
import { WatchQueue } from '../watch/watch-queue.ts'
import { Bookmarks } from './bookmarks.ts'

/** Three Pods: at 1001, 1002, 1003. */
function filled(): CacherRig {
  const rig = new CacherRig().load()
  for (const key of ['ns/c', 'ns/a', 'ns-b/x']) rig.put(key)
  return rig
}
const STATE = ['A ns-b/x@1003', 'A ns/a@1002', 'A ns/c@1001']
const HISTORY = ['A ns/c@1001', 'A ns/a@1002', 'A ns-b/x@1003']

describe('the start of a watch', () => {
  test.each([
    [{ sendInitialEvents: true, allowWatchBookmarks: true }, [...STATE, 'B@1003 end']],
    [{ sendInitialEvents: true, allowWatchBookmarks: true, resourceVersion: '0' }, [...STATE, 'B@1003 end']],
    [
      { sendInitialEvents: true, allowWatchBookmarks: true, resourceVersion: '1001' },
      [...STATE, 'B@1003 end'],
    ],
    [{ sendInitialEvents: true }, STATE],
    [{ sendInitialEvents: false }, []],
    [{ sendInitialEvents: false, resourceVersion: '0', allowWatchBookmarks: true }, []],
    [{ sendInitialEvents: false, resourceVersion: '1001' }, HISTORY.slice(1)],
    [{ resourceVersion: '1000' }, HISTORY],
    [{ resourceVersion: '1003' }, []],
    [{ resourceVersion: '0' }, STATE],
    [{}, STATE],
    [{ resourceVersion: '999' }, ['E 410 too old resource version: 999 (1000)']],
  ])('%j', async (options, initial) => {
    const rig = filled()
    const reader = await rig.open(options)
    expect(reader.received).toEqual(initial)
    if (initial.some(event => event.startsWith('E'))) {
      expect(reader.isOver).toBe(true)
      return
    }
    rig.put('ns/new')
    rig.put('ns/new')
    await rig.clock.settle()
    expect(reader.received).toEqual([...initial, 'A ns/new@1004', 'M ns/new@1005'])
  })

  test('the end bookmark has the current revision of the source, and waits for it', async () => {
    const rig = filled()
    rig.bump()
    const reader = await rig.open({
      sendInitialEvents: true,
      allowWatchBookmarks: true,
      fieldSelector: 'metadata.name=c',
    })
    expect(reader.received).toEqual(['A ns/c@1001', 'B@1004 end'])
    expect(reader.deliveries.map(toWatchEvent).at(-1)).toEqual({
      type: 'BOOKMARK',
      object: {
        kind: 'Pod',
        apiVersion: 'v1',
        metadata: { resourceVersion: '1004', annotations: { 'k8s.io/initial-events-end': 'true' } },
      },
    })
  })

  test('from a future revision it sends nothing until that has passed', async () => {
    const rig = filled()
    const reader = await rig.open({ resourceVersion: '1005' })
    for (const key of ['ns/1004', 'ns/1005', 'ns/1006']) rig.put(key)
    await rig.clock.settle()
    expect(reader.received).toEqual(['A ns/1006@1006'])
  })

  test('with initial events of a future revision it waits, and fails after three seconds', async () => {
    const rig = filled()
    const opening = rig.open({ sendInitialEvents: true, resourceVersion: '1004' })
    await rig.clock.advance(1000)
    rig.put('ns/d')
    expect((await opening).received).toHaveLength(4)
    const late = rig.open({ sendInitialEvents: true, resourceVersion: '9000' })
    await rig.clock.advance(3000)
    expect((await late).received).toEqual(['E 504 Timeout: Too large resource version: 9000, current: 1004'])
  })

  test('a source without progress reports ends a watch that needs the current revision', async () => {
    const rig = filled()
    Object.defineProperty(rig, 'requestProgress', { value: undefined })
    const opening = rig.open({ sendInitialEvents: true })
    expect((await opening).received).toHaveLength(3)
    rig.bump()
    const late = rig.open({ sendInitialEvents: true })
    await rig.clock.advance(3000)
    expect((await late).received).toEqual([
      'E 500 a watch stream was requested by the client but the required storage feature RequestWatchProgress is disabled',
    ])
  })

  test('an unexpected error of the source is an ERROR event with code 500', async () => {
    const rig = filled()
    rig.currentResourceVersion = () => Promise.reject(new Error('no quorum'))
    const reader = await rig.open({ sendInitialEvents: true })
    expect(reader.deliveries[0]?.object).toMatchObject({
      code: 500,
      reason: 'InternalError',
      message: 'no quorum',
    })
    expect(reader.isOver).toBe(true)
  })

  test('a watch that waits while the state is replaced receives nothing', async () => {
    const rig = filled()
    const opening = rig.open({ sendInitialEvents: true, resourceVersion: '1100' })
    rig.cacher.replace([], '1200')
    const reader = await opening
    expect(reader.received).toEqual([])
    expect(reader.isOver).toBe(true)
  })

  test('an abort before the start ends the watch', async () => {
    const rig = filled()
    const reader = await rig.open({ sendInitialEvents: true, signal: AbortSignal.abort() })
    expect(reader.received).toEqual([])
    expect(reader.isOver).toBe(true)
    expect(rig.cacher.openWatches).toBe(0)
  })
})

describe('bookmarks', () => {
  test('B04: are sent periodically, also with an unchanged resourceVersion', async () => {
    const rig = new CacherRig({ bookmarkIntervalMs: 1000 }).load()
    const reader = await rig.open({ resourceVersion: '1000', allowWatchBookmarks: true })
    rig.put('ns/foo')
    await rig.clock.advance(5000)
    expect(reader.received).toEqual(['A ns/foo@1001', ...Array(5).fill('B@1001')])
  })

  test('B15: are not sent before there is a state', async () => {
    const clock = new FakeClock()
    let processed = '0'
    const random = () => 0
    const bookmarks = new Bookmarks({
      type: POD,
      clock,
      random,
      processed: () => processed,
      intervalMs: 1000,
    })
    const host = { wake: () => {}, hasRoom: () => {}, leave: () => {} }
    const watch = new WatchQueue({ host, startRevision: '0', size: 10, deadline: clock.now() + 60_000 })
    bookmarks.add(watch)
    await clock.advance(10_000)
    expect(watch.take()).toEqual([])
    processed = '1000'
    await clock.advance(1000)
    expect(watch.take()).toMatchObject([{ type: 'BOOKMARK', resourceVersion: '1000' }])
    bookmarks.delete(watch)
    expect(clock.pendingTimers).toBe(0)
  })

  test('are not queued for a watch that ended during the progress request', async () => {
    const rig = new CacherRig().load()
    const reader = await rig.open({ resourceVersion: '1000', allowWatchBookmarks: true })
    const ask = rig.requestProgress.bind(rig)
    rig.requestProgress = () => {
      reader.watch.close()
      ask()
    }
    await rig.clock.advance(62_000)
    expect([reader.isOver, reader.received, rig.clock.pendingTimers]).toEqual([true, [], 0])
  })

  test('B05: have the revision that the source reported', async () => {
    const rig = new CacherRig().load()
    const reader = await rig.open({ resourceVersion: '1000', allowWatchBookmarks: true })
    rig.cacher.progress('2000')
    await rig.clock.advance(62_000)
    expect(reader.received).toEqual(['B@2000'])
  })

  test('B07: do not repeat the start revision of the watch', async () => {
    const rig = new CacherRig().load()
    const reader = await rig.open({
      resourceVersion: '1000',
      allowWatchBookmarks: true,
      sendInitialEvents: true,
    })
    await rig.clock.advance(200_000)
    expect(reader.received).toEqual(['B@1000 end'])
    rig.bump()
    await rig.clock.advance(62_000)
    expect(reader.received).toEqual(['B@1000 end', 'B@1001'])
  })

  test('B08: are not sent to a short watch', async () => {
    const rig = new CacherRig().load()
    const reader = await rig.open({ resourceVersion: '1000', allowWatchBookmarks: true, timeoutSeconds: 2 })
    rig.put('ns/foo')
    await rig.clock.advance(5000)
    expect(reader.received).toEqual(['A ns/foo@1001'])
    expect(reader.isOver).toBe(true)
    expect(rig.clock.pendingTimers).toBe(0)
  })

  test('B09: are sent every minute, and two seconds before the end', async () => {
    const rig = new CacherRig().load()
    const reader = await rig.open({ resourceVersion: '1000', allowWatchBookmarks: true, timeoutSeconds: 200 })
    rig.put('ns/foo')
    const times: number[] = []
    let seen = 1
    for (let second = 1; second <= 201; second++) {
      await rig.clock.advance(1000)
      for (; seen < reader.received.length; seen++) times.push(second)
    }
    expect(times).toEqual([60, 120, 180, 198])
    expect(reader.isOver).toBe(true)
  })
})

describe('the end of a watch', () => {
  test('is at its timeout, by default between 30 and 60 minutes', async () => {
    const rig = new CacherRig({ random: () => 0.5 }).load()
    const [short, long] = [
      await rig.open({ resourceVersion: '1000', timeoutSeconds: 1 }),
      await rig.open({ resourceVersion: '1000' }),
    ]
    await rig.clock.advance(999)
    expect(short.isOver).toBe(false)
    await rig.clock.advance(101)
    expect(short.isOver).toBe(true)
    await rig.clock.advance(45 * 60_000 - 1200)
    expect(long.isOver).toBe(false)
    await rig.clock.advance(300)
    expect(long.isOver).toBe(true)
    expect(rig.clock.pendingTimers).toBe(0)
  })

  test('leaving an iteration closes the watch', async () => {
    const rig = filled()
    const watch = await rig.cacher.watch({ resourceVersion: '1000' })
    for await (const deliveries of watch) {
      expect(deliveries).toHaveLength(3)
      break
    }
    expect(watch.isOver).toBe(true)
    expect(rig.cacher.openWatches).toBe(0)
  })

  test('concurrent reads each get their own deliveries, in order', async () => {
    const rig = new CacherRig().load()
    const watch = await rig.cacher.watch({ resourceVersion: '1000' })
    const reads = watch[Symbol.asyncIterator]()
    const asked = [reads.next(), reads.next(), reads.next()]
    await rig.clock.settle()
    rig.put('ns/a')
    await rig.clock.settle()
    rig.put('ns/b')
    await rig.clock.settle()
    watch.end()
    const results = await Promise.all(asked)
    expect(results.map(({ done, value }) => (done ? 'end' : value.map(short)))).toEqual([
      ['A ns/a@1001'],
      ['A ns/b@1002'],
      'end',
    ])
  })

  test('an iteration ends with its watch', async () => {
    const rig = filled()
    const watch = await rig.cacher.watch({ resourceVersion: '1000' })
    const batches: number[] = []
    const reading = (async () => {
      for await (const deliveries of watch) batches.push(deliveries.length)
    })()
    await rig.clock.settle()
    rig.put('ns/foo')
    rig.put('ns/foo')
    await rig.clock.settle()
    watch.end()
    await reading
    expect(batches).toEqual([3, 2])
  })

  test('C17: a closed watch of any scope leaves nothing registered', async () => {
    const rig = filled()
    const views = [
      {},
      { namespace: 'ns' },
      { namespace: 'ns', fieldSelector: 'metadata.name=a' },
      { fieldSelector: 'metadata.name=a' },
      { fieldSelector: 'metadata.namespace=ns' },
      { fieldSelector: 'spec.nodeName=node-1' },
      { namespace: 'ns', fieldSelector: 'spec.nodeName=node-1,metadata.name=a', labelSelector: 'a=b' },
    ]
    const stopping = new AbortController()
    const open = async () =>
      Promise.all(
        views.flatMap(view =>
          Array.from({ length: 3 }, () =>
            rig.open({ ...view, allowWatchBookmarks: true, signal: stopping.signal }),
          ),
        ),
      )
    const readers = await open()
    expect(rig.cacher.openWatches).toBe(21)
    expect(rig.cacher.openScopes).toBe(5)
    for (const { watch } of readers.toReversed()) watch.close()
    expect(rig.cacher).toMatchObject({ openWatches: 0, openScopes: 0 })
    expect(rig.clock.pendingTimers).toBe(0)
    await open()
    stopping.abort()
    expect(rig.cacher).toMatchObject({ openWatches: 0, openScopes: 0 })
    expect(rig.clock.pendingTimers).toBe(0)
  })

  test('C17: ten thousand closed watches leave nothing registered', async () => {
    const rig = filled()
    for (let each = 0; each < 10_000; each++) {
      const watch = await rig.cacher.watch({
        fieldSelector: `spec.nodeName=node-${each}`,
        resourceVersion: '0',
      })
      watch.close()
    }
    expect(rig.cacher).toMatchObject({ openWatches: 0, openScopes: 0 })
    expect(rig.clock.pendingTimers).toBe(0)
  })
})

describe('the watch index', () => {
  test('a watch of one node is matched only with Pods that enter or leave the node', async () => {
    const rig = new CacherRig().load()
    const reader = await rig.open({ fieldSelector: 'spec.nodeName=one', resourceVersion: '1000' })
    const others = await rig.open({ fieldSelector: 'spec.nodeName!=one', resourceVersion: '1000' })
    rig.put('ns/a')
    rig.put('ns/a', { node: 'one' })
    rig.put('ns/a', { node: 'one' })
    rig.put('ns/a', { node: 'two' })
    rig.remove('ns/a')
    await rig.clock.settle()
    expect(reader.received).toEqual(['A ns/a@1002', 'M ns/a@1003', 'D ns/a@1004'])
    expect(others.received).toEqual(['A ns/a@1001', 'D ns/a@1002', 'A ns/a@1004', 'D ns/a@1005'])
  })
})

describe('sharing between watches', () => {
  test('watches with the same view share one delivery and its bytes', async () => {
    const rig = new CacherRig().load()
    const readers = await Promise.all(
      ['', '', 'app=a', 'app=b'].map(labelSelector => rig.open({ labelSelector, resourceVersion: '1000' })),
    )
    rig.put('ns/foo', { labels: { app: 'b' } })
    rig.put('ns/foo', { labels: { app: 'a' } })
    rig.remove('ns/foo')
    await rig.clock.settle()
    const [all, same, a, b] = readers.map(({ received }) => received)
    expect(all).toEqual(['A ns/foo@1001', 'M ns/foo@1002', 'D ns/foo@1003'])
    expect(same).toEqual(all)
    expect(a).toEqual(['A ns/foo@1002', 'D ns/foo@1003'])
    expect(b).toEqual(['A ns/foo@1001', 'D ns/foo@1002'])
    let encoded = 0
    const encoder = { encode: () => new Uint8Array(++encoded) }
    const deliveries = new Set(readers.flatMap(reader => reader.deliveries))
    for (const reader of readers) for (const delivery of reader.deliveries) delivery.encoded(encoder)
    expect(encoded).toBe(deliveries.size)
    expect(deliveries.size).toBe(5)
  })

  test('a loop over a watch ends when another caller closes the watch', async () => {
    const rig = new CacherRig().load()
    const watch = await rig.cacher.watch({ resourceVersion: '1000' })
    const read = (async () => {
      let count = 0
      for await (const deliveries of watch) count += deliveries.length
      return count
    })()
    rig.put('ns/foo')
    await rig.clock.settle()
    watch.close()
    expect(await read).toBe(1)
  })

  test('a reader that throws does not affect other readers', async () => {
    const rig = new CacherRig().load()
    const [first, second] = [
      await rig.cacher.watch({ resourceVersion: '1000' }),
      await rig.cacher.watch({ resourceVersion: '1000' }),
    ]
    first.onReadable(() => {
      throw new Error('a reader that throws')
    })
    let notified = 0
    second.onReadable(() => {
      notified++
    })
    rig.put('ns/foo')
    await expect(rig.clock.settle()).rejects.toThrow('a reader that throws')
    expect(notified).toBe(1)
  })

  test('a late reader takes all deliveries at once', async () => {
    const rig = new CacherRig().load()
    const watch = await rig.cacher.watch({ resourceVersion: '1000' })
    let woken = 0
    watch.onReadable(() => {
      woken++
    })
    expect(watch.take()).toEqual([])
    for (let each = 0; each < 5; each++) rig.put('ns/foo')
    await rig.clock.settle()
    expect(woken).toBe(1)
    expect(watch.hasUnread).toBe(true)
    expect(watch.take(2)).toHaveLength(2)
    expect(watch.take()).toHaveLength(3)
    expect(watch.hasUnread).toBe(false)
    expect(new WatchReader(watch).received).toEqual([])
  })
})
