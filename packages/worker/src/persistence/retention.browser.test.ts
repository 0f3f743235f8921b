import { FakeClock } from '@kube-informer/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type DiskRig, diskRig, largePods, openRaw, PODS, replace, shown } from '../test/disk-rig.ts'
import { podRow } from '../test/rows.ts'
import { DATABASE_VERSION } from './disk-schema.ts'
import type { FirstPaintSnapshot } from './first-paint.ts'

const A = podRow('default/a', 1)
const SNAPSHOT: FirstPaintSnapshot = { resourceVersion: '5', rows: [A], total: 1 }
const DAY_MS = 24 * 60 * 60_000
const SERVICES = { ...PODS, resource: { ...PODS.resource, plural: 'services' } }

const countsOf = async (rig: DiskRig): Promise<Record<string, number>> => {
  const stores = ['collections', 'heads', 'chunks', 'firstPaint', 'owners']
  const counts = await Promise.all(stores.map(async store => [store, (await rig.all(store)).length] as const))
  return Object.fromEntries(counts)
}
const NOTHING = { collections: 0, heads: 0, chunks: 0, firstPaint: 0, owners: 0 }

/** A database with one collection of Pods and its first-paint snapshot; the host that wrote it has ended. */
async function stored({ encrypt = false } = {}) {
  const rig = diskRig()
  const clock = new FakeClock()
  const disk = rig.open({ clock, encrypt })
  const collection = disk.collection(PODS)
  await replace(collection, '5', [A])
  await collection.firstPaint.save('default', SNAPSHOT)
  expect(await countsOf(rig)).toMatchObject({ collections: 1, chunks: 1, firstPaint: 1 })
  disk.close()
  return { rig, clock }
}

describe('when a host starts, without opening a collection', () => {
  test('what is older than the limit is deleted', async () => {
    const { rig, clock } = await stored()
    await clock.advance(8 * DAY_MS)
    rig.open({ clock }).retainOnly?.([PODS])
    await expect.poll(() => countsOf(rig)).toEqual({ ...NOTHING, owners: 1 })
    // Another host could have started to use the owner.
    await clock.advance(15_000)
    await expect.poll(() => countsOf(rig)).toEqual(NOTHING)
  })

  test('what a clock stored that was wrong by more than the limit is deleted', async () => {
    const { rig, clock } = await stored()
    rig.open({ clock: new FakeClock({ now: clock.now() - 400 * DAY_MS }) }).retainOnly?.([PODS])
    await expect.poll(() => countsOf(rig)).toMatchObject({ chunks: 0, firstPaint: 0 })
  })

  test.each([false, true])(
    'a resource that its definition no longer persists is deleted, encrypted: %s',
    async encrypt => {
      const { rig, clock } = await stored({ encrypt })
      const before = rig.open({ clock, encrypt })
      await replace(before.collection(SERVICES), '7', [podRow('default/web', 7)])
      before.close()
      const disk = rig.open({ clock, encrypt })
      disk.retainOnly?.([SERVICES])
      await expect.poll(() => countsOf(rig)).toMatchObject({ collections: 1, chunks: 1, firstPaint: 0 })
      expect(await shown(disk, SERVICES)).toEqual(['7', { 'default/web': '7' }])
      expect(await shown(disk)).toBeUndefined()
    },
  )

  test('rows of another shape or version of the resource are deleted', async () => {
    for (const type of [
      { ...PODS, shape: 'other' },
      { ...PODS, resource: { ...PODS.resource, version: 'v1beta1' } },
    ]) {
      const { rig, clock } = await stored()
      rig.open({ clock }).retainOnly?.([type])
      await expect.poll(() => countsOf(rig)).toMatchObject({ collections: 0, chunks: 0, firstPaint: 0 })
    }
  })

  test('several hosts of one disk keep the types of each of them', async () => {
    const { rig, clock } = await stored()
    const disk = rig.open({ clock })
    disk.retainOnly?.([PODS])
    disk.retainOnly?.([SERVICES])
    // Virtual time would pass the limit of opening the database.
    await expect.poll(() => disk.status(PODS).state).toBe('on')
    await clock.advance(15_000)
    expect(await shown(disk)).toEqual(['5', { 'default/a': '1' }])
  })

  test.each([false, true])('data of the other form is deleted, encrypted: %s', async encrypt => {
    const { rig, clock } = await stored({ encrypt })
    rig.open({ clock, encrypt: !encrypt }).retainOnly?.([PODS])
    await expect.poll(() => countsOf(rig)).toEqual(NOTHING)
  })

  test('unencrypted data is deleted, too, where encryption is required but not available', async () => {
    const { rig, clock } = await stored()
    const crypto = { getRandomValues: globalThis.crypto.getRandomValues.bind(globalThis.crypto) } as Crypto
    rig.open({ clock, encrypt: true, crypto }).retainOnly?.([PODS])
    await expect.poll(() => countsOf(rig)).toEqual(NOTHING)
  })

  test('a database of an older version is emptied, and not read', async () => {
    const rig = diskRig()
    const older = await new Promise<IDBDatabase>(resolve => {
      const request = indexedDB.open(rig.name, DATABASE_VERSION - 1)
      request.onupgradeneeded = () => request.result.createObjectStore('chunks').put('rows', 1)
      request.onsuccess = () => resolve(request.result)
    })
    older.close()
    rig.open().retainOnly?.([PODS])
    await expect
      .poll(async () => (await indexedDB.databases()).find(({ name }) => name === rig.name))
      .toMatchObject({
        version: DATABASE_VERSION,
      })
    expect(await countsOf(rig)).toEqual(NOTHING)
  })

  test('no database is created', async () => {
    const rig = diskRig()
    const clock = new FakeClock()
    rig.open({ clock }).retainOnly?.([PODS])
    await clock.advance(15_000)
    // Later requests for the same database are processed in order.
    const opened = await openRaw(rig.name)
    onTestFinished(() => opened.close())
    expect([opened.version, [...opened.objectStoreNames]]).toEqual([1, []])
  })
})

