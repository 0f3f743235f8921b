import { type KubernetesObject, parseLabelSelector } from '@kube-informer/core'
import { type FakeApiserver, FakeClock, type Pod } from '@kube-informer/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scope, Slice, SliceTarget, Subscription } from '../../api/subscription.ts'
import { hostRig } from '../../test/host-rig.ts'
import { createTestServer, pod, requestsOf } from '../../test/informers.ts'

function rig() {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  const { open } = hostRig({ clock, server })
  const watches = () => requestsOf(server, 'watch').length
  return { clock, server, open, watches }
}

const EVERYWHERE = { path: '/api/v1/pods' }
const IN_DEFAULT = { path: '/namespaces/default/pods' }
/** Literally everywhere: nothing else is requested in its place. */
const PODS: Subscription = { resource: 'pods', scope: { namespace: '' } }
const inNamespace = (namespace: string, slice: Slice = {}): Subscription => ({
  resource: 'pods',
  scope: { namespace },
  slice,
})

describe('a narrow scope of a resource whose wider informer runs', () => {
  it('is served by the wider informer, without a watch, while it has subscribers', async () => {
    const { clock, server, open, watches } = rig()
    const page = open()
    page.subscribe(1, PODS)
    await clock.advance(1_000)
    page.subscribe(2, inNamespace('default', { groupBy: 'namespace' }))
    page.subscribe(3, { ...PODS, scope: { namespace: '', fieldSelector: 'metadata.name=dns' } })
    page.post({ type: 'unsubscribe', id: 1 })
    await clock.advance(40_000)
    server.create(pod('default/new'))
    server.create(pod('elsewhere/new'))
    await clock.advance(1_000)
    expect(page.shows(2)).toMatchObject({
      total: 5,
      groups: [{ value: 'default', count: 5 }],
      status: { data: 'complete', link: 'live', counters: { objects: 4 } },
    })
    expect(page.shows(3)?.rows).toEqual([expect.stringContaining('kube-system/dns@')])
    expect([watches(), server.openWatches]).toEqual([1, 1])
    page.post({ type: 'unsubscribe', id: 2 })
    page.post({ type: 'unsubscribe', id: 3 })
    await clock.advance(30_000)
    expect(server.openWatches).toBe(0)
  })

  it('has its own informer if the wider one has no data or is forbidden', async () => {
    const { clock, server, open, watches } = rig()
    const page = open()
    page.subscribe(1, PODS)
    page.subscribe(2, inNamespace('default'))
    await clock.advance(1_000)
    expect(watches()).toBe(2)
    const forbidden = rig()
    forbidden.server.faults.add({ match: EVERYWHERE, action: { type: 'status', code: 403 } })
    const other = forbidden.open()
    other.subscribe(1, PODS)
    await forbidden.clock.advance(1_000)
    other.subscribe(2, inNamespace('default'))
    await forbidden.clock.advance(1_000)
    expect(other.shows(1)?.status).toMatchObject({ data: 'none', error: { status: { code: 403 } } })
    expect(other.shows(2)).toMatchObject({ total: 4, status: { data: 'complete', link: 'live' } })
    expect(server.openWatches).toBe(2)
  })

  it('gets its own informer when the wider one is forbidden later, and keeps its rows meanwhile', async () => {
    const { clock, server, open } = rig()
    const page = open()
    page.subscribe(1, PODS)
    await clock.advance(1_000)
    page.subscribe(2, inNamespace('default'))
    await clock.advance(1_000)
    server.faults.add({ match: EVERYWHERE, action: { type: 'status', code: 403 } })
    server.faults.add({ match: IN_DEFAULT, times: 1, action: { type: 'delay', ms: 5_000 } })
    server.dropWatches()
    await clock.advance(5_000)
    server.create(pod('default/new'))
    await clock.advance(20_000)
    expect(page.shows(1)?.status).toMatchObject({ error: { status: { code: 403 } } })
    expect(page.shows(2)).toMatchObject({ total: 5, status: { data: 'complete', link: 'live' } })
    expect(page.shows(2)?.status?.error).toBeUndefined()
    expect(page.histories.get(2)?.filter(({ rows }) => rows.length < 4)).toEqual([])
  })

  it('reports the error when its own informer is forbidden, too', async () => {
    const { clock, server, open } = rig()
    const page = open()
    page.subscribe(1, PODS)
    await clock.advance(1_000)
    page.subscribe(2, inNamespace('default'))
    await clock.advance(1_000)
    server.faults.add({ match: { resource: 'pods' }, action: { type: 'status', code: 403 } })
    server.dropWatches()
    await clock.advance(20_000)
    expect(page.shows(2)).toMatchObject({
      rows: [],
      total: 0,
      status: { data: 'none', link: 'retrying', error: { status: { code: 403 } } },
    })
    expect(page.shows(2)?.status?.error?.message).toContain('namespace "default"')
    page.post({ type: 'unsubscribe', id: 2 })
    page.post({ type: 'unsubscribe', id: 1 })
    await clock.advance(31_000)
    const requests = server.requests.length
    await clock.advance(120_000)
    expect(server.requests).toHaveLength(requests)
  })

  it('returns to the wider informer if that recovers first', async () => {
    const { clock, server, open } = rig()
    const page = open()
    page.subscribe(1, PODS)
    await clock.advance(1_000)
    page.subscribe(2, inNamespace('default'))
    await clock.advance(1_000)
    server.faults.add({ match: EVERYWHERE, times: 1, action: { type: 'status', code: 403 } })
    server.faults.add({ match: IN_DEFAULT, action: { type: 'status', code: 403 } })
    server.dropWatches()
    await clock.advance(60_000)
    server.create(pod('default/new'))
    await clock.advance(1_000)
    expect(page.shows(2)).toMatchObject({ total: 5, status: { link: 'live' } })
    expect(server.openWatches).toBe(1)
  })
})

