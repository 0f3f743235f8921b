import { sleep } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import type { Slice, Subscription } from '../../api/subscription.ts'
import type { FirstPaintSnapshot, SnapshotDisk } from '../../persistence/snapshot-disk.ts'
import { hostRig, type TestPage } from '../../test/host-rig.ts'
import { createTestServer, pod, requestsOf } from '../../test/informers.ts'
import { memoryDisk } from '../../test/memory-disk.ts'

const ALICE = { identity: 'alice' }
const OWNER = { server: 'http://cluster.test', identity: 'alice' }
const SLICE: Slice = { window: { offset: 0, limit: 2 }, groupBy: 'namespace' }
const PODS: Subscription = { resource: 'pods', slice: SLICE }

/** A server and a disk that outlast hosts. Loading a collection takes `loadMs`. */
function world() {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  const inMemory = memoryDisk()
  const saved: FirstPaintSnapshot[] = []
  let loadMs = 0
  const disk: SnapshotDisk = {
    ...inMemory,
    collection(address) {
      const collection = inMemory.collection(address)
      return {
        ...collection,
        load: async signal => {
          await sleep(clock, loadMs, signal)
          return collection.load(signal)
        },
        firstPaint: {
          load: key => collection.firstPaint.load(key),
          save(key, snapshot) {
            saved.push(snapshot)
            return collection.firstPaint.save(key, snapshot)
          },
        },
      }
    },
  }
  const start = () => hostRig({ clock, server, disk })
  /** Runs a host with a page that shows the slice. After `end`, loading a collection is slow. */
  const run = async (ms: number, subscription = PODS) => {
    const { host, open } = start()
    const page = open(ALICE)
    page.subscribe(1, subscription)
    await clock.advance(ms)
    return {
      page,
      end: () => {
        host.close()
        loadMs = 5_000
      },
    }
  }
  return { clock, server, disk: inMemory, saved, start, run }
}

const shown = (page: TestPage) =>
  page.histories.get(1)?.map(({ rows, total, status }) => [rows.length, total, status?.data])

