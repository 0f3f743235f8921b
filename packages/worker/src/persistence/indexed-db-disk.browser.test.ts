import { type Row, type SaveOutcome, systemClock } from '@kube-informer/core'
import { withResolvers } from '@kube-informer/core/internal'
import { createFakeLocks, FakeClock, seededRandom } from '@kube-informer/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  change,
  type DiskRig,
  deleteDatabase,
  diskRig,
  largePods,
  load,
  OWNER,
  PODS,
  replace,
  shown,
  untilReleased,
  versions,
} from '../test/disk-rig.ts'
import { podRow } from '../test/rows.ts'

const LOCK = ({ name }: DiskRig) =>
  `kube-informer:${name}:${JSON.stringify([PODS.server, PODS.identity, '', 'v1', 'pods', '', '', ''])}`
const A = podRow('default/a', 1)
const B = podRow('default/b', 2)

describe('a collection on disk', () => {
  test('that the browser has evicted between two visits, as Safari does after seven days, is saved again', async () => {
    const rig = diskRig()
    const before = rig.open()
    await replace(before.collection(PODS), '5', [A])
    before.close()
    await untilReleased(rig)
    await deleteDatabase(rig.name)
    const disk = rig.open()
    const store = disk.collection(PODS)
    expect(await load(store)).toBeUndefined()
    expect(await replace(store, '9', [B])).toBeUndefined()
    expect(disk.status(OWNER)).toMatchObject({ state: 'on' })
    expect(await shown(rig.open())).toEqual(['9', { 'default/b': '2' }])
  })

  test('loads the rows that were saved last', async () => {
    const rig = diskRig()
    const store = rig.open().collection(PODS)
    expect(await load(store)).toBeUndefined()
    expect(await replace(store, '5', [A, B])).toBeUndefined()
    expect(
      await change(store, '7', [podRow('default/c', 6, { node: 'näher ✓' })], ['default/a']),
    ).toBeUndefined()
    const snapshot = await load(rig.open().collection(PODS))
    expect(snapshot?.resourceVersion).toBe('7')
    expect(snapshot?.objects).toEqual(
      expect.arrayContaining([B, podRow('default/c', 6, { node: 'näher ✓' })]),
    )
    expect(snapshot?.objects).toHaveLength(2)
  })

  test('appends to the loaded state', async () => {
    const rig = diskRig()
    const first = rig.open()
    await replace(first.collection(PODS), '5', [A, B])
    first.close()
    await untilReleased(rig)
    const next = rig.open().collection(PODS)
    await load(next)
    expect(await change(next, '8', [podRow('default/a', 8)])).toBeUndefined()
    expect(await shown(rig.open())).toEqual(['8', { 'default/a': '8', 'default/b': '2' }])
  })

  test('can be empty, and can change its resourceVersion only', async () => {
    const rig = diskRig()
    const store = rig.open().collection(PODS)
    await replace(store, '5', [])
    expect(await shown(rig.open())).toEqual(['5', {}])
    await change(store, '6', [])
    expect(await shown(rig.open())).toEqual(['6', {}])
  })

  test('is not loaded for another owner, resource, scope or shape', async () => {
    const rig = diskRig()
    await replace(rig.open().collection(PODS), '5', [A])
    const others = [
      { ...PODS, identity: 'bob' },
      { ...PODS, server: 'https://other.example' },
      { ...PODS, resource: { ...PODS.resource, plural: 'services' } },
      { ...PODS, scope: { namespace: 'default' } },
      { ...PODS, scope: { labelSelector: 'app=web' } },
      { ...PODS, shape: 'trimmed' },
    ]
    for (const other of others) expect(await shown(rig.open(), other)).toBeUndefined()
    expect(await shown(rig.open())).toEqual(['5', { 'default/a': '1' }])
  })

  test('of another shape replaces the old one', async () => {
    const rig = diskRig()
    await replace(rig.open().collection(PODS), '5', largePods(3, 5, 100_000))
    const [first] = await rig.all('chunks')
    rig.open().close()
    const trimmed = rig.open({ takeOver: () => true }).collection({ ...PODS, shape: 'trimmed' })
    await replace(trimmed, '9', [A])
    expect(await shown(rig.open())).toBeUndefined()
    const chunks = await rig.all('chunks')
    expect(chunks).toHaveLength(1)
    expect(chunks[0]?.value).not.toEqual(first?.value)
  })

  test('of many chunks loads completely, and leaves no chunk of the old one', async () => {
    const rig = diskRig()
    const store = rig.open().collection(PODS)
    for (const version of [5, 6]) await replace(store, String(version), largePods(120, version, 100_000))
    const chunks = await rig.all('chunks')
    expect(chunks.length).toBeGreaterThan(4)
    expect(chunks.length).toBeLessThan(10)
    const snapshot = await load(rig.open().collection(PODS))
    expect(snapshot?.objects.map(row => row.resourceVersion)).toEqual(Array.from({ length: 120 }, () => '6'))
  })
})