const NAMES = ['a', 'b', 'c', 'd', 'e']
const NAMESPACES = ['default', 'kube-system', 'web']
const VALUES = ['x', 'y']

interface Change {
  readonly namespace: string
  readonly name: string
  /** Absent: the object is deleted. */
  readonly labels?: Record<string, string> | undefined
}

const changes = fc.array(
  fc.record({
    namespace: fc.constantFrom(...NAMESPACES),
    name: fc.constantFrom(...NAMES),
    labels: fc.option(fc.dictionary(fc.constantFrom('app', 'tier'), fc.constantFrom(...VALUES)), {
      nil: undefined,
    }),
  }),
  { maxLength: 12 },
)

const scopes = fc.record<Scope>({
  namespace: fc.option(fc.constantFrom(...NAMESPACES), { nil: undefined }),
  labelSelector: fc.option(
    fc.constantFrom('app', '!tier', 'app=x', 'app!=x', 'app in (x,y),tier', 'tier notin (y)'),
    { nil: undefined },
  ),
  fieldSelector: fc.option(
    fc.constantFrom(
      'metadata.name=a',
      'metadata.name!=b',
      'metadata.namespace=web',
      'metadata.namespace!=web,metadata.name!=c',
    ),
    { nil: undefined },
  ),
})

const slices = fc.record<Slice>({
  target: fc.constantFrom<Slice['target'][]>(
    undefined,
    { type: 'all' },
    { type: 'key', key: 'web/a' },
    { type: 'index', index: 'namespace', value: 'web' },
    { type: 'index', index: 'namespace', values: ['web', 'kube-system'] },
    { type: 'index', index: 'phase', values: ['Running', 'Pending'] },
    { type: 'index', index: 'phase', value: 'Running' },
  ),
  filter: fc.constantFrom<Slice['filter'][]>(
    undefined,
    { text: 'a' },
    { predicate: 'running' },
    { labelSelector: 'tier' },
  ),
  sort: fc.constantFrom<Slice['sort'][]>(undefined, { by: 'metadata.name', descending: true }),
  groupBy: fc.constantFrom<(string | undefined)[]>(undefined, 'namespace', 'phase'),
  groupFiltered: fc.constantFrom(undefined, true),
})

