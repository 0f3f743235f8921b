import { FakeClock } from '@kube-informer/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { diskRig, load, OWNER, openRaw, PODS, replace } from '../test/disk-rig.ts'
import { podRow } from '../test/rows.ts'

const A = podRow('default/a', 1)
const namesOfDatabases = async () => (await indexedDB.databases()).map(({ name }) => name)

test('the database of an earlier version is deleted when a host starts', async () => {
  const rig = diskRig()
  const before = rig.open()
  await replace(before.collection(PODS), '5', [A])
  before.close()
  const disabled = rig.open({ enabled: false })
  disabled.retainOnly?.([PODS])
  await expect.poll(namesOfDatabases).not.toContain(rig.name)
  expect(disabled.status(OWNER)).toEqual({ state: 'off', reason: 'persistence is disabled' })
})

test('a host of the earlier version that still runs stores nothing more', async () => {
  const rig = diskRig()
  const store = rig.open().collection(PODS)
  await replace(store, '5', [A])
  await rig.open({ enabled: false }).erase(OWNER)
  expect(await replace(store, '6', [A])).toBe('not-owner')
  for (const name of ['owners', 'collections', 'heads', 'chunks']) expect(await rig.all(name)).toEqual([])
})

test('nothing is loaded or saved, and no database is created', async () => {
  const rig = diskRig()
  const disabled = rig.open({ enabled: false })
  disabled.retainOnly?.([PODS])
  const store = disabled.collection(PODS)
  expect(await load(store)).toBeUndefined()
  expect(await replace(store, '5', [A])).toBe('not-owner')
  await store.firstPaint.save('key', { resourceVersion: '5', rows: [A], total: 1 })
  expect(await store.firstPaint.load('key')).toBeUndefined()
  store.release()
  await disabled.erase(OWNER)
  expect(await namesOfDatabases()).not.toContain(rig.name)
})

test('a sign-out rejects while the database still exists', async () => {
  const rig = diskRig()
  const before = rig.open()
  await replace(before.collection(PODS), '5', [A])
  before.close()
  // A tab that does not respond.
  const holder = await openRaw(rig.name)
  onTestFinished(() => holder.close())
  const clock = new FakeClock()
  const disabled = rig.open({ enabled: false, clock })
  const listener = vi.fn()
  disabled.subscribeStatus(listener)
  const erasing = expect(disabled.erase(OWNER)).rejects.toThrow(
    /the database disk-.* could not be deleted: it is open in another tab/,
  )
  await clock.advance(15_000)
  await erasing
  expect(listener).toHaveBeenCalledOnce()
  expect(disabled.status(OWNER)).toMatchObject({
    state: 'off',
    reason: expect.stringMatching(/persistence is disabled, but the database .* could not be deleted/),
  })
  holder.close()
  await expect.poll(() => disabled.status(OWNER).reason).toBe('persistence is disabled')
  expect(listener).toHaveBeenCalledTimes(2)
  expect(await namesOfDatabases()).not.toContain(rig.name)
})

test('there is nothing to delete without IndexedDB', async () => {
  await diskRig().open({ enabled: false, indexedDB: null }).erase(OWNER)
})
