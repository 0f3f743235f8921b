import { systemClock } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  change,
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

const A = podRow('default/a', 1)
const B = podRow('default/b', 2)

/** Keeps a transaction busy, so that no other one that writes, or reads what it may write, gets its turn; returns the end of it. */
async function occupy(name: string): Promise<() => void> {
  const database = await openRaw(name)
  const store = database.transaction('chunks', 'readwrite').objectStore('chunks')
  let isOver = false
  const goOn = () => {
    if (isOver) database.close()
    else store.count().onsuccess = goOn
  }
  await new Promise<void>(resolve => {
    store.count().onsuccess = () => {
      goOn()
      resolve()
    }
  })
  return () => {
    isOver = true
  }
}

interface StorageBuckets {
  open(name: string, options: { readonly quota: number }): Promise<{ readonly indexedDB: IDBFactory }>
  delete(name: string): Promise<void>
}

/** The databases of a storage bucket that may have so many bytes: its quota is the browser's own, as is its eviction. */
async function bucket(quota: number): Promise<{ indexedDB: IDBFactory; evict: () => Promise<void> }> {
  const { storageBuckets } = navigator as Navigator & { readonly storageBuckets: StorageBuckets }
  const name = `bucket-${Math.floor(Math.random() * 1e9)}`
  const evict = () => storageBuckets.delete(name)
  onTestFinished(evict)
  const { indexedDB } = await storageBuckets.open(name, { quota })
  return { indexedDB, evict }
}

describe('where there is no disk', () => {
  test('nothing is kept, and the status is off', async () => {
    const disk = diskRig().open({ indexedDB: null })
    const store = disk.collection(PODS)
    expect(await load(store)).toBeUndefined()
    await expect(replace(store, '5', [A])).rejects.toThrow(/no IndexedDB/)
    expect(disk.status(OWNER)).toEqual({ state: 'off', reason: 'this browser has no IndexedDB here' })
    await disk.erase(OWNER)
  })

  test('because it is refused, the status says so, and it is tried again', async () => {
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
      reason: expect.stringMatching(/refuses storage.*private mode/),
    })
    await expect(disk.erase(OWNER)).rejects.toThrow(/refuses storage/)
    open.mockImplementation((...args) => indexedDB.open(...args))
    await clock.advance(5_000)
    await expect.poll(() => disk.status(OWNER).state).toBe('on')
    await disk.erase(OWNER)
  })

  test('because the browser never answers, a load ends all the same', async () => {
    const rig = diskRig()
    const clock = new FakeClock()
    const holder = await openRaw(rig.name)
    // Nothing is opened before what is to be deleted has been let go.
    const deleting = deleteDatabase(rig.name)
    const disk = rig.open({ clock })
    const loading = load(disk.collection(PODS))
    await clock.advance(6_000)
    expect(await loading).toBeUndefined()
    expect(disk.status(OWNER)).toMatchObject({
      state: 'failed',
      reason: 'the browser does not open the database',
    })
    await expect(disk.erase(OWNER)).rejects.toThrow(/does not open/)
    holder.close()
    await deleting
    await expect.poll(() => disk.status(OWNER).state).toBe('on')
  })

  test('because reading never ends, a load ends all the same', async () => {
    const rig = diskRig()
    const clock = new FakeClock()
    const disk = rig.open({ clock })
    const store = disk.collection(PODS)
    await replace(store, '5', [A])
    const letGo = await occupy(rig.name)
    const loading = load(store)
    await clock.advance(6_000)
    expect(await loading).toBeUndefined()
    expect(disk.status(OWNER)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/too long to read/),
    })
    const saving = expect(replace(store, '6', [A])).rejects.toThrow(/too long to write/)
    await clock.advance(60_000)
    await saving
    letGo()
    expect(await change(store, '7', [B])).toBe('not-owner')
    expect(await replace(store, '8', [B])).toBeUndefined()
    expect(disk.status(OWNER).state).toBe('on')
    expect(await shown(rig.open({ clock }))).toEqual(['8', { 'default/b': '2' }])
  })
})

describe('where there is no space', () => {
  test('collections that nobody uses make room', { timeout: 120_000 }, async () => {
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
    // The browser gives free what is deleted at its own time: an informer tries again then, too.
    const save = () => settle(clock, replace(store, '9', pods)).catch(() => 'refused')
    await expect.poll(save, { timeout: 90_000, interval: 500 }).toBeUndefined()
    expect(disk.status(OWNER).state).toBe('on')
    expect(await shown(rig.open({ clock, indexedDB }), old)).toBeUndefined()
  })

  test('it is refused in words, what was kept stays, and later it is kept again', async () => {
    const rig = diskRig()
    const { indexedDB } = await bucket(2_000_000)
    const disk = rig.open({ indexedDB })
    const store = disk.collection(PODS)
    await replace(store, '5', [A])
    await expect(replace(store, '6', largePods(30, 6, 100_000))).rejects.toThrow(/quota exceeded/)
    expect(disk.status(OWNER)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/v1\/pods cannot be kept.*quota/),
    })
    expect(await shown(rig.open({ indexedDB }))).toEqual(['5', { 'default/a': '1' }])
    expect(await change(store, '7', [B])).toBe('not-owner')
    expect(await replace(store, '8', [A, B])).toBeUndefined()
    expect(disk.status(OWNER).state).toBe('on')
    expect(await shown(rig.open({ indexedDB }))).toEqual(['8', { 'default/a': '1', 'default/b': '2' }])
  })
})

