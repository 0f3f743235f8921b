import { type FakeApiserver, FakeClock, type Pod, pods } from '@kube-informer/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Slice } from '../../api/subscription.ts'
import { hostRig, TestPage } from '../../test/host-rig.ts'
import { BASE_URL, createTestServer, pod, TOKEN } from '../../test/informers.ts'
import { changingRights } from '../../test/rights.ts'

const RUNS = process.env.LONG ? 10_000 : 500
const NAMESPACES = ['a', 'a-b', 'b', 'c']
const NAMES = ['one', 'two', 'three']
const NODES = ['n1', 'n2']

interface Change {
  readonly type: 'put' | 'remove'
  readonly namespace: string
  readonly name: string
  readonly node: string
}

type Step =
  | Change
  | { readonly type: 'rights' | 'given'; readonly names: readonly string[] }
  | { readonly type: 'dropWatches' | 'relist' | 'wake' }
  | { readonly type: 'advance'; readonly ms: number }

const some = fc.uniqueArray(fc.constantFrom(...NAMESPACES), { maxLength: 4 })
const rights = fc.oneof({ weight: 3, arbitrary: some }, { weight: 1, arbitrary: fc.constant(['']) })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constantFrom('put' as const, 'remove' as const),
      namespace: fc.constantFrom(...NAMESPACES),
      name: fc.constantFrom(...NAMES),
      node: fc.constantFrom(...NODES),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('rights' as const), names: rights }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('given' as const), names: some }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('dropWatches' as const, 'relist' as const, 'wake' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('advance' as const), ms: fc.nat(50_000) }) },
)

const inNamespaces = (...values: string[]) => ({ type: 'index', index: 'namespace', values }) as const

const SLICES: readonly Slice[] = [
  {},
  { window: { offset: 2, limit: 3 } },
  { sort: { by: 'spec.nodeName', descending: true }, window: { offset: 1, limit: 4 } },
  { filter: { fieldSelector: 'spec.nodeName=n1' }, sort: { by: 'metadata.name' } },
  { target: { type: 'index', index: 'node', value: 'n2' }, groupBy: 'namespace' },
  { filter: { fieldSelector: 'spec.nodeName=n1' }, groupBy: 'namespace', groupFiltered: true },
  { groupBy: 'namespace', groupEmpty: true },
  {
    sort: { by: 'spec.nodeName', descending: true },
    window: { anchor: 'b/two', before: 1, limit: 3 },
  },
  { target: inNamespaces('c', 'a'), groupBy: 'namespace', groupEmpty: true },
  {
    target: inNamespaces('a', 'a-b', 'b'),
    sort: [{ by: 'spec.nodeName', descending: true }, { by: 'metadata.name' }],
    window: { anchor: 'a-b/two', before: 2, limit: 4 },
  },
  {
    target: inNamespaces('b', 'c'),
    filter: { fieldSelector: 'spec.nodeName=n1' },
    window: { offset: 1, limit: 2 },
  },
]
/** The namespaces that a slice names. */
const namedBy = ({ target }: Slice): readonly string[] | undefined =>
  target?.type === 'index' && 'values' in target ? target.values : undefined

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byKey = (a: Pod, b: Pod) =>
  compare(a.metadata.namespace, b.metadata.namespace) || compare(a.metadata.name, b.metadata.name)
const COMPARES: Readonly<Record<string, (a: Pod, b: Pod) => number>> = {
  'spec.nodeName': (a, b) => compare(b.spec?.nodeName ?? '', a.spec?.nodeName ?? ''),
  'metadata.name': (a, b) => compare(a.metadata.name, b.metadata.name),
}
function byAll(sort: Slice['sort'] = []): (a: Pod, b: Pod) => number {
  const keys = sort.by === undefined ? sort : [sort]
  return (a, b) => {
    const orders = keys.map(({ by }) => COMPARES[by]?.(a, b) ?? 0)
    return orders.find(order => order !== 0) ?? byKey(a, b)
  }
}
const keyOf = ({ metadata }: Pod): string => `${metadata.namespace}/${metadata.name}`