describe('while a host runs', () => {
  test('what becomes older than the limit is deleted, although a store is open', async () => {
    const rig = diskRig()
    const clock = new FakeClock()
    const disk = rig.open({ clock, maxAgeMs: 2 * DAY_MS })
    const collection = disk.collection(PODS)
    await replace(collection, '5', largePods(2, 5, 100_000))
    await collection.firstPaint.save('default', SNAPSHOT)
    await clock.advance(1.9 * DAY_MS)
    expect(await countsOf(rig)).toMatchObject({ chunks: 1, firstPaint: 1 })
    await clock.advance(0.2 * DAY_MS)
    await expect.poll(() => countsOf(rig)).toMatchObject({ collections: 0, chunks: 0, firstPaint: 0 })
    // The store was the writer of what is gone: it starts again with all rows.
    expect(await replace(collection, '6', [A])).toBeUndefined()
    expect(await shown(rig.open({ clock }))).toEqual(['6', { 'default/a': '1' }])
  })

  test('a short limit is checked more often than once an hour', async () => {
    const rig = diskRig()
    const clock = new FakeClock()
    const disk = rig.open({ clock, maxAgeMs: 5 * 60_000 })
    await replace(disk.collection(PODS), '5', [A])
    await clock.advance(11 * 60_000)
    await expect.poll(() => countsOf(rig)).toMatchObject({ collections: 0, chunks: 0 })
  })

  test('an old first-paint snapshot is deleted, although its collection is new', async () => {
    const rig = diskRig()
    const clock = new FakeClock()
    const disk = rig.open({ clock, maxAgeMs: DAY_MS })
    const collection = disk.collection(PODS)
    await replace(collection, '5', [A])
    await collection.firstPaint.save('a search of yesterday', SNAPSHOT)
    await clock.advance(0.9 * DAY_MS)
    await replace(collection, '6', [A])
    await collection.firstPaint.save('a search of today', SNAPSHOT)
    await clock.advance(0.2 * DAY_MS)
    await expect
      .poll(async () => (await rig.all('firstPaint')).map(({ key }) => key))
      .toEqual([[expect.any(Number), 'a search of today']])
    expect(await countsOf(rig)).toMatchObject({ collections: 1, chunks: 1, owners: 1 })
  })
})
