import { systemClock } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  change,
  type DiskRig,
  deleteDatabase,
  diskRig,
  largePods,
  load,
  OWNER,
  openRaw,
  PODS,
  replace,
  settle,
  shown,
} from '../test/disk-rig.ts'
import { podRow } from '../test/rows.ts'
import { DATABASE_VERSION } from './disk-schema.ts'

const A = podRow('default/a', 1)
const B = podRow('default/b', 2)

/** Keeps a write transaction open, which blocks conflicting transactions; returns a function that ends it. */
async function occupy(name: string): Promise<() => void> {
  const database = await openRaw(name)
  const store = database.transaction('chunks', 'readwrite').objectStore('chunks')
  let isOver = false
  const keepBusy = () => {
    if (isOver) database.close()
    else store.count().onsuccess = keepBusy
  }
  await new Promise<void>(resolve => {
    store.count().onsuccess = () => {
      keepBusy()
      resolve()
    }
  })
  return () => {
    isOver = true
  }
}

/** Replaces the bytes of a record, in the form in which it was stored. */
async function putBytes(
  rig: DiskRig,
  record: { readonly key: IDBValidKey; readonly value: unknown } | undefined,
  change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
): Promise<void> {
  const bytes = change(await bytesOf(record))
  await rig.put('chunks', record?.value instanceof Blob ? new Blob([bytes]) : bytes, record?.key)
}

const bytesOf = async (record: { readonly value: unknown } | undefined): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Blob([record?.value as BlobPart]).arrayBuffer())

/** Only Chromium has storage buckets, and with them a quota for a test. */
const hasBuckets = 'storageBuckets' in navigator

interface StorageBuckets {
  open(name: string, options: { readonly quota: number }): Promise<{ readonly indexedDB: IDBFactory }>
  delete(name: string): Promise<void>
}

/** A storage bucket with a quota that the browser itself enforces, as it does eviction. */
async function bucket(quota: number): Promise<{ indexedDB: IDBFactory; evict: () => Promise<void> }> {
  const { storageBuckets } = navigator as Navigator & { readonly storageBuckets: StorageBuckets }
  const name = `bucket-${Math.floor(Math.random() * 1e9)}`
  const evict = () => storageBuckets.delete(name)
  onTestFinished(evict)
  const { indexedDB } = await storageBuckets.open(name, { quota })
  return { indexedDB, evict }
}

describe('without a usable database', () => {
  test('nothing is persisted, and the status is off', async () => {
    const disk = diskRig().open({ indexedDB: null })
    const store = disk.collection(PODS)
    expect(await load(store)).toBeUndefined()
    await expect(replace(store, '5', [A])).rejects.toThrow(/IndexedDB is not available/)
    expect(disk.status(OWNER)).toEqual({ state: 'off', reason: 'IndexedDB is not available' })
    await disk.erase(OWNER)
  })

  test('a denied open is reported and retried', async () => {
    const rig = diskRig()
    const clock = new FakeClock()
    const open = vi.fn<IDBFactory['open']>(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const factory = new Proxy(indexedDB, {
      get: (target, name) => (name === 'open' ? open : Reflect.get(target, name)),
    })
    const disk = rig.open({ indexedDB: factory, clock })
    expect(await load(disk.collection(PODS))).toBeUndefined()
    expect(disk.status(OWNER)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/denies storage.*private mode/),
    })
    await expect(disk.erase(OWNER)).rejects.toThrow(/denies storage/)
    open.mockImplementation((...args) => indexedDB.open(...args))
    await clock.advance(5_000)
    await expect.poll(() => disk.status(OWNER).state).toBe('on')
    await disk.erase(OWNER)
  })

  test('a load ends although opening hangs', async () => {
    const rig = diskRig()
    const clock = new FakeClock()
    const holder = await openRaw(rig.name)
    // An open request waits for the pending deletion.
    const deleting = deleteDatabase(rig.name)
    const disk = rig.open({ clock })
    const loading = load(disk.collection(PODS))
    await clock.advance(6_000)
    expect(await loading).toBeUndefined()
    expect(disk.status(OWNER)).toMatchObject({
      state: 'failed',
      reason: 'opening the database timed out',
    })
    await expect(disk.erase(OWNER)).rejects.toThrow(/timed out/)
    holder.close()
    await deleting
    await expect.poll(() => disk.status(OWNER).state).toBe('on')
  })

  test('a load ends although reading hangs', async () => {
    const rig = diskRig()
    const clock = new FakeClock()
    const disk = rig.open({ clock })
    const store = disk.collection(PODS)
    await replace(store, '5', [A])
    const endTransaction = await occupy(rig.name)
    const loading = load(store)
    await clock.advance(6_000)
    expect(await loading).toBeUndefined()
    expect(disk.status(OWNER)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/reading timed out/),
    })
    const saving = expect(replace(store, '6', [A])).rejects.toThrow(/writing timed out/)
    await clock.advance(60_000)
    await saving
    endTransaction()
    expect(await change(store, '7', [B])).toBe('not-owner')
    expect(await replace(store, '8', [B])).toBeUndefined()
    expect(disk.status(OWNER).state).toBe('on')
    expect(await shown(rig.open({ clock }))).toEqual(['8', { 'default/b': '2' }])
  })
})