/** Aborts every nth transaction that puts a value. */
function abortSome(random: () => number, share: number): void {
  const { put } = IDBObjectStore.prototype
  onTestFinished(() => {
    IDBObjectStore.prototype.put = put
  })
  IDBObjectStore.prototype.put = function (...args) {
    const request = put.apply(this, args)
    if (random() < share) this.transaction.abort()
    return request
  }
}

const HISTORIES = 8

test.each(Array.from({ length: HISTORIES }, (_, seed) => seed))(
  'loads the last committed save after aborts and reopens: history %i',
  async seed => {
    const random = seededRandom(seed)
    const rig = diskRig()
    abortSome(random, 0.08)
    let disk = rig.open({ encrypt: seed % 4 === 3 })
    let store = disk.collection(PODS)
    let kept: [string, Map<string, Row>] | undefined
    let mustReplace = true
    for (let version = 1; version <= 60; version++) {
      const rows = new Map(kept?.[1])
      const upserts: Row[] = []
      const deletions = [...rows.keys()].filter(() => random() < 0.1)
      for (const key of deletions) rows.delete(key)
      for (let i = 0; i < random() * 6; i++) {
        const key = `default/pod-${Math.floor(random() * 30)}`
        if (deletions.includes(key) || upserts.some(row => row.key === key)) continue
        const row = podRow(key, version, {
          node: 'n'.repeat(random() < 0.1 ? 800_000 * random() : 2_000 * random()),
        })
        rows.set(key, row)
        upserts.push(row)
      }
      const saving: Promise<SaveOutcome | 'failed'> =
        mustReplace || random() < 0.1
          ? replace(store, String(version), [...rows.values()])
          : change(store, String(version), upserts, deletions)
      const outcome = await saving.catch(() => 'failed' as const)
      if (outcome === undefined) kept = [String(version), rows]
      mustReplace = outcome !== undefined
      if (random() < 0.1) {
        disk.close()
        await untilReleased(rig)
        disk = rig.open({ encrypt: seed % 4 === 3 })
        store = disk.collection(PODS)
        const snapshot = await load(store)
        expect(snapshot?.resourceVersion).toBe(kept?.[0])
        expect(versions(snapshot?.objects ?? [])).toEqual(versions(kept?.[1].values() ?? []))
        mustReplace = snapshot === undefined
      }
    }
    const last = rig.open({ encrypt: seed % 4 === 3 })
    expect(await shown(last)).toEqual(kept && [kept[0], versions(kept[1].values())])
  },
)

describe('an erased collection', () => {
  test('leaves nothing behind, and can be saved as a whole again', async () => {
    const rig = diskRig()
    const disk = rig.open()
    const store = disk.collection(PODS)
    await replace(store, '5', [A])
    await store.firstPaint.save('slice', { resourceVersion: '5', rows: [A], total: 1 })
    const other = disk.collection({ ...PODS, scope: { namespace: 'default' } })
    await replace(other, '5', [A])
    const saving = replace(store, '6', [A, B])
    await store.erase()
    await saving
    expect(await shown(rig.open())).toBeUndefined()
    expect(await store.firstPaint.load('slice')).toBeUndefined()
    const collections = [await rig.all('collections'), await rig.all('heads'), await rig.all('firstPaint')]
    expect(collections.map(records => records.length)).toEqual([1, 1, 0])
    expect(await change(store, '7', [B])).toBe('not-owner')
    await replace(store, '8', [B])
    expect(await shown(rig.open())).toEqual(['8', { 'default/b': '2' }])
  })

  test('can no longer be appended to by another host', async () => {
    const rig = diskRig()
    const [one, two] = [rig.open().collection(PODS), rig.open().collection(PODS)]
    await replace(one, '5', [A])
    await two.erase()
    expect(await change(one, '6', [B])).toBe('not-owner')
    expect(await shown(rig.open())).toBeUndefined()
  })
})

