import { FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { hostRig, TestPage } from '../test/host-rig.ts'
import { createTestServer, pod, requestsOf } from '../test/informers.ts'
import { memoryDisk } from '../test/memory-disk.ts'
import { changingRights } from '../test/rights.ts'

const ALICE = { identity: 'alice' }
const OWNER = { server: 'http://cluster.test', identity: 'alice' }
const PODS_EVERYWHERE = { resource: 'pods' }
const PODS = { resource: 'pods', scope: { namespace: 'default' } }

/** A host that shows the Pods of a namespace, and has saved them. */
async function shownAndSaved() {
  const clock = new FakeClock()
  const rights = changingRights({ pods: ['default'] })
  const server = createTestServer({ clock, authorize: rights.authorize })
  const blocks = gatewayOf(server)
  const disk = memoryDisk()
  const start = () => hostRig({ clock, server, disk })
  const rig = start()
  const page = rig.open(ALICE)
  page.subscribe(1, PODS)
  await clock.advance(5_000)
  expect(page.shows(1)).toMatchObject({ total: 4, status: { data: 'complete' } })
  expect(Object.values(disk.kept(OWNER))).toHaveLength(1)
  return { clock, rights, server, blocks, disk, start, ...rig, page }
}

const DENIED = { rows: [], total: 0, status: { data: 'none', error: { status: { code: 403 } } } }

describe('a right that is withdrawn from a running scope', () => {
  it('removes its rows from the screen and from disk, and returns them with the right', async () => {
    const { clock, rights, server, disk, page } = await shownAndSaved()
    rights.change({ pods: [] })
    server.dropWatches()
    await clock.advance(3_000)
    expect(page.shows(1)).toMatchObject(DENIED)
    expect(disk.kept(OWNER)).toEqual({})
    await clock.advance(100_000)
    expect(disk.kept(OWNER)).toEqual({})
    rights.change({ pods: ['default'] })
    server.create(pod('default/new'))
    page.post({ type: 'wake' })
    await clock.advance(3_000)
    expect(page.shows(1)).toMatchObject({ total: 5, status: { data: 'complete', link: 'live' } })
    expect(page.shows(1)?.status?.error).toBeUndefined()
    expect(Object.values(disk.kept(OWNER))[0]).toHaveLength(5)
  })

  it('also where the credentials are rejected for good', async () => {
    const { clock, server, disk, page } = await shownAndSaved()
    server.faults.add({ action: { type: 'status', code: 401 } })
    server.dropWatches()
    await clock.advance(3_000)
    expect(page.shows(1)).toMatchObject({ rows: [], total: 0, status: { error: { status: { code: 401 } } } })
    expect(disk.kept(OWNER)).toEqual({})
  })

  it('leaves the screen although the next request fails at once for another reason; the first one stays', async () => {
    const { clock, server, page } = await shownAndSaved()
    // The client repeats a rejected request once.
    server.faults.add({ match: { resource: 'pods' }, times: 4, action: { type: 'status', code: 401 } })
    server.faults.add({ match: { resource: 'pods' }, action: { type: 'drop' } })
    server.dropWatches()
    await clock.advance(3_000)
    const denied = { rows: [], total: 0, status: { data: 'none', error: { status: { code: 401 } } } }
    expect(page.shows(1)).toMatchObject(denied)
    await clock.advance(60_000)
    expect(page.shows(1)).toMatchObject(denied)
  })

  it('is retried after 30 s, then ever more slowly', async () => {
    const { clock, rights, server, page } = await shownAndSaved()
    rights.change({ pods: [] })
    server.dropWatches()
    await clock.advance(3_000)
    const lists = () => requestsOf(server, 'list').length
    const before = lists()
    await clock.advance(25_000)
    expect(lists()).toBe(before)
    await clock.advance(20_000)
    expect(lists()).toBe(before + 1)
    await clock.advance(3_600_000)
    expect(lists()).toBeLessThan(before + 12)
    expect(requestsOf(server, 'watch')).toHaveLength(2)
    expect(page.shows(1)).toMatchObject(DENIED)
  })

  it('changes nothing where only the watch is denied: the rows are listed again, slowly', async () => {
    const { clock, server, page } = await shownAndSaved()
    const before = page.histories.get(1)?.length
    server.faults.add({ match: { watch: true }, action: { type: 'status', code: 403 } })
    server.dropWatches()
    await clock.advance(10_000)
    server.create(pod('default/new'))
    await clock.advance(60_000)
    expect(page.shows(1)).toMatchObject({
      total: 5,
      status: { data: 'complete', error: { status: { code: 403 } } },
    })
    const since = page.histories.get(1)?.slice(before)
    expect(since?.length).toBeGreaterThan(0)
    expect(since?.filter(({ rows }) => rows.length === 0)).toHaveLength(0)
  })
})

/** A gateway in front of a server. While it blocks requests, it answers them with a page. */
function gatewayOf(server: ReturnType<typeof createTestServer>) {
  const blocks = { code: 0, lets: (_: string) => false }
  const { fetch } = server
  const gateway: typeof fetch = async (url, init) => {
    if (blocks.code === 0 || blocks.lets(String(url))) return fetch(url, init)
    const headers = { 'content-type': 'text/html' }
    return new Response('<html>Attention required</html>', { status: blocks.code, headers })
  }
  Object.assign(server, { fetch: gateway })
  return blocks
}

describe('a gateway that answers in place of the server', () => {
  it.each([401, 403, 404, 409, 410])(
    'T-ANS-8: with %i withdraws nothing, and is named in the error',
    async code => {
      const { clock, server, disk, page, blocks } = await shownAndSaved()
      const before = page.histories.get(1)?.length
      blocks.code = code
      server.dropWatches()
      await clock.advance(60_000)
      expect(page.shows(1)).toMatchObject({
        total: 4,
        status: { data: 'complete', link: 'retrying', error: { status: { code } } },
      })
      expect(Object.values(disk.kept(OWNER))[0]).toHaveLength(4)
      blocks.code = 0
      await clock.advance(60_000)
      expect(page.shows(1)).toMatchObject({ total: 4, status: { link: 'live' } })
      expect(page.shows(1)?.status?.error).toBeUndefined()
      const since = page.histories.get(1)?.slice(before) ?? []
      expect(since.filter(({ total }) => total !== 4)).toEqual([])
      expect(requestsOf(server, 'list')).toHaveLength(1)
    },
  )

  it('T-ANS-9: with 403 hides no denial: an access review after each attempt tells it', async () => {
    const { clock, server, rights, disk, page, blocks } = await shownAndSaved()
    blocks.lets = url => url.includes('accessreviews')
    blocks.code = 403
    server.dropWatches()
    const reviews = () => server.requests.filter(each => each.resource === 'selfsubjectaccessreviews').length
    await clock.advance(120_000)
    expect(page.shows(1)).toMatchObject({ total: 4, status: { data: 'complete' } })
    expect(reviews()).toBeGreaterThan(1)
    expect(reviews()).toBeLessThan(12)
    rights.change({ pods: [] })
    await clock.advance(60_000)
    expect(page.shows(1)).toMatchObject(DENIED)
    expect(disk.kept(OWNER)).toEqual({})
    const denied = reviews()
    await clock.advance(20_000)
    expect(reviews()).toBe(denied)
  })

  it('T-ANS-8: does not make a slice of everything one of single namespaces', async () => {
    const clock = new FakeClock()
    const server = createTestServer({ clock })
    const blocks = gatewayOf(server)
    blocks.code = 403
    const { greet } = hostRig({ clock, server })
    const page = greet(new TestPage(() => ['default']), { hasNamespaces: true })
    page.subscribe(1, PODS_EVERYWHERE)
    await clock.advance(10_000)
    blocks.code = 0
    await clock.advance(60_000)
    expect(page.shows(1)).toMatchObject({ total: 6, status: { data: 'complete', link: 'live' } })
    expect(requestsOf(server, 'list').filter(({ path }) => path.includes('/namespaces/'))).toEqual([])
  })
})

describe('the cluster-wide right is withdrawn, and those of namespaces stay', () => {
  it('keeps the rows of slices with other selectors until their namespaces are loaded', async () => {
    const clock = new FakeClock()
    const rights = changingRights({ pods: [''] })
    const server = createTestServer({ clock, authorize: rights.authorize })
    const { greet } = hostRig({ clock, server })
    const page = greet(new TestPage(() => ['default', 'kube-system']), { hasNamespaces: true })
    const scopes = [{}, { labelSelector: 'app!=x' }, { fieldSelector: 'spec.nodeName!=x' }]
    for (const [id, scope] of scopes.entries()) {
      page.subscribe(id, { resource: 'pods', scope })
      await clock.advance(5_000)
    }
    rights.change({ pods: ['default', 'kube-system'] })
    server.faults.add({ match: { path: '/api/v1/namespaces/' }, action: { type: 'delay', ms: 1_000 } })
    server.dropWatches()
    await clock.advance(10_000)
    for (const id of scopes.keys()) {
      expect(page.shows(id)).toMatchObject({ total: 6, status: { data: 'complete' } })
      const shown = page.histories.get(id) ?? []
      const first = shown.findIndex(({ status }) => status?.data === 'complete')
      for (const { rows, status } of shown.slice(first))
        expect({ rows: rows.length, data: status?.data }).toEqual({ rows: 6, data: 'complete' })
    }
  })
})

describe('the cluster-wide right is withdrawn, and each namespace takes over its rows', () => {
  /** A page that shows the Pods of the cluster: four of default and two of kube-system. */
  async function shownEverywhere(subscription: object = {}) {
    const clock = new FakeClock()
    const rights = changingRights({ pods: [''] })
    const server = createTestServer({ clock, authorize: rights.authorize })
    const names = { given: ['default', 'kube-system'] }
    const { greet } = hostRig({ clock, server })
    const page = greet(new TestPage(() => names.given), { hasNamespaces: true })
    page.subscribe(1, { ...PODS_EVERYWHERE, ...subscription })
    await clock.advance(5_000)
    expect(page.shows(1)).toMatchObject({ total: 6, status: { data: 'complete' } })
    const before = page.histories.get(1)?.length ?? 0
    const totals = () =>
      page.histories
        .get(1)
        ?.slice(before)
        .map(({ total }) => total) ?? []
    return { clock, rights, server, names, page, totals }
  }

  it('keeps the rows of the only namespace that is allowed while it is loaded', async () => {
    const { clock, rights, server, page, totals } = await shownEverywhere()
    rights.change({ pods: ['default'] })
    server.faults.add({ match: { path: 'namespaces/default' }, action: { type: 'delay', ms: 1_000 } })
    server.dropWatches()
    await clock.advance(10_000)
    expect(new Set(totals())).toEqual(new Set([4]))
    expect(page.shows(1)).toMatchObject({
      total: 4,
      status: { data: 'complete', error: { status: { code: 403 } } },
    })
  })

  it('removes the rows of a denied namespace before the others have answered', async () => {
    const { clock, rights, server, page, totals } = await shownEverywhere()
    rights.change({ pods: ['default'] })
    server.faults.add({ match: { path: 'namespaces/default' }, action: { type: 'delay', ms: 60_000 } })
    server.dropWatches()
    await clock.advance(10_000)
    expect(totals().at(-1)).toBe(4)
    expect(page.shows(1)?.status?.link).not.toBe('live')
  })

  it.each([503, 429])('keeps the rows of a namespace that answers %i', async code => {
    const { clock, rights, server, page, totals } = await shownEverywhere()
    rights.change({ pods: ['default', 'kube-system'] })
    const path = '/api/v1/namespaces/kube-system'
    const remove = server.faults.add({ match: { path }, action: { type: 'status', code } })
    server.dropWatches()
    await clock.advance(60_000)
    expect(new Set(totals())).toEqual(new Set([6]))
    expect(page.shows(1)?.status).toMatchObject({ link: 'retrying', error: { status: { code } } })
    remove()
    server.delete(pod('kube-system/dns'))
    await clock.advance(60_000)
    expect(page.shows(1)).toMatchObject({ total: 5, status: { data: 'complete', link: 'live' } })
    expect(page.shows(1)?.status?.error).toBeUndefined()
  })

  it('removes the rows of a namespace that the page no longer names', async () => {
    const { clock, rights, server, names, totals } = await shownEverywhere()
    names.given = ['kube-system']
    rights.change({ pods: ['default', 'kube-system'] })
    server.faults.add({ match: { path: 'namespaces/' }, action: { type: 'delay', ms: 60_000 } })
    server.dropWatches()
    await clock.advance(10_000)
    expect(totals().at(-1)).toBe(2)
  })

  it('keeps windows, sorts, groups and anchors', async () => {
    const slice = {
      sort: { by: 'metadata.name', descending: true },
      window: { anchor: 'kube-system/dns', before: 1, limit: 3 },
      groupBy: 'namespace',
    }
    const { clock, rights, server, page } = await shownEverywhere({ slice })
    const { rows, groups } = page.shows(1) ?? {}
    rights.change({ pods: ['default', 'kube-system'] })
    server.faults.add({ match: { path: 'namespaces/' }, action: { type: 'status', code: 503 } })
    server.dropWatches()
    await clock.advance(10_000)
    expect(page.shows(1)).toMatchObject({ rows, groups, total: 6 })
  })
})

describe('the right to each namespace of a slice is withdrawn', () => {
  const OF_BOTH = {
    resource: 'pods',
    slice: { target: { type: 'index', index: 'namespace', values: ['default', 'kube-system'] } },
  } as const

  /** A page that shows two namespaces, each with an informer. */
  async function shownByNamespaces(unreachable = '') {
    const clock = new FakeClock()
    const rights = changingRights({ pods: ['default', 'kube-system'] })
    const server = createTestServer({ clock, authorize: rights.authorize })
    if (unreachable) server.faults.add({ match: { path: unreachable }, action: { type: 'drop' } })
    const page = hostRig({ clock, server }).open(ALICE)
    page.subscribe(1, OF_BOTH)
    await clock.advance(5_000)
    expect(page.shows(1)).toMatchObject({ total: unreachable ? 4 : 6, status: { data: 'complete' } })
    return { clock, rights, server, page }
  }
  const SYSTEM = '/api/v1/namespaces/kube-system/'

  it('removes all rows, also where the reasons differ', async () => {
    const { clock, rights, server, page } = await shownByNamespaces()
    rights.change({ pods: ['kube-system'] })
    server.faults.add({ match: { path: SYSTEM }, action: { type: 'status', code: 401 } })
    server.dropWatches()
    await clock.advance(3_000)
    expect(page.shows(1)).toMatchObject({ rows: [], total: 0, status: { data: 'none' } })
    expect(page.shows(1)?.status?.error).toMatchObject({
      status: { code: 403 },
      message: expect.stringMatching(/^2 of 2 namespaces failed: .*forbidden.*Unauthorized/),
    })
  })

  it('removes all rows, also where another namespace could never be read', async () => {
    const { clock, rights, server, page } = await shownByNamespaces(SYSTEM)
    rights.change({ pods: ['kube-system'] })
    server.dropWatches()
    await clock.advance(3_000)
    expect(page.shows(1)).toMatchObject(DENIED)
    server.faults.clear()
    await clock.advance(60_000)
    expect(page.shows(1)).toMatchObject({ total: 2, status: { data: 'complete' } })
  })
})

describe('only the cluster-wide watch is denied', () => {
  it.each([
    ['lists are allowed', undefined],
    ['lists answer 503', 503],
  ])('a slice over everything keeps its rows: %s', async (_, code) => {
    const clock = new FakeClock()
    const server = createTestServer({ clock })
    const { greet } = hostRig({ clock, server })
    const page = greet(new TestPage(() => []), { hasNamespaces: true })
    page.subscribe(1, PODS_EVERYWHERE)
    await clock.advance(5_000)
    server.faults.add({ match: { watch: true }, action: { type: 'status', code: 403 } })
    if (code) server.faults.add({ match: { watch: false }, action: { type: 'status', code } })
    server.dropWatches()
    await clock.advance(60_000)
    expect(page.shows(1)).toMatchObject({ total: 6, status: { data: 'complete' } })
    expect(
      page.histories
        .get(1)
        ?.slice(2)
        .map(({ total }) => total),
    ).not.toContain(0)
    expect(page.shows(1)?.status?.error).toBeDefined()
  })
})

describe('an access review leads back to a cluster-wide informer that was denied before', () => {
  it('keeps the rows of the namespaces until that informer is answered', async () => {
    const clock = new FakeClock()
    const rights = changingRights({ pods: [''] })
    const server = createTestServer({ clock, authorize: rights.authorize })
    const { greet } = hostRig({ clock, server })
    const page = greet(new TestPage(() => ['default', 'kube-system']), { hasNamespaces: true })
    page.subscribe(1, PODS_EVERYWHERE)
    await clock.advance(5_000)
    // It waits for the cluster-wide informer once its own namespace is denied, too.
    page.subscribe(2, { resource: 'pods', scope: { namespace: 'kube-system' } })
    await clock.advance(5_000)
    rights.change({ pods: ['default'] })
    server.dropWatches()
    await clock.advance(5_000)
    expect(page.shows(1)).toMatchObject({ total: 4, status: { error: { status: { code: 403 } } } })
    // A review that fails is no denial: the cluster-wide request is tried.
    server.faults.add({ match: { path: '/apis/authorization' }, action: { type: 'status', code: 500 } })
    server.faults.add({ match: { path: '/api/v1/pods' }, action: { type: 'status', code: 500 } })
    await clock.advance(600_000)
    expect(page.shows(1)).toMatchObject({ total: 4 })
    // Before the list there are no rows.
    expect(
      page.histories
        .get(1)
        ?.slice(1)
        .filter(({ rows }) => rows.length === 0),
    ).toHaveLength(0)
    rights.change({ pods: [''] })
    server.faults.clear()
    server.create(pod('kube-system/new'))
    page.post({ type: 'wake' })
    await clock.advance(60_000)
    expect(page.shows(1)).toMatchObject({ status: { data: 'complete', link: 'live' } })
    expect(page.shows(1)?.status?.error).toBeUndefined()
  })
})

describe('a wide informer is denied, and one of the namespace has run before', () => {
  it('keeps its rows until the other one is not behind', async () => {
    const clock = new FakeClock()
    const server = createTestServer({ clock })
    const { open } = hostRig({ clock, server })
    const page = open(ALICE)
    const target = { type: 'index', index: 'namespace', value: 'default' } as const
    page.subscribe(1, { resource: 'pods', slice: { target } })
    page.subscribe(2, {
      resource: 'pods',
      scope: { namespace: 'default' },
      slice: { window: { offset: 0, limit: 1 } },
    })
    await clock.advance(5_000)
    const path = '/api/v1/namespaces/default/'
    const remove = server.faults.add({ match: { path }, action: { type: 'status', code: 500 } })
    server.dropWatches()
    await clock.advance(1_000)
    page.subscribe(3, { resource: 'pods', scope: { namespace: '' } })
    await clock.advance(5_000)
    const before = page.shows(1)?.rows
    server.update(pod('default/b', { note: 'newer' }))
    await clock.advance(2_000)
    const newer = page.shows(1)?.rows ?? []
    expect(newer).not.toEqual(before)
    server.faults.add({ match: { path: '/api/v1/pods' }, action: { type: 'status', code: 403 } })
    server.dropWatches()
    await clock.advance(60_000)
    expect(page.shows(3)?.total).toBe(0)
    expect(page.shows(1)?.rows).toEqual(newer)
    remove()
    server.delete(pod('default/b'))
    await clock.advance(120_000)
    expect(page.shows(1)).toMatchObject({ total: 3, status: { data: 'complete', link: 'live' } })
    const states = page.histories.get(1) ?? []
    const since = states.findIndex(({ rows }) =>
      rows.some(row => newer.includes(row) && !before?.includes(row)),
    )
    const older = before?.filter(row => !newer.includes(row)) ?? []
    expect(states.slice(since).flatMap(({ rows }) => rows.filter(row => older.includes(row)))).toEqual([])
  })
})

describe('a slice that is opened where the cluster-wide informer is denied already', () => {
  it('shows its namespaces', async () => {
    const clock = new FakeClock()
    const server = createTestServer({ clock, authorize: changingRights({ pods: ['default'] }).authorize })
    const page = hostRig({ clock, server }).greet(new TestPage(() => ['default']), { hasNamespaces: true })
    page.subscribe(1, { resource: 'pods', scope: { namespace: '' } })
    await clock.advance(5_000)
    page.subscribe(2, PODS_EVERYWHERE)
    await clock.advance(5_000)
    expect(page.shows(2)).toMatchObject({ total: 4, status: { data: 'complete' } })
  })
})

describe('a server that is merely down', () => {
  it.each([500, 503, 429])('changes nothing: %i', async code => {
    const { clock, server, disk, page } = await shownAndSaved()
    server.faults.add({ action: { type: 'status', code } })
    server.dropWatches()
    await clock.advance(120_000)
    expect(page.shows(1)).toMatchObject({ total: 4, status: { data: 'complete', link: 'retrying' } })
    expect(Object.values(disk.kept(OWNER))[0]).toHaveLength(4)
  })
})

describe('a warm start whose first request is rejected', () => {
  it('removes the rows from the screen and from disk', async () => {
    const { clock, rights, disk, host, start } = await shownAndSaved()
    host.close()
    rights.change({ pods: [] })
    const page = start().open(ALICE)
    page.subscribe(1, PODS)
    await clock.advance(3_000)
    expect(page.shows(1)).toMatchObject(DENIED)
    expect(disk.kept(OWNER)).toEqual({})
  })

  it('also removes rows that the page shows from the previous host', async () => {
    const { clock, rights, host, start, page } = await shownAndSaved()
    host.close()
    rights.change({ pods: [] })
    start().greet(page, ALICE)
    page.subscribe(1, PODS, page.shows(1)?.resourceVersion)
    await clock.advance(3_000)
    expect(page.shows(1)).toMatchObject(DENIED)
  })

  it('shows the persisted rows where the server is down', async () => {
    const { clock, server, disk, host, start } = await shownAndSaved()
    host.close()
    server.faults.add({ action: { type: 'status', code: 503 } })
    const page = start().open(ALICE)
    page.subscribe(1, PODS)
    await clock.advance(60_000)
    expect(page.shows(1)).toMatchObject({ total: 4, status: { data: 'cached' } })
    expect(Object.values(disk.kept(OWNER))[0]).toHaveLength(4)
  })
})
