import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { diskRig, largePods, load, OWNER, PODS, replace, untilReleased } from '../test/disk-rig.ts'
import { podRow } from '../test/rows.ts'
import type { FirstPaintSnapshot } from './first-paint.ts'

const GLIMPSE: FirstPaintSnapshot = {
  resourceVersion: '5',
  rows: [podRow('default/b', 2, { node: 'näher' }), podRow('default/a', 1)],
  total: 200,
  groups: [{ value: 'default', count: 200 }],
  window: { offset: 0, limit: 2 },
}

/** A collection that was saved once, and so may have firstPaint. */
async function kept(options: Parameters<ReturnType<typeof diskRig>['open']>[0] = {}) {
  const rig = diskRig()
  const disk = rig.open(options)
  const collection = disk.collection(PODS)
  await replace(collection, '5', [...GLIMPSE.rows])
  return { rig, disk, collection, next: () => rig.open(options).collection(PODS).firstPaint }
}

test.each([false, true])('a snapshot comes back as it was, encrypted: %s', async encrypt => {
  const { rig, collection, next } = await kept({ encrypt })
  await collection.firstPaint.save('default', GLIMPSE)
  await collection.firstPaint.save('other', { ...GLIMPSE, rows: [], groups: undefined, window: undefined })
  expect(await next().load('default')).toEqual(GLIMPSE)
  expect(await next().load('other')).toEqual({ resourceVersion: '5', rows: [], total: 200 })
  expect(await next().load('none')).toBeUndefined()
  const [record] = (await rig.all('firstPaint')) as { value: { payload: Uint8Array } }[]
  expect(new TextDecoder().decode(record?.value.payload).includes('uid-default')).toBe(!encrypt)
})

test('is there before its collection', async () => {
  const { rig, disk, collection } = await kept()
  await replace(collection, '6', largePods(60, 6, 100_000))
  await collection.firstPaint.save('default', GLIMPSE)
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

test('takes the place of the one before; of many, the latest stay', async () => {
  const clock = new FakeClock()
  const { rig, collection, next } = await kept({ clock })
  for (let i = 0; i < 20; i++) {
    await collection.firstPaint.save(`key-${i}`, { ...GLIMPSE, total: i })
    await clock.advance(1)
    await collection.firstPaint.save('again', { ...GLIMPSE, total: i })
    await clock.advance(1)
  }
  const keys = (await rig.all('firstPaint')).map(({ key }) => (key as string[])[1])
  expect(keys.sort()).toEqual(['again', ...Array.from({ length: 15 }, (_, i) => `key-${i + 5}`)].sort())
  expect((await next().load('again'))?.total).toBe(19)
})

test('is not kept of a collection that is not, that somebody else keeps, or of too much', async () => {
  const { rig, collection } = await kept()
  const other = rig.open().collection(PODS)
  await load(other)
  await other.firstPaint.save('default', GLIMPSE)
  await rig
    .open()
    .collection({ ...PODS, identity: 'bob' })
    .firstPaint.save('default', GLIMPSE)
  await collection.firstPaint.save('default', { ...GLIMPSE, rows: largePods(11, 5, 100_000) })
  expect(await rig.all('firstPaint')).toEqual([])
})

test('goes with its owner, its collection and its shape', async () => {
  const { rig, disk, collection, next } = await kept()
  await collection.firstPaint.save('default', GLIMPSE)
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
  expect(await next().load('default')).toEqual(GLIMPSE)
  await disk.erase(OWNER)
  expect(await rig.all('firstPaint')).toEqual([])
  expect(await collection.firstPaint.load('default')).toBeUndefined()
})

test('goes when its collection takes another shape', async () => {
  const { rig, disk, collection } = await kept()
  await collection.firstPaint.save('default', GLIMPSE)
  disk.close()
  await untilReleased(rig)
  await replace(rig.open().collection({ ...PODS, shape: 'other' }), '7', [])
  expect(await rig.all('firstPaint')).toEqual([])
})

test('that is damaged, or of another key, is none', async () => {
  const { rig, collection, next } = await kept()
  await collection.firstPaint.save('default', GLIMPSE)
  const [record] = (await rig.all('firstPaint')) as { value: { payload: Uint8Array } }[]
  await rig.put('firstPaint', { ...record?.value, key: 'other' })
  expect(await next().load('other')).toBeUndefined()
  expect(await next().load('default')).toEqual(GLIMPSE)
  const payload = record?.value.payload.slice() ?? new Uint8Array()
  payload[20] = (payload[20] ?? 0) ^ 1
  await rig.put('firstPaint', { ...record?.value, payload })
  expect(await next().load('default')).toBeUndefined()
})

test('is none where there is no disk', async () => {
  const collection = diskRig().open({ indexedDB: null }).collection(PODS)
  await collection.firstPaint.save('default', GLIMPSE)
  expect(await collection.firstPaint.load('default')).toBeUndefined()
})
