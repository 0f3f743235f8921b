import { createKubeClient, createListWatch, type Row, readObject } from '@kube-informer/core'
import { hasBytes } from '@kube-informer/core/rows'
import { createFakeApiserver, FakeClock, generatePods, pods } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { diskRig, largePods, load, OWNER, PODS, replace, untilReleased } from '../test/disk-rig.ts'
import { podRow } from '../test/rows.ts'
import type { FirstPaintSnapshot } from './first-paint.ts'

const SNAPSHOT: FirstPaintSnapshot = {
  resourceVersion: '5',
  rows: [podRow('default/b', 2, { node: 'näher' }), podRow('default/a', 1)],
  total: 200,
  groups: [{ value: 'default', count: 200 }],
  window: { offset: 0, limit: 2 },
}

/** A collection that was saved once, which first-paint snapshots require. */
async function kept(options: Parameters<ReturnType<typeof diskRig>['open']>[0] = {}) {
  const rig = diskRig()
  const disk = rig.open(options)
  const collection = disk.collection(PODS)
  await replace(collection, '5', [...SNAPSHOT.rows])
  return { rig, disk, collection, next: () => rig.open(options).collection(PODS).firstPaint }
}

test.each([false, true])('a first-paint snapshot round-trips, encrypted: %s', async encrypt => {
  const { rig, collection, next } = await kept({ encrypt })
  await collection.firstPaint.save('default', SNAPSHOT)
  await collection.firstPaint.save('other', { ...SNAPSHOT, rows: [], groups: undefined, window: undefined })
  expect(await next().load('default')).toEqual(SNAPSHOT)
  expect(await next().load('other')).toEqual({ resourceVersion: '5', rows: [], total: 200 })
  expect(await next().load('none')).toBeUndefined()
  const [record] = (await rig.all('firstPaint')) as { value: { payload: Uint8Array } }[]
  expect(new TextDecoder().decode(record?.value.payload).includes('uid-default')).toBe(!encrypt)
})

test('rows of protobuf are kept as text, which a page shows without what reads protobuf', async () => {
  const { collection, next } = await kept()
  const server = createFakeApiserver({ objects: generatePods({ count: 3, seed: 1 }) })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, encoding: 'protobuf' })
  const { signal } = new AbortController()
  const { items } = await createListWatch(client, pods, { form: 'row' }).list({}, { signal })
  const rows = items as readonly Row[]
  expect(rows.map(hasBytes)).toEqual([true, true, true])
  await collection.firstPaint.save('default', { ...SNAPSHOT, rows })
  const loaded = (await next().load('default'))?.rows ?? []
  expect(loaded.map(hasBytes)).toEqual([false, false, false])
  expect(loaded.map(row => readObject(row))).toEqual(rows.map(row => readObject(row)))
  expect(loaded.map(({ body: _, ...identity }) => identity)).toEqual(
    rows.map(({ body: _, ...identity }) => identity),
  )
})

test('a first-paint snapshot loads before its collection', async () => {
  const { rig, disk, collection } = await kept()
  await replace(collection, '6', largePods(60, 6, 100_000))
  await collection.firstPaint.save('default', SNAPSHOT)
  disk.close()
  await untilReleased(rig)
  const next = rig.open().collection(PODS)
  const order: string[] = []
  await Promise.all([
    load(next).then(() => order.push('collection')),
    next.firstPaint.load('default').then(() => order.push('snapshot')),
  ])
  expect(order).toEqual(['snapshot', 'collection'])
})

test('a save replaces the snapshot of its key, and only the latest keys stay', async () => {
  const clock = new FakeClock()
  const { rig, collection, next } = await kept({ clock })
  for (let i = 0; i < 20; i++) {
    await collection.firstPaint.save(`key-${i}`, { ...SNAPSHOT, total: i })
    await clock.advance(1)
    await collection.firstPaint.save('again', { ...SNAPSHOT, total: i })
    await clock.advance(1)
  }
  const keys = (await rig.all('firstPaint')).map(({ key }) => (key as string[])[1])
  expect(keys.sort()).toEqual(['again', ...Array.from({ length: 15 }, (_, i) => `key-${i + 5}`)].sort())
  expect((await next().load('again'))?.total).toBe(19)
})

test('is not saved without a saved collection, without the writer lock, or above the size limit', async () => {
  const { rig, collection } = await kept()
  const other = rig.open().collection(PODS)
  await load(other)
  await other.firstPaint.save('default', SNAPSHOT)
  await rig
    .open()
    .collection({ ...PODS, identity: 'bob' })
    .firstPaint.save('default', SNAPSHOT)
  await collection.firstPaint.save('default', { ...SNAPSHOT, rows: largePods(11, 5, 100_000) })
  expect(await rig.all('firstPaint')).toEqual([])
})

test('belongs to an owner, a collection and a shape', async () => {
  const { rig, disk, collection, next } = await kept()
  await collection.firstPaint.save('default', SNAPSHOT)
  expect(
    await rig
      .open()
      .collection({ ...PODS, shape: 'other' })
      .firstPaint.load('default'),
  ).toBeUndefined()
  expect(
    await rig
      .open()
      .collection({ ...PODS, identity: 'bob' })
      .firstPaint.load('default'),
  ).toBeUndefined()
  await replace(collection, '6', [])
  expect(await next().load('default')).toEqual(SNAPSHOT)
  await disk.erase(OWNER)
  expect(await rig.all('firstPaint')).toEqual([])
  expect(await collection.firstPaint.load('default')).toBeUndefined()
})

test('is deleted when its collection changes its shape', async () => {
  const { rig, disk, collection } = await kept()
  await collection.firstPaint.save('default', SNAPSHOT)
  disk.close()
  await untilReleased(rig)
  await replace(rig.open().collection({ ...PODS, shape: 'other' }), '7', [])
  expect(await rig.all('firstPaint')).toEqual([])
})

test('a damaged snapshot, or one of another key, is not loaded', async () => {
  const { rig, collection, next } = await kept()
  await collection.firstPaint.save('default', SNAPSHOT)
  const [record] = (await rig.all('firstPaint')) as { value: { payload: Uint8Array } }[]
  await rig.put('firstPaint', { ...record?.value, key: 'other' })
  expect(await next().load('other')).toBeUndefined()
  expect(await next().load('default')).toEqual(SNAPSHOT)
  const payload = record?.value.payload.slice() ?? new Uint8Array()
  payload[20] = (payload[20] ?? 0) ^ 1
  await rig.put('firstPaint', { ...record?.value, payload })
  expect(await next().load('default')).toBeUndefined()
})

test('is missing without a disk', async () => {
  const collection = diskRig().open({ indexedDB: null }).collection(PODS)
  await collection.firstPaint.save('default', SNAPSHOT)
  expect(await collection.firstPaint.load('default')).toBeUndefined()
})