describe.skipIf(!hasBuckets)('when the quota is exceeded', () => {
  test('unused collections are evicted', { timeout: 120_000 }, async () => {
    const rig = diskRig()
    const { indexedDB } = await bucket(6_000_000)
    const clock = new FakeClock()
    const first = rig.open({ clock, indexedDB })
    const old = { ...PODS, scope: { namespace: 'old' } }
    expect(
      await settle(clock, replace(first.collection(old), '5', largePods(30, 5, 100_000))),
    ).toBeUndefined()
    first.close()
    await clock.advance(60 * 60_000)
    const disk = rig.open({ clock, indexedDB })
    const store = disk.collection(PODS)
    const pods = largePods(40, 9, 100_000)
    // The browser frees deleted data later; an informer retries as well.
    const save = () => settle(clock, replace(store, '9', pods)).catch(() => 'refused')
    await expect.poll(save, { timeout: 90_000, interval: 500 }).toBeUndefined()
    expect(disk.status(OWNER).state).toBe('on')
    expect(await shown(rig.open({ clock, indexedDB }), old)).toBeUndefined()
  })

  test('the error is reported, the old snapshot stays, and a later save succeeds', async () => {
    const rig = diskRig()
    const { indexedDB } = await bucket(2_000_000)
    const disk = rig.open({ indexedDB })
    const store = disk.collection(PODS)
    await replace(store, '5', [A])
    await expect(replace(store, '6', largePods(30, 6, 100_000))).rejects.toThrow(/quota .*exceeded/)
    expect(disk.status(OWNER)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/v1\/pods cannot be persisted.*quota/),
    })
    expect(await shown(rig.open({ indexedDB }))).toEqual(['5', { 'default/a': '1' }])
    expect(await change(store, '7', [B])).toBe('not-owner')
    expect(await replace(store, '8', [A, B])).toBeUndefined()
    expect(disk.status(OWNER).state).toBe('on')
    expect(await shown(rig.open({ indexedDB }))).toEqual(['8', { 'default/a': '1', 'default/b': '2' }])
  })
})

describe('another tab', () => {
  test('that blocks the upgrade delays the disk, and no load', async () => {
    const rig = diskRig()
    const older = await openRaw(rig.name, 1)
    const disk = rig.open()
    const store = disk.collection(PODS)
    const blocked = expect.poll(() => disk.status(OWNER))
    await blocked.toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/another tab has an older version/),
    })
    expect(await load(store)).toBeUndefined()
    await expect(replace(store, '5', [A])).rejects.toThrow(/another tab/)
    older.close()
    await expect.poll(() => disk.status(OWNER).state).toBe('on')
    expect(await replace(store, '6', [A])).toBeUndefined()
  })

  test('that upgrades to a newer version is not blocked', async () => {
    const rig = diskRig()
    const disk = rig.open()
    const store = disk.collection(PODS)
    await replace(store, '5', [A])
    const newer = await openRaw(rig.name, 99)
    const failed = expect.poll(() => disk.status(OWNER))
    await failed.toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/newer version of this application/),
    })
    await expect(change(store, '6', [B])).rejects.toThrow(/newer version/)
    expect(await load(rig.open().collection(PODS))).toBeUndefined()
    newer.close()
  })

  test('that deletes the database is not blocked, and running stores persist nothing again', async () => {
    const rig = diskRig()
    const disk = rig.open()
    const store = disk.collection(PODS)
    await replace(store, '5', [A])
    await deleteDatabase(rig.name)
    expect(await change(store, '6', [B])).toBe('not-owner')
    expect(await replace(store, '7', [A, B])).toBe('not-owner')
    expect(disk.status(OWNER)).toMatchObject({ state: 'on', reason: expect.stringMatching(/erased/) })
    expect(await shown(rig.open())).toBeUndefined()
    disk.close()
    await expect.poll(() => replace(rig.open().collection(PODS), '8', [B])).toBeUndefined()
  })

  test('with a foreign database of the same name leaves it unchanged', async () => {
    const rig = diskRig()
    const foreign = await new Promise<IDBDatabase>(resolve => {
      const request = indexedDB.open(rig.name, DATABASE_VERSION)
      request.onupgradeneeded = () => request.result.createObjectStore('letters')
      request.onsuccess = () => resolve(request.result)
    })
    foreign.close()
    const disk = rig.open()
    expect(await load(disk.collection(PODS))).toBeUndefined()
    expect(disk.status(OWNER)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/unknown schema/),
    })
    expect(await rig.all('letters')).toEqual([])
  })

  test('that upgrades from an older format drops its data', async () => {
    const rig = diskRig()
    const older = await openRaw(rig.name, 1)
    older.close()
    expect(await replace(rig.open().collection(PODS), '5', [A])).toBeUndefined()
  })
})