function apply(server: FakeApiserver, { namespace, name, labels }: Change): void {
  const object = pod(`${namespace}/${name}`)
  const existing = server.get(PODS_RESOURCE, `${namespace}/${name}`)
  if (!labels) {
    if (existing) server.delete(object)
  } else if (existing) server.update(labelled(object, labels))
  else server.create(labelled(object, labels))
}

const PODS_RESOURCE = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true }
const labelled = (object: Pod, labels: Record<string, string>): Pod => ({
  ...object,
  metadata: { ...object.metadata, labels },
})

const valuesOf = (target: SliceTarget & { type: 'index' }): readonly string[] =>
  'values' in target ? target.values : [target.value]

/** The expected keys of a slice of a scope, computed from the objects directly. */
function oracle(
  objects: readonly KubernetesObject[],
  scope: Scope,
  { target, filter, sort }: Slice,
): string[] {
  const matches = parseLabelSelector(scope.labelSelector ?? '')
  const fields = (scope.fieldSelector ?? '').split(',').filter(Boolean)
  const kept = objects.filter(({ metadata: { name = '', namespace = '', labels = {} } = {} }) => {
    const of = (term: string) => (term.startsWith('metadata.namespace') ? namespace : name)
    return (
      (!scope.namespace || scope.namespace === namespace) &&
      matches(labels) &&
      fields.every(term => (of(term) === term.split('=')[1]) !== term.includes('!=')) &&
      (target?.type !== 'key' || target.key === `${namespace}/${name}`) &&
      (target?.type !== 'index' || target.index !== 'namespace' || valuesOf(target).includes(namespace)) &&
      (filter?.text === undefined || `${namespace}/${name}`.includes(filter.text)) &&
      (filter?.labelSelector === undefined || Object.hasOwn(labels, String(filter.labelSelector)))
    )
  })
  const keyOf = ({ metadata: { name, namespace } = {} }: KubernetesObject) => `${namespace}/${name}`
  const matching = kept.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  if (sort)
    matching.sort((a, b) =>
      (a.metadata?.name ?? '') < (b.metadata?.name ?? '')
        ? 1
        : a.metadata?.name === b.metadata?.name
          ? 0
          : -1,
    )
  return matching.map(keyOf)
}

describe('a slice of a narrow scope', () => {
  it('is the same from a wider informer, from its own informer, and computed directly, after any history', async () => {
    await fc.assert(
      fc.asyncProperty(scopes, slices, changes, changes, async (scope, slice, before, after) => {
        const clock = new FakeClock()
        const server = createTestServer({ clock, objects: [] })
        const { open, host } = hostRig({ clock, server })
        for (const change of before) apply(server, change)
        const [sharing, alone] = [open(), open()]
        sharing.subscribe(1, PODS)
        await clock.advance(1_000)
        const opened = requestsOf(server, 'watch').length
        const subscription = { resource: 'pods', scope, slice: { ...slice } }
        sharing.subscribe(2, subscription)
        await clock.advance(1_000)
        expect(requestsOf(server, 'watch')).toHaveLength(opened)
        alone.subscribe(2, subscription)
        await clock.advance(1_000)
        for (const change of after) {
          apply(server, change)
          await clock.settle()
        }
        await clock.advance(1_000)
        const [shared, own] = [sharing.shows(2), alone.shows(2)]
        const objects = server.list(PODS_RESOURCE)
        expect(shared?.rows.map(row => row.split('@')[0])).toEqual(oracle([...objects], scope, slice))
        expect([shared?.rows, shared?.total, shared?.groups]).toEqual([own?.rows, own?.total, own?.groups])
        expect([shared?.status?.data, shared?.status?.link, shared?.status?.error]).toEqual([
          own?.status?.data,
          own?.status?.link,
          own?.status?.error,
        ])
        host.close()
        await clock.settle()
        expect([server.openWatches, clock.pendingTimers]).toEqual([0, 0])
      }),
      { numRuns: process.env.LONG ? 1_000 : 60 },
    )
  })
})
