import { describe, expect, test } from 'vitest'
import { CacherRig } from '../test/cacher-rig.ts'

const putMany = (rig: CacherRig, count: number): void => {
  for (let each = 0; each < count; each++) rig.put('ns/foo')
}

describe('stalled readers', () => {
  test('E08: receive 21 events completely, and are cut off at the next one when the budget is exhausted', async () => {
    const rig = new CacherRig().load()
    const stalled = (await rig.open({ resourceVersion: '1000' })).stall()
    await rig.clock.advance(10_000)
    putMany(rig, 21)
    await rig.clock.advance(60_000)
    expect(stalled.isOver).toBe(false)
    expect(rig.cacher.openWatches).toBe(1)
    putMany(rig, 1)
    await rig.clock.advance(99)
    expect(rig.cacher.openWatches).toBe(1)
    await rig.clock.advance(1)
    expect(rig.cacher.openWatches).toBe(0)
    stalled.resume()
    // Events that have left the cache arrive, then the watch ends without an ERROR.
    expect(stalled.received).toHaveLength(10)
    expect(stalled.received.at(-1)).toBe('M ns/foo@1010')
    expect(stalled.isOver).toBe(true)
  })

  test('E08: a reader that reads within the budget continues', async () => {
    const rig = new CacherRig().load()
    const slow = (await rig.open({ resourceVersion: '1000' })).stall()
    await rig.clock.advance(10_000)
    putMany(rig, 30)
    await rig.clock.advance(50)
    slow.resume()
    await rig.clock.advance(1000)
    expect(slow.received).toHaveLength(30)
    expect(slow.isOver).toBe(false)
    expect(rig.cacher.openWatches).toBe(1)
  })

  test('E07: delay the others only within the budget', async () => {
    const rig = new CacherRig().load()
    const fast = await rig.open({ resourceVersion: '1000' })
    const stalled = await Promise.all(
      Array.from({ length: 50 }, async () => (await rig.open({ resourceVersion: '1000' })).stall()),
    )
    await rig.clock.advance(10_000)
    for (let burst = 0; burst < 100; burst++) {
      putMany(rig, 20)
      await rig.clock.settle()
    }
    expect(fast.received).toHaveLength(22)
    await rig.clock.advance(100)
    for (let round = 0; round < 10; round++) await rig.clock.settle()
    expect(rig.cacher.openWatches).toBe(1)
    expect(fast.received).toHaveLength(2000)
    expect(new Set(fast.received).size).toBe(2000)
    for (const reader of stalled) {
      reader.resume()
      expect(reader.received.some(event => event.startsWith('E'))).toBe(false)
      expect(reader.isOver).toBe(true)
    }
    expect(rig.clock.pendingTimers).toBe(1)
  })

  test('backpressure is signalled while many events wait for a slow reader', async () => {
    const rig = new CacherRig().load()
    const stalled = (await rig.open({ resourceVersion: '1000' })).stall()
    putMany(rig, 22)
    expect(rig.cacher.backpressure()).toBeUndefined()
    putMany(rig, 100)
    const waiting = rig.cacher.backpressure()
    expect(waiting).toBeInstanceOf(Promise)
    await rig.clock.advance(100)
    await waiting
    expect(stalled.isOver).toBe(false)
    expect(rig.cacher.openWatches).toBe(0)
  })

  test('a watch that opens while events wait receives no event twice', async () => {
    const rig = new CacherRig().load()
    ;(await rig.open({ resourceVersion: '1000' })).stall()
    await rig.clock.advance(10_000)
    putMany(rig, 40)
    const fromHistory = await rig.open({ resourceVersion: '1000', queueSize: 100 })
    const fromState = await rig.open({ sendInitialEvents: true, queueSize: 100 })
    const live = await rig.open({ resourceVersion: '1040', queueSize: 100 })
    putMany(rig, 1)
    await rig.clock.advance(200)
    expect(fromHistory.received).toHaveLength(41)
    expect(fromState.received).toEqual(['A ns/foo@1040', 'M ns/foo@1041'])
    expect(live.received).toEqual(['M ns/foo@1041'])
  })
})

