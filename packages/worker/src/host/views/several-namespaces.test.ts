import { FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import type { Slice, Subscription } from '../../api/subscription.ts'
import { hostRig } from '../../test/host-rig.ts'
import { createTestServer, pod, requestsOf } from '../../test/informers.ts'
import { changingRights, type Rights } from '../../test/rights.ts'

const inNamespaces = (values: readonly string[], slice: Slice = {}): Subscription => ({
  resource: 'pods',
  slice: { target: { type: 'index', index: 'namespace', values }, ...slice },
})
const BOTH = ['kube-system', 'default']

function rig(rights: Rights = { pods: BOTH }) {
  const clock = new FakeClock()
  const { authorize, change } = changingRights(rights)
  const server = createTestServer({ clock, authorize })
  server.create(pod('elsewhere/x'))
  const page = hostRig({ clock, server }).open()
  const names = (id: number) => page.shows(id)?.rows.map(row => row.split('@')[0])
  const lists = () =>
    requestsOf(server, 'list')
      .map(({ path }) => path)
      .sort()
  return { clock, server, page, change, names, lists }
}

const DEFAULT = '/api/v1/namespaces/default/pods'
const SYSTEM = '/api/v1/namespaces/kube-system/pods'
const IN_BOTH = ['default/a', 'default/b', 'default/c', 'default/d', 'kube-system/dns', 'kube-system/proxy']

describe('a slice of several namespaces', () => {
  it('requests these, and shows them as one sorted window', async () => {
    const { clock, server, page, names, lists } = rig()
    page.subscribe(1, inNamespaces(BOTH))
    const sort = [
      { by: 'spec.nodeName', descending: true },
      { by: 'metadata.name', descending: true },
    ]
    page.subscribe(2, inNamespaces([...BOTH, 'default'], { sort, window: { offset: 1, limit: 3 } }))
    await clock.advance(1_000)
    expect(names(1)).toEqual(IN_BOTH)
    expect(names(2)).toEqual(['kube-system/dns', 'default/d', 'default/c'])
    expect(page.shows(2)).toMatchObject({ total: 6, status: { data: 'complete', link: 'live' } })
    expect(lists()).toEqual([DEFAULT, SYSTEM])
    server.delete(pod('default/d'))
    server.create(pod('kube-system/api', { node: 'n3' }))
    await clock.advance(1_000)
    expect(names(2)).toEqual(['kube-system/proxy', 'kube-system/dns', 'default/c'])
  })

  it('shares its informers and views with slices of one of them', async () => {
    const { clock, page, names, lists } = rig()
    page.subscribe(1, inNamespaces(BOTH))
    page.subscribe(2, inNamespaces(['default']))
    await clock.advance(1_000)
    expect(names(2)).toEqual(IN_BOTH.slice(0, 4))
    expect(lists()).toEqual([DEFAULT, SYSTEM])
  })

  it('is served by a wider informer that runs, and requests nothing', async () => {
    const { clock, server, page, names, lists } = rig({ pods: [''] })
    page.subscribe(1, { resource: 'pods' })
    await clock.advance(1_000)
    page.subscribe(2, inNamespaces(BOTH, { groupBy: 'namespace', groupEmpty: true }))
    await clock.advance(1_000)
    expect(names(2)).toEqual(IN_BOTH)
    expect(page.shows(2)?.groups).toEqual([
      { value: 'default', count: 4 },
      { value: 'kube-system', count: 2 },
    ])
    server.update(pod('default/b', { note: 'changed' }))
    await clock.advance(1_000)
    expect(page.shows(2)?.rows.map(row => row.split('@')[0])).toEqual(IN_BOTH)
    expect(page.histories.get(2)?.length).toBeGreaterThan(1)
    expect(lists()).toEqual(['/api/v1/pods'])
  })

  it('gives way to a wider informer without losing a row', async () => {
    const { clock, page, names, lists } = rig({ pods: [''] })
    page.subscribe(1, inNamespaces(BOTH))
    await clock.advance(1_000)
    page.subscribe(2, { resource: 'pods' })
    await clock.advance(1_000)
    expect(names(1)).toEqual(IN_BOTH)
    expect(lists()).toEqual(['/api/v1/namespaces/default/pods', SYSTEM, '/api/v1/pods'])
    expect(page.histories.get(1)?.filter(({ rows }) => rows.length !== 6 && rows.length > 0)).toEqual([])
  })

  it('loses only the rows of the namespace whose rights are withdrawn', async () => {
    const { clock, server, page, change, names } = rig()
    page.subscribe(1, inNamespaces(BOTH, { groupBy: 'namespace', groupEmpty: true }))
    await clock.advance(1_000)
    change({ pods: ['default'] })
    server.dropWatches()
    server.relist()
    await clock.advance(5_000)
    expect(names(1)).toEqual(IN_BOTH.slice(0, 4))
    expect(page.shows(1)).toMatchObject({
      total: 4,
      groups: [
        { value: 'default', count: 4 },
        { value: 'kube-system', count: 0 },
      ],
      status: { data: 'complete', error: { status: { code: 403 } } },
    })
    change({ pods: BOTH })
    page.post({ type: 'wake' })
    await clock.advance(5_000)
    expect(names(1)).toEqual(IN_BOTH)
    expect(page.shows(1)?.status?.error).toBeUndefined()
  })

  it('keeps the rows of each namespace when the rights to the wider informer are withdrawn', async () => {
    const { clock, server, page, change, names } = rig({ pods: [''] })
    page.subscribe(1, { resource: 'pods', scope: { namespace: '' } })
    await clock.advance(1_000)
    page.subscribe(2, inNamespaces(BOTH))
    await clock.advance(1_000)
    change({ pods: ['default'] })
    server.relist()
    await clock.advance(60_000)
    expect(names(1)).toEqual([])
    expect(names(2)).toEqual(IN_BOTH.slice(0, 4))
  })

  it('is empty and complete without a namespace', async () => {
    const { clock, page, lists } = rig()
    page.subscribe(1, inNamespaces([], { groupBy: 'namespace' }))
    await clock.advance(1_000)
    expect(page.shows(1)).toMatchObject({ rows: [], total: 0, groups: [], status: { data: 'complete' } })
    expect(lists()).toEqual([])
  })

  it.each([
    [inNamespaces(['default', '../x']), '"../x" is not the name of a namespace'],
    [inNamespaces(['default', 7 as never]), 'needs a text, or a list of texts'],
    [inNamespaces(BOTH, { sort: [{ by: 'nope' }] }), 'there is no comparator "nope"'],
    [
      inNamespaces(BOTH, { window: { offset: -1, limit: 1 } }),
      'window.offset must be a number of rows, got -1',
    ],
  ])('is an error, and requests nothing, if it is invalid', async (subscription, message) => {
    const { clock, page, lists } = rig()
    page.subscribe(1, subscription)
    await clock.advance(1_000)
    expect(page.shows(1)?.status?.error?.message).toContain(message)
    expect(lists()).toEqual([])
  })
})

describe('the option namespace', () => {
  const both = (slice: Slice, namespace: Subscription['namespace'] = BOTH): Subscription => ({
    resource: 'pods',
    namespace,
    slice,
  })
  const onNode = (value: string) => ({ type: 'index', index: 'node', value }) as const
  const onN1 = ['default/a', 'default/b', 'kube-system/dns']

  it('sends the requests of another target to its namespaces', async () => {
    const { clock, server, page, names, lists } = rig()
    for (const key of ['default/c', 'default/d']) server.update(pod(key, { node: 'n2' }))
    server.update(pod('kube-system/dns', { node: 'n1' }))
    page.subscribe(1, both({ target: onNode('n1') }))
    page.subscribe(2, both({ target: onNode('n2'), groupBy: 'namespace', window: { offset: 1, limit: 1 } }))
    const sort = { by: 'metadata.name', descending: true }
    page.subscribe(3, both({ filter: { text: 'default' }, sort, window: { limit: 2 } }))
    page.subscribe(4, both({ groupBy: 'node', window: { offset: 0, limit: 0 } }))
    await clock.advance(1_000)
    expect(names(1)).toEqual(onN1)
    expect([names(2), page.shows(2)]).toMatchObject([
      ['default/d'],
      {
        total: 3,
        groups: [
          { value: 'default', count: 2 },
          { value: 'kube-system', count: 1 },
        ],
      },
    ])
    expect([names(3), page.shows(3)?.total]).toEqual([['default/d', 'default/c'], 4])
    expect(page.shows(4)?.groups).toEqual([
      { value: 'n1', count: 3 },
      { value: 'n2', count: 3 },
    ])
    page.subscribe(5, both({ target: { type: 'key', key: 'default/a' } }))
    page.subscribe(6, both({ target: { type: 'key', key: 'elsewhere/x' } }))
    await clock.advance(1_000)
    expect([names(5), names(6), page.shows(6)?.status?.data]).toEqual([['default/a'], [], 'complete'])
    expect(lists()).toEqual([DEFAULT, SYSTEM])
  })

  it('is the same as the index of that name', async () => {
    const { clock, page, names, lists } = rig()
    page.subscribe(1, both({ sort: { by: 'metadata.name' } }))
    page.subscribe(2, inNamespaces(BOTH, { sort: { by: 'metadata.name' } }))
    page.subscribe(3, both({}, 'default'))
    await clock.advance(1_000)
    expect(names(1)).toEqual(names(2))
    expect(names(3)).toEqual(IN_BOTH.slice(0, 4))
    expect(lists()).toEqual([DEFAULT, SYSTEM])
  })

  it('names the namespace that is forbidden, and shows the others', async () => {
    const { clock, page, names } = rig({ pods: ['default'] })
    page.subscribe(1, both({ target: onNode('n1') }))
    await clock.advance(1_000)
    expect(names(1)).toEqual(IN_BOTH.slice(0, 4))
    expect(page.shows(1)?.status).toMatchObject({ data: 'complete', error: { status: { code: 403 } } })
    expect(page.shows(1)?.status?.error?.message).toContain('namespace "kube-system"')
  })

  it('as an empty list shows nothing and requests nothing, as "" all namespaces', async () => {
    const { clock, page, names, lists } = rig({ pods: [''] })
    page.subscribe(1, both({ target: onNode('n1'), groupBy: 'node' }, []))
    await clock.advance(1_000)
    expect(page.shows(1)).toMatchObject({ rows: [], total: 0, groups: [], status: { data: 'complete' } })
    expect(lists()).toEqual([])
    page.subscribe(2, both({}, ''))
    await clock.advance(1_000)
    expect(names(2)).toEqual([
      'default/a',
      'default/b',
      'default/c',
      'default/d',
      'elsewhere/x',
      ...IN_BOTH.slice(4),
    ])
    expect(lists()).toEqual(['/api/v1/pods'])
  })

  it('is served by a wider informer that runs, and by the informer of a scope', async () => {
    const { clock, page, names, lists } = rig({ pods: [''] })
    page.subscribe(1, { resource: 'pods', scope: { namespace: '' } })
    await clock.advance(1_000)
    const expected = names(1)?.filter(key => !key?.startsWith('elsewhere/'))
    page.subscribe(2, both({ sort: { by: 'metadata.namespace' } }))
    const slice = { filter: { text: 'e' }, groupBy: 'namespace' } as const
    page.subscribe(3, { ...both(slice), scope: { namespace: '' } })
    page.subscribe(4, {
      ...both({ target: onNode('n1'), groupBy: 'namespace' }, ['default']),
      scope: { namespace: '' },
    })
    const fieldSelector = 'metadata.name!=a'
    page.subscribe(5, {
      ...both({ target: onNode('n1') }, ['default']),
      scope: { namespace: '', fieldSelector },
    })
    await clock.advance(1_000)
    expect(names(2)).toEqual(expected)
    expect(names(3)).toEqual(expected)
    expect(page.shows(3)?.groups?.map(({ value }) => value)).toEqual(['default', 'kube-system'])
    expect(page.shows(4)?.groups?.map(({ value }) => value)).toEqual(['default'])
    expect(names(4)?.every(key => key?.startsWith('default/'))).toBe(true)
    expect(names(5)).toEqual(['default/b', 'default/c', 'default/d'])
    expect(lists()).toEqual(['/api/v1/pods'])
  })

  it('of another cluster is an error of the slice, and requests nothing', async () => {
    const { clock, page, lists } = rig()
    page.subscribe(1, { ...both({}), cluster: 'prod' })
    page.subscribe(2, { ...both({ target: { type: 'status' } }), cluster: 'prod' })
    await clock.advance(1_000)
    for (const id of [1, 2])
      expect(page.shows(id)?.status?.error?.message).toContain(
        'a connection has one cluster, got `cluster` "prod"',
      )
    expect(lists()).toEqual([])
  })

  it('has the status of the slices that show it', async () => {
    const { clock, page } = rig({ pods: ['default'] })
    const status = (namespace: string): Subscription => both({ target: { type: 'status' } }, namespace)
    page.subscribe(1, both({ target: onNode('n1') }, 'default'))
    page.subscribe(2, status('default'))
    page.subscribe(3, both({}, 'kube-system'))
    page.subscribe(4, status('kube-system'))
    page.subscribe(5, status('kube-public'))
    await clock.advance(2_000)
    expect(page.shows(2)?.status).toMatchObject({ data: 'complete', link: 'live' })
    expect(page.shows(4)?.status).toMatchObject({ data: 'none', error: { status: { code: 403 } } })
    expect(page.shows(5)?.status).toMatchObject({ data: 'none', link: 'stopped' })
  })
})

describe('a window around an anchor', () => {
  it.each([
    ['one informer', { resource: 'pods', scope: { namespace: '' } }, [''] as const],
    ['several', inNamespaces(BOTH), BOTH],
  ])('stays while rows above it come and go, over %s', async (_, subscription: Subscription, pods) => {
    const { clock, server, page, names } = rig({ pods })
    const sort = { by: 'spec.nodeName' } as const
    server.delete(pod('elsewhere/x'))
    const window = { anchor: 'default/c', before: 1, limit: 3 }
    page.subscribe(1, { ...subscription, slice: { ...subscription.slice, sort, window } })
    await clock.advance(1_000)
    const shown = ['default/b', 'default/c', 'default/d']
    expect([names(1), page.shows(1)?.window]).toEqual([shown, { offset: 1, limit: 3 }])
    for (const name of ['b1', 'a1', 'a0']) server.create(pod(`default/${name}`, { node: 'n0' }))
    await clock.advance(1_000)
    expect([names(1), page.shows(1)]).toMatchObject([shown, { window: { offset: 4, limit: 3 }, total: 9 }])
    // The anchor leaves, and moves, and its last position is used.
    server.delete(pod('default/c'))
    await clock.advance(1_000)
    const without = ['default/b', 'default/d', 'kube-system/dns']
    expect([names(1), page.shows(1)?.window]).toEqual([without, { offset: 4, limit: 3 }])
    server.delete(pod('default/a0'))
    await clock.advance(1_000)
    expect([names(1), page.shows(1)?.window]).toEqual([without, { offset: 3, limit: 3 }])
    server.create(pod('default/c', { node: 'n9' }))
    await clock.advance(1_000)
    expect(names(1)).toEqual(['kube-system/proxy', 'default/c'])
  })

  it('starts at the first row for an object that was never known', async () => {
    const { clock, page, names } = rig({ pods: [''] })
    page.subscribe(1, { resource: 'pods', slice: { window: { anchor: 'z/z', before: 1, limit: 2 } } })
    await clock.advance(1_000)
    expect([names(1), page.shows(1)?.window]).toEqual([['default/a', 'default/b'], { offset: 0, limit: 2 }])
  })

  it('starts at the position of an object that the filter rejects', async () => {
    const { clock, page, names } = rig({ pods: [''] })
    const slice = { filter: { text: 'd' }, window: { anchor: 'kube-system/proxy', before: 1, limit: 9 } }
    page.subscribe(1, { resource: 'pods', slice })
    await clock.advance(1_000)
    expect(names(1)).toEqual(['kube-system/dns'])
  })
})
