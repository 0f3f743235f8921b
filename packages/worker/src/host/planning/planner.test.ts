import { FakeClock, namespaces as namespaceResource } from '@kube-informer/testing'
import { describe, expect, it, test } from 'vitest'
import { hostRig } from '../../test/host-rig.ts'
import { createTestServer, pod } from '../../test/informers.ts'
import { EVERYTHING, inNamespace, object, rightsRig as rig } from '../../test/rights-rig.ts'

const ALL = '/api/v1/pods'
const DEFAULT = '/api/v1/namespaces/default/pods'
const SYSTEM = '/api/v1/namespaces/kube-system/pods'
const IN_DEFAULT = ['default/a', 'default/b', 'default/c', 'default/d']
const IN_SYSTEM = ['kube-system/dns', 'kube-system/proxy']

describe('what is requested for a part of a resource', () => {
  it('is that namespace, or that object', async () => {
    const { clock, page, requests, names } = await rig({ pods: ['default'] })
    page.subscribe(1, inNamespace('default'))
    page.subscribe(2, object('default/b'))
    await clock.advance(1_000)
    expect([names(1), names(2)]).toEqual([IN_DEFAULT, ['default/b']])
    expect(requests('list').sort()).toEqual([DEFAULT, `${DEFAULT}?metadata.name=b`])
    expect(requests('watch').sort()).toEqual([DEFAULT, `${DEFAULT}?metadata.name=b`])
  })

  it('needs get, list and watch on the name of the object only', async () => {
    const clock = new FakeClock()
    const verbs = new Set<string>()
    const server = createTestServer({
      clock,
      authorize: ({ resource, namespace, name, verb }) => {
        verbs.add(verb)
        return resource === 'pods' && namespace === 'default' && name === 'b'
      },
    })
    const page = hostRig({ clock, server }).open()
    page.subscribe(1, object('default/b'))
    await clock.advance(1_000)
    server.update(pod('default/b', { note: 'changed' }))
    await clock.advance(1_000)
    expect(page.shows(1)).toMatchObject({ total: 1, status: { data: 'complete', link: 'live' } })
    expect(page.histories.get(1)?.filter(({ rows }) => rows.length === 1).length).toBeGreaterThan(1)
    expect([...verbs].sort()).toEqual(['list', 'watch'])
  })

  it('is nothing where a wider informer has data', async () => {
    const { clock, page, requests, names } = await rig()
    page.subscribe(1, EVERYTHING)
    await clock.advance(1_000)
    page.subscribe(2, inNamespace('default'))
    page.subscribe(3, object('kube-system/dns'))
    await clock.advance(1_000)
    expect([names(2), names(3)]).toEqual([IN_DEFAULT, ['kube-system/dns']])
    expect([requests('list'), requests('watch')]).toEqual([[ALL], [ALL]])
  })

  it('comes before everything, and gives way to it without losing a row', async () => {
    const { clock, server, page, requests, names } = await rig()
    page.subscribe(1, EVERYTHING)
    page.subscribe(2, inNamespace('default'))
    await clock.advance(1_000)
    expect(requests('list')).toEqual([DEFAULT, ALL])
    await clock.advance(40_000)
    expect(server.openWatches).toBe(1)
    server.create(pod('default/new'))
    await clock.advance(1_000)
    expect(names(2)).toEqual([...IN_DEFAULT, 'default/new'])
    expect(
      page.histories.get(2)?.filter(({ rows, total }) => total !== undefined && rows.length < 4),
    ).toEqual([])
  })

  it.each([
    [object('b'), 'an object of pods must be named by "namespace/name"'],
    [inNamespace('..'), 'is not the name of a namespace'],
  ])('is nothing for an invalid target', async (subscription, message) => {
    const { clock, page, requests } = await rig()
    page.subscribe(1, subscription)
    await clock.advance(1_000)
    expect(page.shows(1)?.status?.error?.message).toContain(message)
    expect([requests('list'), requests('watch')]).toEqual([[], []])
  })
})

