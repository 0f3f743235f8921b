import { defineResource, type KubernetesObject } from '@kube-informer/core'
import { FakeClock, namespaces, pods } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { defineInformers } from '../../api/definition.ts'
import type { Slice } from '../../api/subscription.ts'
import { hostRig } from '../../test/host-rig.ts'
import { createTestServer, pod } from '../../test/informers.ts'
import type { Rights } from '../../test/rights.ts'
import { type RightsRigOptions, rightsRig } from '../../test/rights-rig.ts'

const EVERYTHING: Rights = { pods: [''], namespaces: true }
const COUNTED: Slice = { groupBy: 'namespace', groupEmpty: true, window: { offset: 0, limit: 0 } }

async function rig(options: RightsRigOptions = EVERYTHING) {
  const { clock, server, host, page, change } = await rightsRig(options)
  /** The groups of a slice, as `value=count`. */
  const groups = (id = 1) => page.shows(id)?.groups?.map(({ value, count }) => `${value}=${count}`)
  const countPods = async (slice: Slice = COUNTED, id = 1) => {
    page.subscribe(id, { resource: 'pods', slice })
    await clock.advance(1_000)
    return groups(id)
  }
  /** The lists and watches of Namespaces, without lists that only count. */
  const requested = () =>
    server.requests.filter(({ resource, query }) => resource === 'namespaces' && query.limit !== '1').length
  return { clock, server, host, page, change, groups, countPods, requested }
}

const namespace = (name: string): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name },
})

