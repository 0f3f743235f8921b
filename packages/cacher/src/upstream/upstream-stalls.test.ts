import {
  type Clock,
  encodeRow,
  type KubernetesObject,
  type List,
  type ListContext,
  StatusError,
  sleep,
  type WatchEvent,
} from '@kube-informer/core'
import type { StoredEvent } from '@kube-informer/core/snapshot'
import { FakeClock } from '@kube-informer/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { keysOf, POD, podAt, WatchReader } from '../test/cacher-rig.ts'
import {
  added,
  bookmark,
  type ListScript,
  modified,
  ScriptedListerWatcher,
  type WatchScript,
} from '../test/scripted-lister-watcher.ts'
import { type CacheFromOptions, cacheFrom } from './cache-from.ts'

const SECOND = 1000

const listAt = (version: number, ...items: KubernetesObject[]): List<KubernetesObject> => ({
  metadata: { resourceVersion: String(version) },
  items,
})
const open = (...reads: readonly WatchEvent<KubernetesObject>[][]): WatchScript => ({ reads, stayOpen: true })
const tooLarge = new StatusError({
  code: 504,
  reason: 'Timeout',
  message: 'Timeout: Too large resource version: 50, current: 20',
  details: { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }] },
})

async function* deaf(): AsyncGenerator<readonly WatchEvent<KubernetesObject>[]> {
  await new Promise(() => {})
}

/** One answer of a server that waits for a resourceVersion, and wants to be asked again. */
async function refused(error: unknown, attempt: number, clock: Clock, { signal, onRetry }: ListContext) {
  await sleep(clock, 3 * SECOND, signal)
  onRetry?.({ what: 'list', error, attempt, delayMs: SECOND })
  await sleep(clock, SECOND, signal)
  signal.throwIfAborted()
}

/** What a client's list does then. */
async function repeated(error: unknown, clock: Clock, context: ListContext): Promise<never> {
  for (let attempt = 1; attempt <= 10; attempt++) await refused(error, attempt, clock, context)
  throw error
}

const stopping: AbortController[] = []
afterEach(() => {
  for (const controller of stopping.splice(0)) controller.abort()
})

function start(
  lists: readonly ListScript[],
  watches: readonly WatchScript[] = [],
  options: Partial<CacheFromOptions<KubernetesObject>> = {},
) {
  const clock = new FakeClock()
  const upstream = new ScriptedListerWatcher({ lists, watches })
  const { cacher, run } = cacheFrom({
    listerWatcher: upstream,
    type: POD,
    clock,
    random: () => 0,
    ...options,
  })
  const controller = new AbortController()
  stopping.push(controller)
  const running = run(controller.signal)
  const stop = async () => {
    controller.abort()
    await running
  }
  return { clock, upstream, cacher, stop }
}

describe('an upstream that stalls', () => {
  test('a watch that receives nothing is replaced from the last resourceVersion; readers notice nothing', async () => {
    const { clock, upstream, cacher } = start(
      [listAt(10, podAt('ns/foo', 5))],
      [open([modified(podAt('ns/foo', 11))], [bookmark(15)]), open([modified(podAt('ns/foo', 16))])],
    )
    await clock.settle()
    const reader = new WatchReader(await cacher.watch({ resourceVersion: '10' }))
    await clock.advance(89 * SECOND)
    expect(upstream.watches).toHaveLength(1)
    await clock.advance(SECOND)
    expect(upstream.watches.map(({ resourceVersion }) => resourceVersion)).toEqual(['10', '15'])
    expect(upstream.open).toBe(1)
    expect(reader.received).toEqual(['M ns/foo@11', 'M ns/foo@16'])
    expect(reader.isOver).toBe(false)
    expect(cacher.isReady).toBe(true)
    expect(upstream.lists.filter(({ limit }) => limit !== 1)).toHaveLength(1)
  })

  test('a list that is never answered is repeated', async () => {
    const { clock, upstream, cacher } = start(['silent', listAt(10)])
    await clock.advance(299 * SECOND)
    expect(upstream.lists).toHaveLength(1)
    await clock.advance(2 * SECOND)
    expect(upstream.lists).toHaveLength(2)
    expect(cacher.isReady).toBe(true)
  })

  test('a hand-written watch that ignores its signal is abandoned, and the cache goes on and stops', async () => {
    const { clock, upstream, cacher, stop } = start([listAt(10)])
    const watch = vi.spyOn(upstream, 'watch').mockImplementation(async () => deaf())
    await clock.advance(95 * SECOND)
    expect(watch).toHaveBeenCalledTimes(2)
    expect(cacher.isReady).toBe(true)
    const stopped = stop()
    await clock.advance(5 * SECOND)
    await stopped
    expect(clock.pendingTimers).toBe(0)
  })

  test('leaves no timer after the stop', async () => {
    const { clock, stop } = start([listAt(10)])
    await clock.settle()
    await stop()
    expect(clock.pendingTimers).toBe(0)
  })
})