describe('another tab', () => {
  test('that holds the database in an older version is waited for, and no load is', async () => {
    const rig = diskRig()
    const older = await openRaw(rig.name, 1)
    const disk = rig.open()
    const store = disk.collection(PODS)
    const blocked = expect.poll(() => disk.status(OWNER))
    await blocked.toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/another tab holds the database/),
    })
    expect(await load(store)).toBeUndefined()
    await expect(replace(store, '5', [A])).rejects.toThrow(/another tab/)
    older.close()
    await expect.poll(() => disk.status(OWNER).state).toBe('on')
    expect(await replace(store, '6', [A])).toBeUndefined()
  })

  test('that wants a newer version is let through at once', async () => {
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

  test('that deletes the database is let through, and nothing is kept that may have been deleted on purpose', async () => {
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

  test('that made a database of the same name and another kind is left alone', async () => {
    const rig = diskRig()
    const foreign = await new Promise<IDBDatabase>(resolve => {
      const request = indexedDB.open(rig.name, 2)
      request.onupgradeneeded = () => request.result.createObjectStore('letters')
      request.onsuccess = () => resolve(request.result)
    })
    foreign.close()
    const disk = rig.open()
    expect(await load(disk.collection(PODS))).toBeUndefined()
    expect(disk.status(OWNER)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/not one of ours/),
    })
    expect(await rig.all('letters')).toEqual([])
  })

  test('that upgrades from an older format finds nothing of it', async () => {
    const rig = diskRig()
    const older = await openRaw(rig.name, 1)
    older.close()
    expect(await replace(rig.open().collection(PODS), '5', [A])).toBeUndefined()
  })
})

test('storage that is evicted under us is nobody’s any more, and the informer hears of no harm', async () => {
  const { indexedDB, evict } = await bucket(10_000_000)
  const disk = diskRig().open({ indexedDB })
  const store = disk.collection(PODS)
  await replace(store, '5', [A])
  await evict()
  await expect.poll(() => disk.status(OWNER).state).not.toBe('on')
  await expect(change(store, '6', [B])).rejects.toThrow(/v1\/pods cannot be kept/)
  expect(await load(disk.collection(PODS))).toBeUndefined()
  expect(disk.status(OWNER)).toMatchObject({ state: 'failed', reason: expect.stringMatching(/the browser/) })
})

describe('what is damaged', () => {
  const damages: [string, (rig: ReturnType<typeof diskRig>) => Promise<void>][] = [
    [
      'garbage in the place of a chunk',
      async rig => {
        const [chunk] = await rig.all('chunks')
        await rig.put('chunks', crypto.getRandomValues(new Uint8Array(500)), chunk?.key)
      },
    ],
    [
      'something else in the place of a chunk',
      async rig => {
        const [chunk] = await rig.all('chunks')
        await rig.put('chunks', { rows: [] }, chunk?.key)
      },
    ],
    [
      'a chunk that is cut off',
      async rig => {
        const [chunk] = await rig.all('chunks')
        const blob = chunk?.value as Blob
        await rig.put('chunks', blob.slice(0, blob.size - 4_096), chunk?.key)
      },
    ],
    [
      'a byte that is another one',
      async rig => {
        const [chunk] = await rig.all('chunks')
        const blob = chunk?.value as Blob
        const bytes = new Uint8Array(await blob.arrayBuffer())
        bytes[70_000] = (bytes[70_000] ?? 0) + 1
        await rig.put('chunks', new Blob([bytes]), chunk?.key)
      },
    ],
    [
      'a chunk that is missing',
      async rig => {
        const chunks = await rig.all('chunks')
        await rig.remove('chunks', chunks[1]?.key ?? '')
      },
    ],
    [
      'two chunks that have changed places',
      async rig => {
        const [one, other] = await rig.all('chunks')
        await rig.put('chunks', one?.value, other?.key)
        await rig.put('chunks', other?.value, one?.key)
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
      'a head that speaks of another state',
      async rig => {
        const [head] = await rig.all('heads')
        await rig.put('heads', { ...(head?.value as object), checksum: 1 })
      },
    ],
    [
      'a head from nowhere',
      async rig => {
        const [head] = await rig.all('heads')
        await rig.put('heads', { ...(head?.value as object), sequence: 'many', count: undefined })
      },
    ],
  ]

  test.each(damages)('is found out, not shown, and replaced: %s', async (_, damage) => {
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
      reason: expect.stringMatching(/v1\/pods was damaged/),
    })
    await expect.poll(() => replace(store, '7', [B])).toBeUndefined()
    expect(await shown(rig.open())).toEqual(['7', { 'default/b': '2' }])
    expect(await rig.all('chunks')).toHaveLength(1)
  })

  test('a replacement that was never finished does not count, and does not come back', async () => {
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
  test('nothing of an object can be read from the database, and its key cannot be taken out', async () => {
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
      const text = await new Blob([value as Blob]).text()
      expect(text).not.toMatch(/secret|default|pod-0/)
    }
    const [owner] = (await rig.all('owners')) as { value: { key: CryptoKey } }[]
    const key = owner?.value.key
    expect(key?.extractable).toBe(false)
    if (key) await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
    await disk.erase(OWNER)
    expect(await rig.all('owners')).toEqual([])
  })

  test('what is changed by somebody is found out', async () => {
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

  test.each([true, false])('what was kept the other way is not used (%s)', async encrypt => {
    const rig = diskRig()
    const before = rig.open({ encrypt })
    await replace(before.collection(PODS), '5', [A])
    before.close()
    const disk = rig.open({ encrypt: !encrypt, takeOver: () => true })
    const store = disk.collection(PODS)
    expect(await load(store)).toBeUndefined()
    expect(await replace(store, '6', [B])).toBeUndefined()
    expect(await rig.all('chunks')).toHaveLength(1)
  })

  test('is refused in words where the browser cannot encrypt', async () => {
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

test('the disk is silent once it is closed, and leaves no timer', async () => {
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

test('the status tells of the space that is used, and of what the browser says', async () => {
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