describe('counts with namespaces without objects', () => {
  it('include the Namespaces of the cluster, and follow them and the objects', async () => {
    const { clock, server, groups, countPods } = await rig()
    expect(await countPods()).toEqual(['default=4', 'kube-node-lease=0', 'kube-public=0', 'kube-system=2'])
    server.create(namespace('new'))
    await clock.advance(1_000)
    expect(groups()).toEqual(['default=4', 'kube-node-lease=0', 'kube-public=0', 'kube-system=2', 'new=0'])
    server.create(pod('new/a'))
    for (const name of ['dns', 'proxy']) server.delete(pod(`kube-system/${name}`))
    await clock.advance(1_000)
    expect(groups()).toEqual(['default=4', 'kube-node-lease=0', 'kube-public=0', 'kube-system=0', 'new=1'])
  })

  it('are those of the target and the filter', async () => {
    const { countPods } = await rig()
    const onNode: Slice = { ...COUNTED, target: { type: 'index', index: 'node', value: 'n2' } }
    expect(await countPods(onNode)).toEqual([
      ...['default=0', 'kube-node-lease=0', 'kube-public=0', 'kube-system=2'],
    ])
    const filtered: Slice = { ...onNode, filter: { predicate: 'running' }, groupFiltered: true }
    expect(await countPods(filtered, 2)).toContain('kube-system=1')
  })

  it('share one informer of Namespaces, which stops after them', async () => {
    const { clock, server, page, countPods, requested } = await rig()
    await countPods()
    await countPods({ ...COUNTED, filter: { text: 'a' } }, 2)
    expect([requested(), server.openWatches]).toEqual([2, 2])
    for (const id of [1, 2]) page.post({ type: 'unsubscribe', id })
    await clock.advance(60_000)
    expect(server.openWatches).toBe(0)
  })

  it('request no Namespaces unless asked to', async () => {
    const { countPods, requested } = await rig()
    expect(await countPods({ groupBy: 'namespace' })).toEqual(['default=4', 'kube-system=2'])
    expect(requested()).toBe(0)
  })

  it('are unharmed where Namespaces may not be listed', async () => {
    const { page, countPods } = await rig({ pods: [''] })
    expect(await countPods()).toEqual(['default=4', 'kube-system=2'])
    expect(page.shows(1)?.status).toMatchObject({ data: 'complete', link: 'live' })
    expect(page.shows(1)?.status?.error).toBeUndefined()
  })

  it('then include those that the connection names, as they change', async () => {
    let given: readonly string[] | Error = ['empty', 'default']
    const { clock, page, groups, countPods } = await rig({ pods: [''], given: () => given })
    expect(await countPods()).toEqual(['default=4', 'empty=0', 'kube-system=2'])
    given = ['other']
    page.post({ type: 'wake' })
    await clock.advance(1_000)
    expect(groups()).toEqual(['default=4', 'kube-system=2', 'other=0'])
    given = new Error('no network')
    page.post({ type: 'wake' })
    await clock.advance(1_000)
    expect(groups()).toContain('other=0')
    expect(page.shows(1)?.status?.error).toBeUndefined()
  })

  it('follow the right to list Namespaces', async () => {
    const { clock, server, page, change, groups, countPods } = await rig({
      ...EVERYTHING,
      given: () => ['x'],
    })
    await countPods()
    change({ pods: [''] })
    server.dropWatches()
    await clock.advance(5_000)
    expect(groups()).toEqual(['default=4', 'kube-system=2', 'x=0'])
    change(EVERYTHING)
    page.post({ type: 'wake' })
    await clock.advance(5_000)
    expect(groups()).toEqual(['default=4', 'kube-node-lease=0', 'kube-public=0', 'kube-system=2'])
  })

  it('of a union include the namespaces that the connection names', async () => {
    const given = () => ['kube-system', 'kube-public']
    const { countPods } = await rig({ pods: given(), given })
    expect(await countPods()).toEqual(['kube-public=0', 'kube-system=2'])
  })

  it('of a union include the namespaces that reviews allow, and no others', async () => {
    const { countPods } = await rig({ pods: ['kube-system', 'kube-public'], namespaces: true })
    expect(await countPods()).toEqual(['kube-public=0', 'kube-system=2'])
  })

  it('of one namespace include that one only', async () => {
    const { page, clock, groups, countPods, requested } = await rig()
    const target = { type: 'index', index: 'namespace', value: 'kube-public' } as const
    expect(await countPods({ ...COUNTED, target })).toEqual(['kube-public=0'])
    page.subscribe(2, { resource: 'pods', scope: { namespace: 'kube-public' }, slice: COUNTED })
    await clock.advance(1_000)
    expect([groups(2), requested()]).toEqual([['kube-public=0'], 0])
  })

  it.each([
    ['no index', 'pods', {}],
    ['another index', 'pods', { groupBy: 'node' }],
    ['a cluster-scoped resource', 'nodes', { groupBy: 'namespace' }],
  ])('are a UsageError with %s, and nothing is requested', async (_, resource, slice) => {
    const clock = new FakeClock()
    const server = createTestServer({ clock })
    const nodes = defineResource({
      group: '',
      version: 'v1',
      plural: 'nodes',
      kind: 'Node',
      namespaced: false,
    })
    const definitions = defineInformers({
      pods: { resource: pods, indexers: { node: () => [] } },
      nodes: { resource: nodes },
    })
    const page = hostRig({ clock, server, definitions }).open()
    page.subscribe(1, { resource, slice: { ...slice, groupEmpty: true } })
    await clock.advance(1_000)
    expect(page.shows(1)?.status?.error?.message).toContain('groupEmpty needs `groupBy: "namespace"`')
    expect(server.requests).toEqual([])
  })
})

it('counts follow the filter on request, in a union too', async () => {
  const slice: Slice = { groupBy: 'phase', filter: { text: 'kube-system' } }
  for (const rights of [[''], ['default', 'kube-system']]) {
    const { clock, server, groups, countPods } = await rig({
      pods: rights,
      given: () => ['default', 'kube-system'],
    })
    expect(await countPods(slice)).toEqual(['Pending=1', 'Running=5'])
    expect(await countPods({ ...slice, groupFiltered: true }, 2)).toEqual(['Pending=1', 'Running=1'])
    server.update(pod('kube-system/dns', { node: 'n2' }))
    server.create(pod('default/new'))
    await clock.advance(1_000)
    expect([groups(1), groups(2)]).toEqual([['Running=7'], ['Running=2']])
  }
})

it('without a filter, groupFiltered changes nothing', async () => {
  const { countPods } = await rig()
  expect(await countPods({ groupBy: 'namespace', groupFiltered: true })).toEqual([
    ...['default=4', 'kube-system=2'],
  ])
})

it('a Namespace that is deleted leaves the counts', async () => {
  const { clock, server, groups, countPods } = await rig()
  server.create(namespace('brief'))
  await countPods()
  expect(groups()).toContain('brief=0')
  server.delete(server.get(namespaces, 'brief') ?? namespace('brief'))
  await clock.advance(1_000)
  expect(groups()).not.toContain('brief=0')
})
