import { secrets } from '@kube-informer/core/resources'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, it, test } from 'vitest'
import { defineInformers } from '../../api/definition.ts'
import { hostRig } from '../../test/host-rig.ts'
import { createTestServer, pod } from '../../test/informers.ts'
import { EVERYTHING, inNamespace, object, rightsRig } from '../../test/rights-rig.ts'

const twelve = (prefix: string) => Array.from({ length: 12 }, (_, i) => `${prefix}${i}`)

/** Parts of one scope, each with one Pod, and that scope. */
const CASES = [
  {
    parts: 'namespaces',
    into: 'the cluster',
    keys: twelve('ns-').map(name => `${name}/a`),
    right: '',
    path: '/api/v1/pods',
    rightsOfParts: twelve('ns-'),
    subscription: (key: string) => inNamespace(key.slice(0, key.indexOf('/'))),
  },
  {
    parts: 'objects of a namespace',
    into: 'that namespace',
    keys: twelve('default/o-'),
    right: 'default',
    path: '/api/v1/namespaces/default/pods',
    rightsOfParts: twelve('default/o-'),
    subscription: object,
  },
]

describe.each(CASES)('more than eight $parts', ({ into, keys, right, path, rightsOfParts, subscription }) => {
  async function rig(rights: readonly string[]) {
    const { page, ...rest } = await rightsRig({ pods: rights, objects: keys.map(key => pod(key)) })
    const subscribe = (from: number, to: number) => {
      for (let id = from; id < to; id++) page.subscribe(id, subscription(keys[id] ?? ''))
    }
    const expectNoRowLost = () => {
      for (const [id, history] of page.histories)
        expect([id, history.filter(({ rows, total }) => total !== undefined && rows.length === 0)]).toEqual([
          id,
          [],
        ])
    }
    return { page, subscribe, expectNoRowLost, ...rest }
  }

  it(`give way to one informer of ${into}, and no row leaves the screen`, async () => {
    const { clock, server, page, requests, names, subscribe, expectNoRowLost } = await rig([right])
    subscribe(0, 8)
    await clock.advance(60_000)
    expect([server.openWatches, requests('list').includes(path)]).toEqual([8, false])
    subscribe(8, 9)
    await clock.advance(60_000)
    expect(server.openWatches).toBe(1)
    subscribe(9, 12)
    await clock.advance(1_000)
    expect(requests('list').filter(each => each === path)).toHaveLength(1)
    expect(server.openWatches).toBe(1)
    server.update(pod(keys[3] ?? '', { note: 'changed' }))
    await clock.advance(1_000)
    expect(keys.map((_, id) => names(id))).toEqual(keys.map(key => [key]))
    expect(page.histories.get(3)?.length).toBeGreaterThan(page.histories.get(2)?.length ?? 0)
    expectNoRowLost()
  })

  it('that are opened together send the review first, and then one list', async () => {
    const { clock, server, requests, names, subscribe, expectNoRowLost } = await rig([right])
    const before = server.requests.length
    subscribe(0, 12)
    await clock.advance(1_000)
    expect(requests('list')).toEqual([path])
    expect(server.requests[before]?.path).toMatch(/selfsubjectaccessreviews$/)
    expect(keys.map((_, id) => names(id))).toEqual(keys.map(key => [key]))
    await clock.advance(60_000)
    expect([requests('list'), requests('watch')]).toEqual([[path], [path]])
    expectNoRowLost()
  })

  it('that are opened together send their own lists after a denial', async () => {
    const { clock, server, requests, names, subscribe } = await rig(rightsOfParts)
    const before = server.requests.length
    subscribe(0, 12)
    await clock.advance(1_000)
    expect(server.requests[before]?.path).toMatch(/selfsubjectaccessreviews$/)
    expect([requests('list').length, requests('list').includes(path)]).toEqual([12, false])
    expect(keys.map((_, id) => names(id))).toEqual(keys.map(key => [key]))
  })

  it('that are opened together send their own lists if the one list takes more than ten seconds', async () => {
    const { clock, server, requests, names, subscribe } = await rig([right])
    server.faults.add({
      match: { pathPattern: path, watch: false },
      times: 1,
      action: { type: 'delay', ms: 60_000 },
    })
    subscribe(0, 12)
    await clock.advance(9_900)
    expect(requests('list').filter(each => each !== path)).toEqual([])
    await clock.advance(1_100)
    expect(keys.map((_, id) => names(id))).toEqual(keys.map(key => [key]))
  })

  it('stay where that right is missing, until it is granted', async () => {
    const { clock, server, requests, change, subscribe, expectNoRowLost } = await rig(rightsOfParts)
    subscribe(0, 12)
    await clock.advance(60_000)
    expect([server.openWatches, requests('list').includes(path)]).toEqual([12, false])
    change({ pods: [right] })
    await clock.advance(900_000)
    expect(server.openWatches).toBe(1)
    expectNoRowLost()
  })

  it('change over at once when the page asks', async () => {
    const { clock, server, page, change, subscribe } = await rig(rightsOfParts)
    subscribe(0, 12)
    await clock.advance(1_000)
    change({ pods: [right] })
    page.post({ type: 'wake' })
    await clock.advance(31_000)
    expect(server.openWatches).toBe(1)
  })

  it('leave no timer behind', async () => {
    const { clock, server, page, host, subscribe } = await rig(rightsOfParts)
    subscribe(0, 12)
    await clock.advance(1_000)
    for (const id of keys.keys()) page.post({ type: 'unsubscribe', id })
    await clock.advance(60_000)
    expect(server.openWatches).toBe(0)
    page.post({ type: 'goodbye' })
    host.close()
    expect(clock.pendingTimers).toBe(0)
  })
})