describe('an upstream that was restored from a backup', () => {
  test('is noticed within a minute of silence: the state is listed again, and readers end', async () => {
    const { clock, upstream, cacher } = start([
      listAt(50, podAt('ns/foo', 45)),
      tooLarge,
      listAt(20, podAt('ns/bar', 19)),
    ])
    await clock.settle()
    const reader = new WatchReader(await cacher.watch({ resourceVersion: '50' }))
    await clock.advance(24 * SECOND)
    expect(reader.isOver).toBe(false)
    await clock.advance(5 * SECOND)
    expect(upstream.lists.slice(1)).toEqual([
      { resourceVersion: '50', resourceVersionMatch: 'NotOlderThan', limit: 1 },
      { limit: 10_000 },
    ])
    expect(reader.isOver).toBe(true)
    expect(reader.received).toEqual([])
    expect(cacher.resourceVersion).toBe('20')
    expect(keysOf(await cacher.list({ resourceVersion: '0' }))).toEqual(['ns/bar'])
  })

  test('C26: is noticed within a minute, though the server wants to be asked ten times, and says so before readers end', async () => {
    const clock = new FakeClock()
    const upstream = new ScriptedListerWatcher({ lists: [listAt(50, podAt('ns/foo', 45)), listAt(20)] })
    const ends: boolean[] = []
    const stopped = new AbortController()
    stopping.push(stopped)
    const { cacher, run } = cacheFrom({
      listerWatcher: {
        watch: (...args) => upstream.watch(...args),
        list: (options, context) =>
          options.resourceVersionMatch ? repeated(tooLarge, clock, context) : upstream.list(options, context),
      },
      type: POD,
      clock,
      onRestored: () => ends.push(reader.isOver),
    })
    void run(stopped.signal)
    await clock.settle()
    const reader = new WatchReader(await cacher.watch({ resourceVersion: '50' }))
    await clock.advance(40 * SECOND)
    expect([ends, reader.isOver, cacher.resourceVersion]).toEqual([[false], true, '20'])
  })

  test('C26: an upstream that has the resourceVersion when it is asked again is not listed', async () => {
    const clock = new FakeClock()
    const upstream = new ScriptedListerWatcher({ lists: [listAt(50)] })
    const stopped = new AbortController()
    stopping.push(stopped)
    const { cacher, run } = cacheFrom({
      listerWatcher: {
        watch: (...args) => upstream.watch(...args),
        list: async (options, context) => {
          if (options.resourceVersionMatch) await refused(tooLarge, 1, clock, context)
          return upstream.list(options, context)
        },
      },
      type: POD,
      clock,
    })
    void run(stopped.signal)
    await clock.advance(80 * SECOND)
    expect(cacher.isReady).toBe(true)
    expect(upstream.lists.filter(({ resourceVersionMatch }) => !resourceVersionMatch)).toHaveLength(1)
  })

  test('is noticed at a later moment of a quiet watch', async () => {
    const { clock, upstream, cacher } = start(
      [listAt(50), listAt(50), listAt(50), tooLarge, listAt(20)],
      [open([bookmark(50)])],
    )
    await clock.advance(60 * SECOND)
    expect(cacher.resourceVersion).toBe('50')
    expect(upstream.watches).toHaveLength(1)
    await clock.advance(20 * SECOND)
    expect(cacher.resourceVersion).toBe('20')
  })

  test('an upstream where nothing happens is not listed again', async () => {
    const { clock, upstream, cacher } = start([listAt(50)])
    await clock.advance(1000 * SECOND)
    // Comparisons ask for the newest resourceVersion, and for an exact one.
    const complete = upstream.lists.filter(
      ({ resourceVersionMatch, limit }) => !resourceVersionMatch && limit !== 1,
    )
    expect(complete).toHaveLength(1)
    expect(cacher.isReady).toBe(true)
  })

  test('a reader from before is refused, and one whose revision the source has waits for it', async () => {
    const { clock, upstream, cacher } = start([listAt(20), listAt(22)], [open([], [bookmark(20)])])
    await clock.settle()
    const before = new WatchReader(await cacher.watch({ resourceVersion: '50' }))
    expect(before.received).toEqual(['E 410 too old resource version: 50 (22)'])
    const ahead = new WatchReader(await cacher.watch({ resourceVersion: '22' }))
    expect(ahead.received).toEqual([])
    expect(ahead.isOver).toBe(false)
    const requests = upstream.lists.length
    await Promise.all([cacher.watch({ resourceVersion: '22' }), cacher.watch({ resourceVersion: '21' })])
    expect(upstream.lists).toHaveLength(requests + 1)
  })

  test('a reader waits if the source does not answer', async () => {
    const { clock, cacher } = start([listAt(20), new StatusError({ code: 503 })])
    await clock.settle()
    const reader = new WatchReader(await cacher.watch({ resourceVersion: '50' }))
    expect(reader.isOver).toBe(false)
  })
})