test.skipIf(!hasBuckets)('evicted storage rejects the next save with a reason', async () => {
  const { indexedDB, evict } = await bucket(10_000_000)
  const disk = diskRig().open({ indexedDB })
  const store = disk.collection(PODS)
  await replace(store, '5', [A])
  await evict()
  await expect.poll(() => disk.status(OWNER).state).not.toBe('on')
  await expect(change(store, '6', [B])).rejects.toThrow(/v1\/pods cannot be persisted/)
  expect(await load(disk.collection(PODS))).toBeUndefined()
  expect(disk.status(OWNER)).toMatchObject({ state: 'failed', reason: expect.stringMatching(/the browser/) })
})

describe('a damaged collection', () => {
  const damages: [string, (rig: ReturnType<typeof diskRig>) => Promise<void>][] = [
    [
      'random bytes instead of a chunk',
      async rig => {
        const [chunk] = await rig.all('chunks')
        await rig.put('chunks', crypto.getRandomValues(new Uint8Array(500)), chunk?.key)
      },
    ],
    [
      'a foreign value instead of a chunk',
      async rig => {
        const [chunk] = await rig.all('chunks')
        await rig.put('chunks', { rows: [] }, chunk?.key)
      },
    ],
    [
      'a truncated chunk',
      async rig => {
        const [chunk] = await rig.all('chunks')
        await putBytes(rig, chunk, bytes => bytes.slice(0, bytes.length - 4_096))
      },
    ],
    [
      'a changed byte',
      async rig => {
        const [chunk] = await rig.all('chunks')
        await putBytes(rig, chunk, bytes => bytes.with(70_000, (bytes[70_000] ?? 0) + 1))
      },
    ],
    [
      'a missing chunk',
      async rig => {
        const chunks = await rig.all('chunks')
        await rig.remove('chunks', chunks[1]?.key ?? '')
      },
    ],
    [
      'two swapped chunks',
      async rig => {
        const [one, other] = await rig.all('chunks')
        // As bytes: Firefox deletes the file of a Blob that is overwritten, although the page has the Blob.
        const [first, second] = [await bytesOf(one), await bytesOf(other)]
        await rig.put('chunks', first, other?.key)
        await rig.put('chunks', second, one?.key)
      },
    ],
    [
      'a chunk of an older state',
      async rig => {
        const [first] = await rig.all('chunks')
        await rig.put('chunks', first?.value, [1, 1])
      },
    ],
    [
      'a head of another state',
      async rig => {
        const [head] = await rig.all('heads')
        await rig.put('heads', { ...(head?.value as object), checksum: 1 })
      },
    ],
    [
      'a head with invalid types',
      async rig => {
        const [head] = await rig.all('heads')
        await rig.put('heads', { ...(head?.value as object), sequence: 'many', count: undefined })
      },
    ],
  ]

  test.each(damages)('is detected, not used, and replaced: %s', async (_, damage) => {
    const rig = diskRig()
    const before = rig.open()
    const first = before.collection(PODS)
    await replace(first, '5', largePods(2, 5, 100_000))
    await change(first, '6', [A, ...largePods(1, 6, 100_000)])
    before.close()
    await damage(rig)
    const disk = rig.open()
    const store = disk.collection(PODS)
    expect(await load(store)).toBeUndefined()
    expect(disk.status(OWNER)).toMatchObject({
      state: 'on',
      reason: expect.stringMatching(/v1\/pods is damaged/),
    })
    await expect.poll(() => replace(store, '7', [B])).toBeUndefined()
    expect(await shown(rig.open())).toEqual(['7', { 'default/b': '2' }])
    expect(await rig.all('chunks')).toHaveLength(1)
  })

  test('an unfinished replacement is ignored and removed', async () => {
    const rig = diskRig()
    const before = rig.open()
    await replace(before.collection(PODS), '5', [A])
    before.close()
    const [chunk] = await rig.all('chunks')
    for (const number of [1, 2, 7]) await rig.put('chunks', chunk?.value, [1, number])
    const disk = rig.open({ takeOver: () => true })
    const store = disk.collection(PODS)
    expect((await load(store))?.resourceVersion).toBe('5')
    expect(await change(store, '6', [B])).toBeUndefined()
    expect(await shown(rig.open())).toEqual(['6', { 'default/a': '1', 'default/b': '2' }])
    expect(await rig.all('chunks')).toHaveLength(2)
  })
})

