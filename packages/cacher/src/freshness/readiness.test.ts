import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { CacherRig, keysOf } from '../test/cacher-rig.ts'
import { Readiness } from './readiness.ts'

describe('readiness', () => {
  test('C24: pending, ready, pending, stopped: notifies waiters, and each state has a new generation', async () => {
    const readiness = new Readiness(new FakeClock())
    expect(readiness.isReady).toBe(false)
    const first = readiness.wait()
    readiness.setReady()
    await first
    expect(readiness.generation).toBe(1)
    await readiness.wait()

    readiness.setPending('no leader')
    expect(() => readiness.check()).toThrow('storage is (re)initializing: no leader')
    const second = readiness.wait()
    readiness.setReady()
    await second
    expect(readiness.generation).toBe(2)

    readiness.setPending(undefined)
    expect(() => readiness.check()).toThrow(/^storage is \(re\)initializing$/)
    const third = readiness.wait()
    const stopping = new AbortController()
    const fourth = readiness.wait(stopping.signal)
    stopping.abort(new Error('gone'))
    await expect(fourth).rejects.toThrow('gone')
    readiness.stop()
    await expect(third).rejects.toThrow('apiserver cacher is stopped')
    await expect(readiness.wait()).rejects.toThrow('apiserver cacher is stopped')
    readiness.setReady()
    expect(readiness.isReady).toBe(false)
    expect(readiness.generation).toBe(2)
  })

  test('C24: a wait ends with the initial list', async () => {
    const rig = new CacherRig()
    const ready = rig.cacher.ready()
    expect(rig.cacher.isReady).toBe(false)
    rig.load()
    await ready
    expect(rig.cacher.isReady).toBe(true)
  })
})

describe('a cache that is not ready', () => {
  test('E12: rejects a watch with a 429', async () => {
    const rig = new CacherRig().load()
    rig.cacher.fail('no leader')
    await expect(rig.cacher.watch({})).rejects.toMatchObject({
      code: 429,
      reason: 'TooManyRequests',
      message: 'storage is (re)initializing: no leader',
      retryAfterSeconds: 1,
    })
  })

  test.each([
    [0, 1],
    [10, 1],
    [14, 2],
    [20, 3],
    [30, 6],
    [40, 11],
    [57, 30],
    [600, 30],
  ])('E13: after %i s it asks for %i s', async (downSeconds, retryAfterSeconds) => {
    const rig = new CacherRig().load()
    rig.cacher.fail()
    await rig.clock.advance(downSeconds * 1000)
    await expect(rig.cacher.watch({})).rejects.toMatchObject({
      retryAfterSeconds,
      message: 'storage is (re)initializing',
    })
  })

  test('E14: rejects a list from the cache, and forwards a paginated list without selectors', async () => {
    const rig = new CacherRig()
    rig.put('ns/foo')
    await expect(rig.cacher.list({ resourceVersion: '0' })).rejects.toMatchObject({ code: 429 })
    await expect(
      rig.cacher.list({ resourceVersion: '0', limit: 500, labelSelector: 'a=b' }),
    ).rejects.toMatchObject({ code: 429 })
    expect(rig.asked).toEqual([])
    expect(keysOf(await rig.cacher.list({ resourceVersion: '0', limit: 500 }))).toEqual(['ns/foo'])
    expect(rig.asked).toMatchObject([{ resourceVersion: '0', limit: 500 }])
  })

  test('E15: forwards a get', async () => {
    const rig = new CacherRig()
    rig.put('ns/foo')
    const found = await rig.cacher.get({ namespace: 'ns', name: 'foo', resourceVersion: '0' })
    expect(found?.name).toBe('foo')
    expect(rig.gets).toEqual(['ns/foo'])
  })

  test('E16: rejects everything after it was stopped', async () => {
    const rig = new CacherRig().load()
    const reader = await rig.open({ resourceVersion: '1000' })
    rig.cacher.stop()
    await rig.clock.settle()
    expect(reader.received).toEqual([])
    expect(reader.isOver).toBe(true)
    const stopped = { code: 429, message: 'apiserver cacher is stopped' }
    await expect(rig.cacher.watch({})).rejects.toMatchObject(stopped)
    await expect(rig.cacher.list({ resourceVersion: '0' })).rejects.toMatchObject(stopped)
    await expect(rig.cacher.list({ limit: 5 })).rejects.toMatchObject(stopped)
    await expect(rig.cacher.get({ namespace: 'ns', name: 'foo' })).rejects.toMatchObject(stopped)
    rig.cacher.replace([], '2000')
    expect(rig.cacher.isReady).toBe(false)
    expect(rig.clock.pendingTimers).toBe(0)
  })
})

describe('a read that waits for a newer revision when the state is lost', () => {
  test.each([
    [
      'breaks off',
      (rig: CacherRig) => rig.cacher.fail('no leader'),
      'storage is (re)initializing: no leader',
    ],
    ['is stopped', (rig: CacherRig) => rig.cacher.stop(), 'apiserver cacher is stopped'],
  ])('a read is refused at once when the cache %s, and a watch ends', async (_, end, message) => {
    const rig = new CacherRig().load()
    rig.stalled = true
    const resourceVersion = '1100'
    const list = rig.cacher.list({ resourceVersion, resourceVersionMatch: 'NotOlderThan' })
    const get = rig.cacher.get({ namespace: 'ns', name: 'foo', resourceVersion })
    const opening = rig.open({ sendInitialEvents: true, resourceVersion })
    await rig.clock.settle()
    end(rig)
    await expect(list).rejects.toMatchObject({ code: 429, message, retryAfterSeconds: 1 })
    await expect(get).rejects.toMatchObject({ code: 429, message })
    const reader = await opening
    expect([reader.received, reader.isOver]).toEqual([[], true])
    expect(rig.clock.pendingTimers).toBe(0)
  })

  test('a list that requested the revision of the source fails after the response', async () => {
    const answer = Promise.withResolvers<string>()
    const rig = new CacherRig().load()
    rig.currentResourceVersion = () => answer.promise
    const list = rig.cacher.list({})
    await rig.clock.settle()
    rig.cacher.fail()
    answer.resolve('1100')
    await expect(list).rejects.toMatchObject({ code: 429 })
    expect(rig.clock.pendingTimers).toBe(0)
  })
})