/** What a slice shows, computed from all objects and the namespaces that it covers. */
function oracle(objects: readonly Pod[], covered: readonly string[], slice: Slice) {
  const { target, filter, sort, window, groupBy, groupEmpty } = slice
  const kept = objects.filter(
    ({ spec }) =>
      (!target || namedBy(slice) || spec?.nodeName === 'n2') && (!filter || spec?.nodeName === 'n1'),
  )
  const sorted = kept.toSorted(byAll(sort))
  const { offset, limit } = positionOf(window, sorted)
  const namespaces = kept.map(({ metadata }) => metadata.namespace)
  const counted = [...new Set([...namespaces, ...(groupEmpty ? covered : [])])].sort()
  return {
    rows:
      offset === undefined
        ? undefined
        : sorted.slice(offset, offset + limit).map(each => `${keyOf(each)}@${each.metadata.resourceVersion}`),
    total: kept.length,
    groups: groupBy
      ? counted.map(value => ({
          value,
          count: namespaces.filter(namespace => namespace === value).length,
        }))
      : undefined,
  }
}

/** The offset of an anchor that is not shown depends on the history: undefined. */
function positionOf(
  window: Slice['window'],
  sorted: readonly Pod[],
): { readonly offset: number | undefined; readonly limit: number } {
  if (!window) return { offset: 0, limit: Number.POSITIVE_INFINITY }
  if (!('anchor' in window)) return { offset: window.offset ?? 0, limit: window.limit }
  const { anchor, before = 0, limit } = window
  const at = sorted.findIndex(each => keyOf(each) === anchor)
  return { offset: at < 0 ? undefined : Math.max(0, at - before), limit }
}

function change(server: FakeApiserver, { type, namespace, name, node }: Change): void {
  const key = `${namespace}/${name}`
  const exists = server.get(pods, key) !== undefined
  if (type === 'put') exists ? server.update(pod(key, { node })) : server.create(pod(key, { node }))
  else if (exists) server.delete(pod(key))
}

async function world(initial: readonly string[]) {
  const clock = new FakeClock()
  const access = changingRights({ pods: initial })
  let given: readonly string[] = NAMESPACES
  let allowed = initial
  const server = createTestServer({ clock, objects: [], authorize: access.authorize })
  const { greet, host } = hostRig({ clock, server })
  const page = greet(new TestPage(() => given), { hasNamespaces: true })
  const take = async (step: Step): Promise<void> => {
    if (step.type === 'advance') return clock.advance(step.ms)
    if ('namespace' in step) change(server, step)
    else if (step.type === 'rights') {
      allowed = step.names
      access.change({ pods: step.names })
    } else if (step.type === 'given') given = step.names
    else if (step.type === 'wake') page.post({ type: 'wake' })
    else if (step.type === 'dropWatches') server.dropWatches()
    else server.relist()
    await clock.settle()
  }
  /** The Pods that a slice covers: of the namespaces that it names, else of those that the page names. */
  const visible = (slice: Slice) =>
    [...server.list(pods)].filter(({ metadata: { namespace } }) => {
      const named = namedBy(slice)
      if (named && !named.includes(namespace)) return false
      return allowed.includes('') || (allowed.includes(namespace) && (named ?? given).includes(namespace))
    })
  const covered = (slice: Slice) => namedBy(slice) ?? given
  return { clock, page, host, server, take, visible, covered }
}

test(
  'after any history of changes and rights, a slice over everything is the slice of what the user may read',
  async () => {
    // The first write to a fake apiserver takes real time.
    const url = `${BASE_URL}/apis/authorization.k8s.io/v1/selfsubjectaccessreviews`
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } })
    await createTestServer({ clock: new FakeClock() }).fetch(url, { method: 'POST', headers, body })
    await fc.assert(
      fc.asyncProperty(rights, fc.array(step, { maxLength: 25 }), async (initial, history) => {
        const { clock, page, host, server, take, visible, covered } = await world(initial)
        for (const [id, slice] of SLICES.entries()) page.subscribe(id, { resource: 'pods', slice })
        for (const each of history) await take(each)
        server.dropWatches()
        page.post({ type: 'wake' })
        await clock.advance(5_000)
        page.post({ type: 'wake' })
        await clock.advance(60_000)
        for (const [id, slice] of SLICES.entries()) {
          const { rows, total, groups, status } = page.shows(id) ?? {}
          const expected = oracle(visible(slice), status?.data === 'none' ? [] : covered(slice), slice)
          expect({ rows, total }).toEqual({ rows: expected.rows ?? rows, total: expected.total })
          if (expected.groups) expect(groups).toEqual(expected.groups)
        }
        page.post({ type: 'goodbye' })
        host.close()
        await clock.settle()
        expect([server.openWatches, clock.pendingTimers]).toEqual([0, 0])
      }),
      { numRuns: RUNS },
    )
  },
  1_200 * RUNS,
)