describe('encrypted', () => {
  test('hides the content of objects, and the key cannot be exported', async () => {
    const rig = diskRig()
    const disk = rig.open({ encrypt: true })
    const store = disk.collection(PODS)
    await replace(store, '5', [
      podRow('default/secret-name', 5, { node: 'secret-node' }),
      ...largePods(1, 5, 100_000),
    ])
    expect(await shown(rig.open({ encrypt: true }))).toEqual([
      '5',
      { 'default/secret-name': '5', 'default/pod-0': '5' },
    ])
    for (const { value } of await rig.all('chunks')) {
      const text = await new Blob([value as BlobPart]).text()
      expect(text).not.toMatch(/secret|default|pod-0/)
    }
    const [owner] = (await rig.all('owners')) as { value: { key: CryptoKey } }[]
    const key = owner?.value.key
    expect(key?.extractable).toBe(false)
    if (key) await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
    await disk.erase(OWNER)
    expect(await rig.all('owners')).toEqual([])
  })

  test('detects modified records', async () => {
    const rig = diskRig()
    const before = rig.open({ encrypt: true })
    await replace(before.collection(PODS), '5', [A])
    before.close()
    const [chunk] = (await rig.all('chunks')) as { key: IDBValidKey; value: Uint8Array }[]
    const bytes = chunk?.value ?? new Uint8Array()
    bytes[40] = (bytes[40] ?? 0) ^ 1
    await rig.put('chunks', bytes, chunk?.key)
    const disk = rig.open({ encrypt: true })
    expect(await load(disk.collection(PODS))).toBeUndefined()
    expect(disk.status(OWNER).reason).toMatch(/cannot be decrypted/)
  })

  test.each([true, false])('ignores a collection of the other form (%s)', async encrypt => {
    const rig = diskRig()
    const before = rig.open({ encrypt })
    await replace(before.collection(PODS), '5', [A])
    before.close()
    const disk = rig.open({ encrypt: !encrypt, takeOver: () => true })
    const store = disk.collection(PODS)
    expect(await load(store)).toBeUndefined()
    expect(await replace(store, '6', [B])).toBeUndefined()
    expect(await shown(disk)).toEqual(['6', { 'default/b': '2' }])
  })

  test('reports that the browser cannot encrypt', async () => {
    const insecure = { getRandomValues: crypto.getRandomValues.bind(crypto) } as Crypto
    const disk = diskRig().open({ encrypt: true, crypto: insecure })
    const store = disk.collection(PODS)
    expect(await load(store)).toBeUndefined()
    await expect(replace(store, '5', [A])).rejects.toThrow(/secure context/)
    expect(disk.status(OWNER)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/secure context/),
    })
  })
})

test('a closed disk notifies no listener and leaves no timer', async () => {
  const clock = new FakeClock()
  const disk = diskRig().open({ clock })
  const listener = vi.fn()
  const stop = disk.subscribeStatus(listener)
  const store = disk.collection(PODS)
  await replace(store, '5', [A])
  await expect.poll(() => listener.mock.calls.length).toBeGreaterThan(0)
  stop()
  disk.close()
  disk.close()
  expect(await change(store, '6', [B])).toBe('not-owner')
  expect(await load(store)).toBeUndefined()
  expect(await load(disk.collection(PODS))).toBeUndefined()
  expect(clock.pendingTimers).toBe(0)
})

test('the status has the used bytes and the estimate of the browser', async () => {
  const rig = diskRig()
  const storage = { estimate: async () => ({ usage: 12, quota: 34 }), persisted: async () => true }
  const disk = rig.open({ clock: systemClock, storage })
  await replace(disk.collection(PODS), '5', largePods(2, 5, 100_000))
  const bob = { ...OWNER, identity: 'bob' }
  await expect
    .poll(() => disk.status(OWNER))
    .toMatchObject({ state: 'on', originUsageBytes: 12, originQuotaBytes: 34, persisted: true })
  expect(disk.status(OWNER).usedBytes).toBeGreaterThan(200_000)
  expect(disk.status(bob).usedBytes).toBe(0)
})