test('a cluster-wide list that is denied although a review allows it is tried again after pauses', async () => {
  const namespaces = twelve('ns-')
  const { clock, server, page, requests } = await rightsRig({
    objects: namespaces.map(name => pod(`${name}/a`)),
    pods: [''],
  })
  server.faults.add({ match: { pathPattern: '/api/v1/pods' }, action: { type: 'status', code: 403 } })
  for (const [id, name] of namespaces.entries()) page.subscribe(id, inNamespace(name))
  await clock.advance(60_000)
  for (const id of namespaces.keys()) page.subscribe(100 + id, inNamespace(`ns-${id}`))
  await clock.advance(3_600_000)
  const { length } = requests('list').filter(path => path === '/api/v1/pods')
  expect([server.openWatches, length > 1, length < 15]).toEqual([12, true, true])
})

test('Secrets that no slice names are not requested', async () => {
  const clock = new FakeClock()
  const secret = (name: string) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace: 'default', name },
  })
  const server = createTestServer({ clock, objects: twelve('s').map(secret) })
  const page = hostRig({
    clock,
    server,
    definitions: defineInformers({ secrets: { resource: secrets } }),
  }).open()
  for (const [id, name] of twelve('s').entries())
    page.subscribe(id, { resource: 'secrets', slice: { target: { type: 'key', key: `default/${name}` } } })
  await clock.advance(60_000)
  const lists = server.requests.filter(({ kind, query }) => kind === 'list' && query.limit !== '1')
  expect([lists.length, lists.filter(({ query }) => !query.fieldSelector), server.openWatches]).toEqual([
    12,
    [],
    12,
  ])
})

test('slices of one part several times are one part', async () => {
  const { clock, requests, page } = await rightsRig()
  for (let id = 0; id < 20; id++) page.subscribe(id, object('default/a'))
  await clock.advance(60_000)
  expect(requests('list')).toEqual(['/api/v1/namespaces/default/pods?metadata.name=a'])
})

test('objects of a namespace take the widest informer that has data', async () => {
  const { clock, server, page, names } = await rightsRig()
  page.subscribe(1, inNamespace('default'))
  await clock.advance(1_000)
  page.subscribe(2, object('default/b'))
  await clock.advance(1_000)
  page.subscribe(3, EVERYTHING)
  await clock.advance(60_000)
  expect([server.openWatches, names(2)]).toEqual([1, ['default/b']])
})