describe('readers of the initial events', () => {
  const whole = (count: number) => {
    const rig = new CacherRig()
    for (let each = 0; each < count; each++) rig.put(`ns/pod-${String(each).padStart(4, '0')}`)
    return rig.load()
  }
  const INITIAL = { sendInitialEvents: true, allowWatchBookmarks: true }

  test('C18: a reader that waits for the end bookmark gets all initial and queued events, and then the end', async () => {
    const rig = whole(50)
    const watch = await rig.cacher.watch(INITIAL)
    await rig.clock.advance(10_000)
    putMany(rig, 11)
    await rig.clock.advance(100)
    expect(rig.cacher.openWatches).toBe(0)
    const types = [...watch.take(), ...watch.take()].map(({ type }) => type)
    expect(types.filter(type => type === 'ADDED')).toHaveLength(51)
    expect(types[50]).toBe('BOOKMARK')
    expect(types).toHaveLength(61)
    expect(watch.isOver).toBe(true)
  })

  test('C18: a reader that has read the end bookmark is cut off like all others', async () => {
    const rig = whole(50)
    const watch = await rig.cacher.watch(INITIAL)
    expect(watch.take().at(-1)?.type).toBe('BOOKMARK')
    await rig.clock.advance(10_000)
    putMany(rig, 22)
    await rig.clock.advance(100)
    expect(rig.cacher.openWatches).toBe(0)
    expect(watch.take()).toHaveLength(10)
    expect(watch.isOver).toBe(true)
  })

  test('C18: a reader without an end bookmark is also cut off, and receives no events after a gap', async () => {
    const rig = whole(50)
    const watch = await rig.cacher.watch({ sendInitialEvents: true })
    expect(watch.take(20)).toHaveLength(20)
    await rig.clock.advance(10_000)
    putMany(rig, 11)
    await rig.clock.advance(100)
    expect(watch.take()).toEqual([])
    expect(watch.isOver).toBe(true)
  })

  test('C18: a reader that closes its watch gets nothing', async () => {
    const rig = whole(50)
    const watch = await rig.cacher.watch(INITIAL)
    watch.close()
    expect(watch.take()).toEqual([])
    expect(watch.isOver).toBe(true)
    expect(rig.cacher.openWatches).toBe(0)
  })

  test('B14: the end bookmark follows the complete state once, for any reading speed', async () => {
    const rig = whole(250)
    const watch = await rig.cacher.watch({ ...INITIAL, queueSize: 1000 })
    const types: string[] = []
    for (let round = 0; round < 100; round++) {
      for (const { type } of watch.take(7)) types.push(type)
      rig.put('ns/pod-0000')
      rig.cacher.progress(String(rig.bump()))
    }
    expect(types.slice(0, 250)).toEqual(Array(250).fill('ADDED'))
    expect(types.indexOf('BOOKMARK')).toBe(250)
    expect(types.filter(type => type === 'BOOKMARK')).toHaveLength(1)
    expect(types.slice(251).every(type => type === 'MODIFIED')).toBe(true)
  })

  test('the state is that of the start, also with writes during the reads', async () => {
    const rig = whole(250)
    const watch = await rig.cacher.watch({ ...INITIAL, queueSize: 1000 })
    expect(watch.take(10)).toHaveLength(10)
    for (let each = 0; each < 250; each++) rig.remove(`ns/pod-${String(each).padStart(4, '0')}`)
    const rest = watch.take()
    expect(rest.map(({ type }) => type)).toEqual([
      ...Array(240).fill('ADDED'),
      'BOOKMARK',
      ...Array(250).fill('DELETED'),
    ])
  })
})

describe('readers of the history', () => {
  test('E17: events that are overwritten before they are read end the watch without an ERROR', async () => {
    const rig = new CacherRig({ historyLimit: 1000 }).load()
    putMany(rig, 1000)
    const watch = await rig.cacher.watch({ resourceVersion: '1000', queueSize: 5000 })
    expect(watch.take(100)).toHaveLength(100)
    putMany(rig, 200)
    expect(watch.take()).toEqual([])
    expect(watch.isOver).toBe(true)
    expect(rig.cacher.openWatches).toBe(0)
    const again = await rig.open({ resourceVersion: '1100' })
    expect(again.received).toEqual(['E 410 too old resource version: 1100 (1200)'])
  })
})
