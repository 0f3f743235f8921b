import { withResolvers } from '@kube-informer/core/internal'
import { createFakeLocks, FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { hostRig, type TestPage } from '../../test/host-rig.ts'
import { createTestServer, pod, requestsOf, TOKEN } from '../../test/informers.ts'
import { type MemoryDisk, memoryDisk } from '../../test/memory-disk.ts'
import type { HostOptions } from '../informer-host.ts'

const ALICE = { identity: 'alice' }
const OWNER = { server: 'http://cluster.test', identity: 'alice' }

function rig(options: Omit<HostOptions, 'clock'> = {}) {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  const { host, open } = hostRig({ clock, server, ...options })
  /** A page that shows all Pods. */
  const openPods = (hello: Parameters<typeof open>[0] = ALICE): TestPage => {
    const page = open(hello)
    page.subscribe(1, { resource: 'pods' })
    return page
  }
  return { clock, server, host, open, openPods }
}

describe('pages of one server and identity', () => {
  it('share one list and one watch, and each receives the changes', async () => {
    const { clock, server, openPods } = rig()
    const pages = Array.from({ length: 10 }, () => openPods())
    await clock.advance(1_000)
    expect([requestsOf(server, 'list').length, requestsOf(server, 'watch').length]).toEqual([1, 1])
    server.create(pod('default/new'))
    await clock.settle()
    expect(pages.map(page => page.shows(1)?.total)).toEqual(Array(10).fill(7))
  })

  it('share nothing with pages of another identity, server or credentials mode, or without an identity or tokens', async () => {
    const { clock, server, openPods } = rig()
    openPods()
    openPods({ identity: 'bob' })
    openPods({ ...ALICE, baseUrl: 'http://other.test' })
    openPods({ ...ALICE, credentials: 'include' })
    openPods({ ...ALICE, hasToken: false })
    openPods({})
    openPods({})
    await clock.advance(1_000)
    // The page without tokens is rejected before it watches.
    expect(requestsOf(server, 'watch')).toHaveLength(6)
  })

  it('share their reads, whatever the field manager of their writes', async () => {
    const { clock, server, openPods } = rig()
    openPods()
    openPods({ ...ALICE, fieldManager: 'someone' })
    await clock.advance(1_000)
    expect(requestsOf(server, 'watch')).toHaveLength(1)
  })

  it('ignore a trailing slash in the address', async () => {
    const { clock, server, openPods } = rig()
    openPods()
    openPods({ ...ALICE, baseUrl: 'http://cluster.test/' })
    await clock.advance(1_000)
    expect(requestsOf(server, 'watch')).toHaveLength(1)
  })

  it.each([
    ['keep their watch over a reload, if they have no tokens', false, 1],
    ['replace their watch after a reload, which may bring another token, and need no list', true, 2],
  ])('%s', async (_, hasToken, watches) => {
    const clock = new FakeClock()
    const server = createTestServer({ clock, ...(!hasToken && { auth: {} }) })
    const { open } = hostRig({ clock, server })
    const load = () => {
      const page = open({ ...ALICE, hasToken })
      page.subscribe(1, { resource: 'pods' })
      return page
    }
    const before = load()
    await clock.advance(1_000)
    before.post({ type: 'goodbye' })
    await clock.advance(20_000)
    const after = load()
    await clock.advance(1_000)
    expect(after.shows(1)).toMatchObject({ total: 6, status: { data: 'complete', link: 'live' } })
    expect([requestsOf(server, 'list').length, requestsOf(server, 'watch').length]).toEqual([1, watches])
  })

  it('leave no watch and no timer 30 s after the last one has disconnected', async () => {
    let idle = 0
    const { clock, server, openPods } = rig({ onIdle: () => idle++, disk: memoryDisk() })
    const pages = [openPods(), openPods()]
    await clock.advance(1_000)
    for (const page of pages) page.post({ type: 'goodbye' })
    await clock.advance(29_000)
    expect([server.openWatches, idle]).toEqual([1, 0])
    await clock.advance(1_000)
    expect([server.openWatches, idle, clock.pendingTimers]).toEqual([0, 1, 0])
  })

  it('leave no timer after five more minutes if rows are retained in memory', async () => {
    const { clock, openPods } = rig()
    const page = openPods()
    await clock.advance(1_000)
    page.post({ type: 'goodbye' })
    await clock.advance(30_000 + 300_000)
    expect(clock.pendingTimers).toBe(0)
  })
})

describe('the tokens of a cluster', () => {
  it('come from the newest page, and from an older one after the newest has left', async () => {
    const { clock, server, openPods } = rig()
    const older = openPods()
    await clock.advance(1_000)
    expect(older.count('needToken')).toBe(1)
    const newer = openPods()
    await clock.advance(1_000)
    expect(newer.count('needToken')).toBe(0)
    newer.post({ type: 'goodbye' })
    // The server rejects the token once.
    server.faults.add({ match: { resource: 'pods' }, times: 1, action: { type: 'status', code: 401 } })
    server.dropWatches()
    await clock.advance(10_000)
    expect(older.count('needToken')).toBe(2)
    expect(older.shows(1)).toMatchObject({ status: { link: 'live' } })
    expect(requestsOf(server, 'list')).toHaveLength(1)
  })

  it('are requested from another page if the newest is frozen', async () => {
    const { clock, openPods } = rig()
    const page = openPods()
    const frozen = openPods()
    frozen.answer = 'silence'
    await clock.advance(4_000)
    expect(page.shows(1)?.total).toBeUndefined()
    await clock.advance(2_000)
    expect([page.shows(1)?.total, frozen.count('needToken')]).toEqual([6, 1])
  })

  it('are not shared with a page of another identity', async () => {
    const { clock, openPods } = rig()
    const alice = openPods()
    const bob = openPods({ identity: 'bob' })
    bob.answer = { token: 'forged' }
    await clock.advance(1_000)
    expect(alice.shows(1)).toMatchObject({ total: 6 })
    expect(bob.shows(1)?.rows).toEqual([])
    expect(bob.shows(1)?.status?.error).toMatchObject({ status: { code: 401 } })
    expect(JSON.stringify([alice.posted, bob.posted])).not.toContain(TOKEN)
  })
})

describe('a page that crashes', () => {
  it('is disconnected when the host acquires its lock', async () => {
    const locks = createFakeLocks()
    const tabs = ['tab-1', 'tab-2'].map(lock => {
      const agent = locks.agent()
      void agent.request(lock, {}, () => new Promise(() => {}))
      return agent
    })
    const { clock, server, openPods } = rig({ locks: locks.agent(), disk: memoryDisk() })
    openPods({ ...ALICE, lock: 'tab-1' })
    const remaining = openPods({ ...ALICE, lock: 'tab-2' })
    await clock.advance(1_000)
    tabs[0]?.die()
    await clock.advance(60_000)
    expect([server.openWatches, remaining.closed]).toEqual([1, false])
    tabs[1]?.die()
    await clock.advance(60_000)
    expect([server.openWatches, remaining.closed, clock.pendingTimers]).toEqual([0, true, 0])
  })
})

describe('a sign-out', () => {
  async function signedIn(disk: MemoryDisk) {
    const opened = rig({ disk })
    const pages = [
      opened.openPods(),
      opened.openPods(),
      opened.openPods({ ...ALICE, credentials: 'include' }),
    ]
    const bob = opened.openPods({ identity: 'bob' })
    await opened.clock.advance(5_000)
    expect(Object.values(disk.kept(OWNER)).map(keys => keys.length)).toEqual([6])
    return { ...opened, pages, bob }
  }

  it('stops the informers and erases the data of its owner on every page, and nothing of other owners', async () => {
    const disk = memoryDisk()
    const { clock, server, pages, bob } = await signedIn(disk)
    const requests = server.requests.length
    server.create(pod('default/late'))
    pages[0]?.post({ type: 'signOut' })
    await clock.settle()
    expect(pages.map(page => page.posted.at(-1))).toEqual(Array(3).fill({ type: 'signedOut' }))
    expect(disk.kept(OWNER)).toEqual({})
    expect(server.openWatches).toBe(1)
    expect(bob.shows(1)?.total).toBe(7)
    await clock.advance(60_000)
    expect(disk.kept(OWNER)).toEqual({})
    expect(server.requests).toHaveLength(requests)
    expect(Object.values(disk.kept({ ...OWNER, identity: 'bob' })).map(keys => keys.length)).toEqual([7])
  })

  it('makes the host answer only pings of its pages', async () => {
    const { clock, pages } = await signedIn(memoryDisk())
    pages[0]?.post({ type: 'signOut' })
    await clock.settle()
    const { length } = pages[1]?.posted ?? []
    pages[1]?.subscribe(2, { resource: 'deployments' })
    pages[1]?.post({ type: 'clientCall', id: 1, resource: 'pods', verb: 'list' })
    pages[1]?.post({ type: 'signOut' })
    pages[1]?.post({ type: 'ping' })
    await clock.advance(60_000)
    expect(pages[1]?.posted.slice(length)).toEqual([{ type: 'pong' }])
  })

  it('reports a disk that could not be erased', async () => {
    const disk = memoryDisk()
    const { clock, pages } = await signedIn(disk)
    disk.holdErasures(Promise.reject(new Error('the disk is on fire')))
    pages[0]?.post({ type: 'signOut' })
    await clock.settle()
    expect(pages[1]?.posted.at(-1)).toEqual({ type: 'signedOut', failure: 'the disk is on fire' })
  })

  it('delays a new page of the same identity until it has finished', async () => {
    const disk = memoryDisk()
    const { clock, server, pages, openPods } = await signedIn(disk)
    const emptied = withResolvers<void>()
    disk.holdErasures(emptied.promise)
    pages[0]?.post({ type: 'signOut' })
    await clock.settle()
    const again = openPods()
    await clock.advance(1_000)
    expect(again.shows(1)).toBeUndefined()
    emptied.resolve()
    await clock.advance(5_000)
    expect(again.shows(1)).toMatchObject({ total: 6, status: { data: 'complete' } })
    expect(again.histories.get(1)?.some(({ status }) => status?.data === 'cached')).toBe(false)
    expect(Object.values(disk.kept(OWNER)).map(keys => keys.length)).toEqual([6])
    expect(server.openWatches).toBe(2)
  })

  it('of a page without an identity ends that page only', async () => {
    const { clock, server, openPods } = rig()
    const [page, other] = [openPods({}), openPods({})]
    await clock.advance(1_000)
    page?.post({ type: 'signOut' })
    await clock.settle()
    expect([page?.posted.at(-1), other?.posted.at(-1)?.type]).toEqual([{ type: 'signedOut' }, 'batch'])
    expect(server.openWatches).toBe(1)
  })
})

describe('a hello', () => {
  it('with other definitions is rejected with a reason', async () => {
    const { open } = rig()
    expect(open({ fingerprint: 'another' }).posted).toEqual([
      { type: 'rejected', reason: expect.stringContaining('built with other definitions of the informers') },
    ])
  })

  it('with an invalid server address is rejected with a reason', () => {
    const { open, clock } = rig()
    const page = open({ baseUrl: 'http://admin:secret@cluster.test' })
    expect(page.posted).toEqual([
      { type: 'rejected', reason: expect.stringContaining('without credentials') },
    ])
    expect(JSON.stringify(page.posted)).not.toContain('secret')
    page.post({ type: 'goodbye' })
    expect(clock.pendingTimers).toBe(0)
  })
})