describe('two hosts', () => {
  test('one writes a collection, and the other takes over when it closes', async () => {
    const rig = diskRig()
    const [first, second] = [rig.open().collection(PODS), rig.open().collection(PODS)]
    await replace(first, '5', [A])
    expect((await load(second))?.resourceVersion).toBe('5')
    expect(await change(second, '6', [B])).toBe('not-owner')
    expect(await change(first, '7', [podRow('default/a', 7)])).toBeUndefined()
    first.release()
    await expect.poll(() => replace(second, '8', [A, B])).toBeUndefined()
    expect(await shown(rig.open())).toEqual(['8', { 'default/a': '1', 'default/b': '2' }])
  })

  test('a store that loaded an older state must save the whole collection', async () => {
    const rig = diskRig()
    const locks = createFakeLocks()
    const first = rig.open({ locks: locks.agent() }).collection(PODS)
    const second = rig.open({ locks: locks.agent('second') }).collection(PODS)
    await replace(first, '5', [A])
    await load(second)
    await change(first, '6', [B])
    first.release()
    await expect.poll(() => locks.holders(LOCK(rig))).toEqual(['second'])
    expect(await change(second, '7', [podRow('default/c', 7)])).toBe('not-owner')
    expect(await shown(rig.open({ locks: null }))).toEqual(['6', { 'default/a': '1', 'default/b': '2' }])
    expect(await replace(second, '8', [A])).toBeUndefined()
  })

  test('a frozen host that was preempted writes nothing when it resumes', async () => {
    const rig = diskRig()
    const locks = createFakeLocks()
    const frozen = locks.agent()
    const first = rig.open({ locks: frozen }).collection(PODS)
    await replace(first, '5', [A])
    frozen.freeze()
    const second = rig.open({ locks: locks.agent(), takeOver: () => true }).collection(PODS)
    await load(second)
    expect(await change(second, '6', [B])).toBeUndefined()
    // Its lock request has not rejected yet.
    expect(await change(first, '7', [podRow('default/z', 7)])).toBe('not-owner')
    expect(await shown(rig.open({ locks: locks.agent() }))).toEqual([
      '6',
      { 'default/a': '1', 'default/b': '2' },
    ])
  })

  test('without locks the last claim wins, and the other store stops writing', async () => {
    const rig = diskRig()
    const clock = new FakeClock()
    const open = () => rig.open({ locks: null, clock }).collection(PODS)
    const [first, second] = [open(), open()]
    await replace(first, '5', [A])
    await replace(second, '6', [B])
    expect(await change(first, '7', [A])).toBe('not-owner')
    expect(await replace(first, '7', [A])).toBe('not-owner')
    expect(await change(second, '8', [A])).toBeUndefined()
    await clock.advance(11 * 60_000)
    expect(await replace(first, '9', [A])).toBeUndefined()
    expect(await change(second, '10', [B])).toBe('not-owner')
  })
})