describe('a slice over everything of a user without a cluster-wide right', () => {
  const given = () => ['kube-system', 'default', 'default']

  it('shows the namespaces that the connection names, as one slice', async () => {
    const { clock, server, page, names } = await rig({ pods: ['default', 'kube-system'], given })
    page.subscribe(1, EVERYTHING)
    page.subscribe(2, {
      ...EVERYTHING,
      slice: {
        sort: { by: 'metadata.name', descending: true },
        window: { offset: 1, limit: 3 },
        groupBy: 'namespace',
      },
    })
    await clock.advance(1_000)
    expect(page.shows(1)).toMatchObject({ total: 6, status: { data: 'complete', link: 'live' } })
    expect(page.shows(1)?.status?.error).toBeUndefined()
    expect(names(1)).toEqual([...IN_DEFAULT, ...IN_SYSTEM])
    expect(names(2)).toEqual(['kube-system/dns', 'default/d', 'default/c'])
    expect(page.shows(2)?.groups).toEqual([
      { value: 'default', count: 4 },
      { value: 'kube-system', count: 2 },
    ])
    server.create(pod('default/z'))
    await clock.advance(1_000)
    expect(names(2)).toEqual(['kube-system/proxy', 'kube-system/dns', 'default/d'])
    await clock.advance(3_600_000)
    expect(server.requests.filter(({ path }) => path === ALL)).toHaveLength(1)
    expect(page.count('needNamespaces')).toBeGreaterThan(1)
  })

  it('shows those that reviews allow, where the user may list Namespaces', async () => {
    const { clock, server, page, requests, names } = await rig({ pods: ['kube-system'], namespaces: true })
    page.subscribe(1, EVERYTHING)
    await clock.advance(1_000)
    expect(names(1)).toEqual(IN_SYSTEM)
    expect(requests('list')).toEqual([ALL, SYSTEM])
    expect(server.requests.filter(({ resource }) => resource === 'namespaces').length).toBeGreaterThan(0)
  })

  it('shows those that are left when it is opened again after a Namespace was deleted', async () => {
    const { clock, server, page, names } = await rig({
      pods: ['kube-public', 'kube-system'],
      namespaces: true,
    })
    page.subscribe(1, EVERYTHING)
    await clock.advance(1_000)
    page.post({ type: 'unsubscribe', id: 1 })
    await clock.advance(1_000)
    server.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-public' } })
    await clock.advance(1_000)
    page.subscribe(2, EVERYTHING)
    await clock.advance(1_000)
    expect(page.shows(2)?.status?.error).toBeUndefined()
    expect(names(2)).toEqual(IN_SYSTEM)
  })

  it('keeps the 403, and names the option that helps', async () => {
    const { clock, page, requests } = await rig({ pods: ['default'] })
    page.subscribe(1, EVERYTHING)
    await clock.advance(1_000)
    expect(page.shows(1)).toMatchObject({
      total: 0,
      status: { data: 'none', error: { status: { code: 403 } } },
    })
    expect(page.shows(1)?.status?.error?.message).toMatch(/cannot list resource "pods".*`namespaces`/)
    await clock.advance(3_600_000)
    expect(requests('list')).toEqual([ALL])
  })

  it('names a namespace that fails, and shows the others', async () => {
    const { clock, page, names } = await rig({ pods: ['default'], given })
    page.subscribe(1, EVERYTHING)
    await clock.advance(1_000)
    expect(names(1)).toEqual(IN_DEFAULT)
    expect(page.shows(1)?.status).toMatchObject({ data: 'complete', error: { status: { code: 403 } } })
    expect(page.shows(1)?.status?.error?.message).toContain('namespace "kube-system"')
  })

  it('reports a failure of the option, and asks again', async () => {
    let failure: Error | undefined = new Error('no network')
    const { clock, page, names } = await rig({ pods: ['default'], given: () => failure ?? ['default'] })
    page.subscribe(1, EVERYTHING)
    await clock.advance(1_000)
    expect(page.shows(1)?.status?.error?.message).toContain('no network')
    failure = undefined
    await clock.advance(60_000)
    expect(names(1)).toEqual(IN_DEFAULT)
    expect(page.shows(1)?.status?.error).toBeUndefined()
  })

  it('follows a list of namespaces that changes', async () => {
    let list = ['default']
    const { clock, page, names } = await rig({ pods: ['default', 'kube-system'], given: () => list })
    page.subscribe(1, EVERYTHING)
    await clock.advance(1_000)
    list = ['kube-system', 'default']
    page.post({ type: 'wake' })
    await clock.advance(1_000)
    expect(names(1)).toEqual([...IN_DEFAULT, ...IN_SYSTEM])
    list = ['kube-system']
    page.post({ type: 'wake' })
    await clock.advance(2_000)
    expect(names(1)).toEqual(IN_SYSTEM)
    expect(
      page.histories.get(1)?.filter(({ rows, total }) => total !== undefined && rows.length === 0),
    ).toEqual([])
  })

  it('becomes cluster-wide once a review allows it, and no row leaves the screen', async () => {
    const { clock, server, page, change, names, requests } = await rig({
      pods: ['default'],
      given: () => ['default'],
    })
    page.subscribe(1, EVERYTHING)
    await clock.advance(1_000)
    change({ pods: [''] })
    await clock.advance(300_000)
    expect(names(1)).toEqual([...IN_DEFAULT, ...IN_SYSTEM])
    expect(requests('list')).toEqual([ALL, DEFAULT, ALL])
    expect(server.openWatches).toBe(1)
    const shown = page.histories.get(1)?.filter(({ rows }) => rows.length > 0)
    expect(shown?.filter(({ rows }) => rows.length < 4)).toEqual([])
  })

  it('falls back when a right is withdrawn: rows of other namespaces leave, and no other row does', async () => {
    const { clock, server, page, change, names } = await rig({ pods: [''], given: () => ['default'] })
    page.subscribe(1, EVERYTHING)
    await clock.advance(1_000)
    change({ pods: ['default'] })
    server.dropWatches()
    await clock.advance(5_000)
    expect(names(1)).toEqual(IN_DEFAULT)
    const shown = page.histories.get(1)?.filter(({ total }) => total !== undefined)
    expect(shown?.filter(({ rows }) => rows.length < 4)).toEqual([])
    change({ pods: [] })
    server.dropWatches()
    await clock.advance(5_000)
    expect(page.shows(1)).toMatchObject({ rows: [], total: 0, status: { data: 'none' } })
    expect(page.shows(1)?.status?.error).toMatchObject({ status: { code: 403 } })
  })
})

test('5,000 namespaces are reviewed, at most eight at once, and the allowed ones are shown', async () => {
  const all = Array.from({ length: 5_000 }, (_, i) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: `ns-${i}` },
  }))
  const { clock, page, server, names } = await rig({
    pods: ['ns-7', 'ns-4999'],
    namespaces: true,
    objects: [...all, pod('ns-7/a'), pod('ns-4999/b')],
  })
  expect(server.list(namespaceResource).length).toBeGreaterThanOrEqual(5_000)
  page.subscribe(1, EVERYTHING)
  await clock.advance(5_000)
  expect(names(1)).toEqual(['ns-4999/b', 'ns-7/a'])
}, 30_000)