describe('a start from a stored state', () => {
  const rowOf = (key: string, version: number) => encodeRow(podAt(key, version))

  test('needs no list, and watches resume from before it', async () => {
    const { clock, upstream, cacher } = start([], [open([added(podAt('ns/new', 30))])], {
      stored: {
        resourceVersion: '10',
        rows: [rowOf('ns/a', 5), rowOf('ns/b', 6)],
        events: [
          { type: 'MODIFIED', row: rowOf('ns/a', 11) },
          { type: 'DELETED', row: rowOf('ns/b', 12) },
          { type: 'ADDED', row: rowOf('ns/c', 13) },
          { type: 'BOOKMARK', resourceVersion: '20' },
        ],
      },
    })
    expect(cacher.isReady).toBe(true)
    expect(cacher.resourceVersion).toBe('20')
    await clock.settle()
    expect(upstream.lists).toEqual([])
    expect(upstream.watches).toMatchObject([{ resourceVersion: '20' }])
    const reader = new WatchReader(await cacher.watch({ resourceVersion: '10' }))
    expect(reader.received).toEqual(['M ns/a@11', 'D ns/b@12', 'A ns/c@13', 'A ns/new@30'])
    const early = new WatchReader(await cacher.watch({ resourceVersion: '9' }))
    expect(early.received).toEqual(['E 410 too old resource version: 9 (10)'])
  })

  test('from a broken log lists instead', async () => {
    const { clock, upstream, cacher } = start([listAt(50, podAt('ns/foo', 45))], [], {
      stored: {
        resourceVersion: '10',
        rows: [rowOf('ns/a', 5)],
        events: [{ type: 'MODIFIED', row: rowOf('ns/a', 9) }],
      },
    })
    await clock.settle()
    expect(upstream.lists).toHaveLength(1)
    expect(cacher.resourceVersion).toBe('50')
    expect(cacher.size).toBe(1)
  })

  test('verifies the revision while the watch is silent', async () => {
    const { clock, upstream, cacher } = start([tooLarge, listAt(20)], [], {
      stored: { resourceVersion: '50', rows: [], events: [] },
    })
    await clock.advance(35 * SECOND)
    expect(upstream.lists).toHaveLength(2)
    expect(cacher.resourceVersion).toBe('20')
  })

  test('a log receives what a later process starts from', async () => {
    const log: (readonly [string, string] | readonly StoredEvent[])[] = []
    const { clock } = start(
      [listAt(10, podAt('ns/a', 5))],
      [
        open(
          [modified(podAt('ns/a', 11)), added(podAt('ns/b', 12))],
          [bookmark(20)],
          [modified(podAt('ns/a', 21)), modified(podAt('ns/a', 3))],
        ),
      ],
      {
        log: {
          replace: (rows, resourceVersion) =>
            log.push([[...rows].map(({ key }) => key).join(), resourceVersion]),
          append: events => log.push(events),
        },
      },
    )
    await clock.settle()
    expect(log).toEqual([
      ['ns/a', '10'],
      [
        { type: 'MODIFIED', row: rowOf('ns/a', 11) },
        { type: 'ADDED', row: rowOf('ns/b', 12) },
      ],
      [{ type: 'BOOKMARK', resourceVersion: '20' }],
      // The event that went back is not logged.
      [{ type: 'MODIFIED', row: rowOf('ns/a', 21) }],
    ])
  })
})