describe('an erased owner', () => {
  test('leaves no data, and other owners keep theirs', async () => {
    const rig = diskRig()
    const disk = rig.open()
    await replace(disk.collection(PODS), '5', [A])
    await replace(disk.collection({ ...PODS, scope: { namespace: 'default' } }), '5', [A])
    await replace(disk.collection({ ...PODS, identity: 'bob' }), '5', [B])
    await disk.erase(OWNER)
    for (const store of ['owners', 'collections', 'heads', 'chunks'])
      expect(await rig.all(store)).toHaveLength(1)
    expect(JSON.stringify([...(await rig.all('owners')), ...(await rig.all('collections'))])).not.toContain(
      'alice',
    )
    expect(await shown(rig.open())).toBeUndefined()
    expect(await shown(rig.open(), { ...PODS, identity: 'bob' })).toEqual(['5', { 'default/b': '2' }])
  })

  test('is no longer written by open stores, in this host and in others', async () => {
    const rig = diskRig()
    const [here, elsewhere] = [rig.open(), rig.open()]
    const own = here.collection(PODS)
    const other = elsewhere.collection({ ...PODS, scope: { namespace: 'default' } })
    await replace(own, '5', [A])
    await replace(other, '5', [A])
    const unused = elsewhere.collection({ ...PODS, scope: { namespace: 'kube-system' } })
    await here.erase(OWNER)
    for (const store of [own, other, unused]) {
      expect(await change(store, '6', [B])).toBe('not-owner')
      expect(await replace(store, '7', [A, B])).toBe('not-owner')
    }
    expect(await rig.all('chunks')).toEqual([])
    expect(await rig.all('owners')).toEqual([])
    expect(elsewhere.status(OWNER).reason).toMatch(/erased/)
  })

  test('can be used again', async () => {
    const rig = diskRig()
    const disk = rig.open()
    const before = disk.collection(PODS)
    await replace(before, '5', [A])
    await disk.erase(OWNER)
    before.release()
    const after = disk.collection(PODS)
    expect(await load(after)).toBeUndefined()
    await expect.poll(() => replace(after, '9', [B])).toBeUndefined()
    expect(await change(before, '10', [A])).toBe('not-owner')
    expect(await shown(rig.open())).toEqual(['9', { 'default/b': '2' }])
  })

  test('is erased completely during the save of a large collection', async () => {
    const rig = diskRig()
    const [begun, erased] = [withResolvers<void>(), withResolvers<void>()]
    // The save takes several transactions. It goes on after the first one only when the owner has been erased.
    const yieldToHost = async () => {
      if ((await rig.all('chunks')).length === 0) return
      begun.resolve()
      await erased.promise
    }
    const here = rig.open({ clock: { ...systemClock, yieldToHost } })
    const writing = replace(here.collection(PODS), '5', largePods(120, 5, 100_000))
    await begun.promise
    await rig.open().erase(OWNER)
    expect(await rig.all('chunks')).toEqual([])
    erased.resolve()
    expect(await writing).toBe('not-owner')
    expect(await rig.all('chunks')).toEqual([])
  })
})

describe('limits', () => {
  test('a collection that was not written for a week is not loaded, and is deleted', async () => {
    const rig = diskRig()
    const clock = new FakeClock()
    const first = rig.open({ clock })
    await replace(first.collection(PODS), '5', [A])
    first.close()
    await clock.advance(8 * 24 * 60 * 60_000)
    const disk = rig.open({ clock })
    expect(await shown(disk)).toBeUndefined()
    disk.collection({ ...PODS, identity: 'bob' })
    await clock.advance(15_000)
    await expect.poll(() => rig.all('chunks')).toEqual([])
    await expect.poll(async () => JSON.stringify(await rig.all('collections'))).toBe('[]')
  })

  test('the least recently used collection is evicted above the limit', async () => {
    const rig = diskRig()
    const clock = new FakeClock()
    for (const namespace of ['oldest', 'older', 'newest']) {
      const disk = rig.open({ clock })
      await replace(disk.collection({ ...PODS, scope: { namespace } }), '5', largePods(3, 5, 100_000))
      disk.close()
      await clock.advance(10 * 60_000)
    }
    const disk = rig.open({ clock, maxBytes: 800_000 })
    await replace(disk.collection(PODS), '5', largePods(1, 5, 100_000))
    const kept = async (namespace: string) =>
      (await shown(rig.open({ clock }), { ...PODS, scope: { namespace } })) !== undefined
    await clock.advance(15_000)
    await expect.poll(() => kept('oldest')).toBe(false)
    expect(await kept('older')).toBe(true)
    expect(await kept('newest')).toBe(true)
    expect(disk.status(OWNER).usedBytes).toBeGreaterThan(700_000)
    expect(disk.status(OWNER).usedBytes).toBeLessThan(800_000)
  })

  test('a collection above the limit is rejected with a reason', async () => {
    const rig = diskRig()
    const disk = rig.open({ maxBytes: 100_000 })
    const store = disk.collection(PODS)
    await expect(replace(store, '5', largePods(3, 5, 100_000))).rejects.toThrow(/over the limit of 100000/)
    expect(disk.status(OWNER)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/v1\/pods cannot be persisted/),
    })
    expect(await replace(store, '6', [A])).toBeUndefined()
    expect(disk.status(OWNER).state).toBe('on')
  })
})