describe('a first-paint snapshot', () => {
  it('is shown while the collection loads, then replaced without an empty state', async () => {
    const { clock, server, start, run } = world()
    const { page: before, end } = await run(10_000)
    end()
    const page = start().open(ALICE)
    page.subscribe(1, PODS)
    await clock.advance(100)
    expect(page.shows(1)).toEqual({
      ...before.shows(1),
      status: expect.objectContaining({ data: 'cached', link: 'connecting', resourceVersion: server.rv }),
    })
    server.update(pod('default/a', { note: 'new' }))
    await clock.advance(10_000)
    expect(page.shows(1)).toMatchObject({
      rows: [`default/a@${server.rv}`, expect.stringContaining('default/b@')],
      total: 6,
      groups: before.shows(1)?.groups,
      status: { data: 'complete', link: 'live' },
    })
    expect(page.histories.get(1)?.filter(({ rows }) => rows.length !== 2)).toEqual([])
    expect(requestsOf(server, 'list')).toHaveLength(1)
  })

  it('that is newer than its collection is not replaced by older rows', async () => {
    const { clock, server, disk, start, run } = world()
    const { end, page: before } = await run(10_000)
    server.create(pod('default/aa'))
    await clock.advance(100)
    // Saved when the host ends; the collection on disk is up to half a second older.
    disk.setStatus({ state: 'on' })
    end()
    const page = start().open(ALICE)
    page.subscribe(1, PODS)
    await clock.advance(20_000)
    const firsts = page.histories.get(1)?.map(({ rows }) => rows[1]?.split('@')[0])
    expect(before.shows(1)?.total).toBe(7)
    expect(new Set(firsts)).toEqual(new Set(['default/aa']))
    expect(new Set(page.histories.get(1)?.map(({ total }) => total))).toEqual(new Set([7]))
  })

  it('is replaced by a list if its resourceVersion has expired', async () => {
    const { clock, server, start, run } = world()
    const { end } = await run(10_000)
    end()
    server.delete(pod('default/a'))
    server.relist()
    const page = start().open(ALICE)
    page.subscribe(1, PODS)
    await clock.advance(100)
    expect(shown(page)).toEqual([[2, 6, 'cached']])
    await clock.advance(20_000)
    expect(page.shows(1)).toMatchObject({ total: 5, status: { data: 'complete' } })
    expect(page.shows(1)?.rows.map(row => row.split('@')[0])).toEqual(['default/b', 'default/c'])
  })

  it('is shown only for the same slice, and only on a page without rows', async () => {
    const { clock, server, start, run } = world()
    const { end } = await run(10_000)
    end()
    const { open } = start()
    const [other, shows] = [open(ALICE), open(ALICE)]
    other.subscribe(1, { ...PODS, slice: { ...SLICE, window: { offset: 2, limit: 2 } } })
    shows.subscribe(1, PODS, server.rv)
    await clock.advance(1_000)
    expect([other.shows(1), shows.shows(1)]).toEqual([undefined, undefined])
    await clock.advance(20_000)
    expect([other.shows(1)?.total, shows.shows(1)?.total]).toEqual([6, 6])
  })

  it('is not sent to a page that has unsubscribed', async () => {
    const { clock, start, run } = world()
    const { end } = await run(10_000)
    end()
    const page = start().open(ALICE)
    page.subscribe(1, PODS)
    page.post({ type: 'unsubscribe', id: 1 })
    await clock.advance(100)
    expect(page.count('batch')).toBe(0)
  })

  it('is saved some seconds after the first rows, then every 30 s while it changes, and at the end', async () => {
    const { clock, server, saved, run } = world()
    const { page } = await run(1_000)
    expect(saved).toHaveLength(0)
    await clock.advance(5_000)
    expect(saved).toHaveLength(1)
    for (let i = 0; i < 100; i++) {
      server.update(pod('default/a', { note: `${i}` }))
      await clock.advance(1_000)
    }
    expect(saved).toHaveLength(4)
    await clock.advance(60_000)
    expect(saved).toHaveLength(5)
    // A row outside the slice.
    server.update(pod('kube-system/dns', { node: 'n2' }))
    await clock.advance(60_000)
    expect(saved).toHaveLength(5)
    server.update(pod('default/b', { note: 'last' }))
    await clock.advance(100)
    page.post({ type: 'unsubscribe', id: 1 })
    expect(saved).toHaveLength(6)
    expect(saved.at(-1)).toMatchObject({ resourceVersion: server.rv, total: 6, window: SLICE.window })
  })

  it('is not saved for a slice with many rows and no window, nor for a status', async () => {
    const { clock, server, saved, run } = world()
    for (let i = 0; i < 500; i++) server.create(pod(`many/${i}`))
    await run(10_000, { resource: 'pods' })
    await run(10_000, { resource: 'pods', slice: { target: { type: 'status' } } })
    expect(saved).toEqual([])
    await run(10_000, { resource: 'pods', slice: { target: { type: 'key', key: 'many/1' } } })
    await clock.advance(1_000)
    expect(saved).toHaveLength(1)
  })

  it('is saved once for all pages with the same slice', async () => {
    const { clock, server, saved, start } = world()
    const { open } = start()
    const pages = [open(ALICE), open(ALICE), open(ALICE)]
    for (const page of pages) page.subscribe(1, PODS)
    await clock.advance(5_000)
    server.update(pod('default/a', { note: 'x' }))
    await clock.advance(60_000)
    expect(saved).toHaveLength(2)
    server.update(pod('default/a', { note: 'y' }))
    await clock.advance(100)
    for (const page of pages) page.post({ type: 'goodbye' })
    expect(saved).toHaveLength(3)
  })

  it('is not saved after a sign-out', async () => {
    const { clock, server, disk, saved, run } = world()
    const { page } = await run(10_000)
    server.update(pod('default/a', { note: 'late' }))
    await clock.advance(100)
    const { length } = saved
    page.post({ type: 'signOut' })
    await clock.advance(60_000)
    expect(saved).toHaveLength(length)
    expect(disk.kept(OWNER)).toEqual({})
  })
})
