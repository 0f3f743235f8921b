import { byPath, type KubernetesObject } from '@kube-informer/core'
import { configMaps } from '@kube-informer/core/resources'
import type { FakeApiserver } from '@kube-informer/testing'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Connection } from '../../api/connection.ts'
import { defineInformers } from '../../api/definition.ts'
import type { MutationOf } from '../../api/mutation.ts'
import type { SliceState, Subscription } from '../../api/subscription.ts'
import { outcomeOf, warmUpWrites, writeRig } from '../../test/write-rig.ts'

const RUNS = process.env.LONG ? 10_000 : 500
const NAMES = ['a', 'b', 'c']
const COLORS = ['blue', 'red']
const definitions = defineInformers({
  maps: { resource: configMaps, indexers: { color: byPath('metadata.labels.color') } },
})

/** What happens to the request of a write. */
type Fate = 'answered' | 'rejected' | 'not sent' | 'response lost' | 'server error'

interface Write {
  readonly type: 'write'
  readonly verb: 'create' | 'patch' | 'delete' | 'replace' | 'change' | 'apply'
  readonly name: string
  readonly color: string
  readonly page: number
  readonly fate: Fate
  readonly ms: number
}

type Step =
  | Write
  | { readonly type: 'put' | 'remove'; readonly name: string; readonly color: string }
  | { readonly type: 'offline' | 'online' | 'dropWatches' | 'relist' | 'slowWatches' }
  | { readonly type: 'advance'; readonly ms: number }

const name = fc.constantFrom(...NAMES)
const color = fc.constantFrom(...COLORS)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('write' as const),
      verb: fc.constantFrom<Write['verb']>('create', 'patch', 'delete', 'replace', 'change', 'apply'),
      name,
      color,
      page: fc.nat(1),
      fate: fc.constantFrom<Fate>(
        'answered',
        'answered',
        'rejected',
        'not sent',
        'response lost',
        'server error',
      ),
      ms: fc.constantFrom(0, 100, 2_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom('put' as const, 'remove' as const), name, color }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom(
        'offline' as const,
        'online' as const,
        'dropWatches' as const,
        'relist' as const,
        'slowWatches' as const,
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('advance' as const),
      ms: fc.constantFrom(20, 150, 3_000, 40_000),
    }),
  },
)

const SUBSCRIPTIONS: readonly Omit<Subscription, 'resource'>[] = [
  {},
  { scope: { namespace: 'default' } },
  { scope: { namespace: 'default', labelSelector: 'color=blue' } },
  { slice: { target: { type: 'index', index: 'color', value: 'red' }, groupBy: 'color' } },
  { slice: { sort: { by: 'metadata.labels.color', descending: true }, window: { offset: 1, limit: 1 } } },
  { slice: { groupBy: 'color', window: { offset: 0, limit: 0 } } },
]

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const nameOf = ({ metadata }: KubernetesObject) => metadata?.name ?? ''
const colorOf = ({ metadata }: KubernetesObject) => metadata?.labels?.color ?? ''
const mapOf = (each: string, color: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'default', name: each, labels: { color } },
})

/** What each slice shows of these objects. */
function oracle(objects: readonly KubernetesObject[]) {
  const sorted = objects.toSorted((a, b) => compare(nameOf(a), nameOf(b)))
  const on = (wanted: string) => sorted.filter(each => colorOf(each) === wanted)
  const counts = (of: readonly KubernetesObject[]) =>
    COLORS.map(value => ({ value, count: of.filter(each => colorOf(each) === value).length })).filter(
      ({ count }) => count > 0,
    )
  const descending = sorted.toSorted((a, b) => compare(colorOf(b), colorOf(a)))
  const show = (of: readonly KubernetesObject[], total = of.length, groups: object[] = []) => ({
    rows: of.map(each => `${nameOf(each)} ${colorOf(each)}`),
    total,
    groups,
  })
  return [
    show(sorted),
    show(sorted),
    show(on('blue')),
    show(on('red'), on('red').length, counts(on('red'))),
    show(descending.slice(1, 2), sorted.length),
    show([], sorted.length, counts(sorted)),
  ]
}

/** Writes on the server itself. */
function change(
  server: FakeApiserver,
  { type, name: each, color }: { type: string; name: string; color: string },
) {
  const exists = server.get(configMaps, `default/${each}`) !== undefined
  if (type === 'remove') exists && server.delete(mapOf(each, color))
  else if (exists) server.update(mapOf(each, color))
  else server.create(mapOf(each, color))
}

/** The number of a write in its request. */
function numberOf(url: string, init: RequestInit | undefined): number | undefined {
  const method = init?.method ?? 'GET'
  if (method === 'GET') return undefined
  if (method === 'DELETE') return JSON.parse(String(init?.body)).gracePeriodSeconds
  return Number(new URL(url).searchParams.get('fieldManager'))
}

function world() {
  const writes: Write[] = []
  let isOffline = false
  const rig = writeRig({
    definitions,
    server: { objects: [mapOf('a', 'blue')] },
    fetch: async (url, init) => {
      const { fate = 'answered', ms = 0 } = writes[numberOf(String(url), init) ?? -1] ?? {}
      if (isOffline || fate === 'not sent') throw new TypeError('failed to fetch')
      if (ms > 0) await new Promise<void>(resolve => rig.clock.setTimeout(resolve, ms))
      if (fate === 'rejected' || fate === 'server error') return failure(fate === 'rejected' ? 403 : 503)
      const response = await rig.server.fetch(url, init)
      if (isOffline || fate === 'response lost') throw new TypeError('failed to fetch')
      return response
    },
  })
  const pages = [rig.open(), rig.open()] as unknown as Connection[]
  const start = (write: Write) => {
    const { verb, name: each, color } = write
    const number = writes.push(write) - 1
    const at = { namespace: 'default', name: each }
    const options = { fieldManager: String(number) }
    const object = mapOf(each, color)
    const colored = (of: KubernetesObject) => ({ ...of, metadata: { ...of.metadata, labels: { color } } })
    const mutations: Record<Write['verb'], MutationOf<KubernetesObject>> = {
      create: { verb: 'create', object, options },
      replace: { verb: 'replace', object, options },
      apply: { verb: 'apply', object, options: { ...options, force: true } },
      patch: { verb: 'patch', object: at, patch: { metadata: { labels: { color } } }, options },
      delete: { verb: 'delete', object: at, options: { gracePeriodSeconds: number } },
      change: { object: at, change: colored, options },
    }
    const { accepted, settled } = (pages[write.page] as Connection).mutate({
      resource: 'maps',
      ...mutations[verb],
    })
    return { write, accepted: outcomeOf(accepted), settled: outcomeOf(settled) }
  }
  const take = async (each: Step): Promise<void> => {
    if (each.type === 'advance') return rig.settle(each.ms)
    if (each.type === 'offline' || each.type === 'online') isOffline = each.type === 'offline'
    else if (each.type === 'slowWatches') {
      const action = { type: 'slow', everyMs: 100, bytes: 200 } as const
      rig.server.faults.add({ match: { watch: true }, times: 3, action })
    } else if (each.type === 'relist') rig.server.relist()
    else if (each.type === 'put' || each.type === 'remove') change(rig.server, each)
    if (each.type !== 'online' && each.type !== 'put' && each.type !== 'remove') rig.server.dropWatches()
    await rig.settle(20)
  }
  return { rig, pages, start, take, recover: () => take({ type: 'online' }) }
}

const failure = (code: number) =>
  new Response(JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, message: 'no' }), {
    status: code,
    headers: { 'content-type': 'application/json' },
  })

/** A row never shows an older state of its object than before. */
function expectNoReturn(states: readonly SliceState<KubernetesObject>[]): void {
  const newest = new Map<string, number>()
  for (const { data } of states) {
    for (const { metadata: { uid, resourceVersion } = {} } of data) {
      if (uid === undefined) continue
      const version = Number(resourceVersion)
      expect(version).toBeGreaterThanOrEqual(newest.get(uid) ?? 0)
      newest.set(uid, version)
    }
  }
}

beforeAll(warmUpWrites, 60_000)

test(
  'after any history of writes, each slice is that of the server, and no row has returned to an older state',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async history => {
        const { rig, pages, start, take, recover } = world()
        const watched = pages.map(page =>
          SUBSCRIPTIONS.map(rest => rig.watch(page as never, { ...rest, resource: 'maps' } as Subscription)),
        )
        await rig.settle(100)
        const started: ReturnType<typeof start>[] = []
        for (const each of history) {
          if (each.type === 'write') started.push(start(each))
          else await take(each)
        }
        await recover()
        await rig.settle(120_000)
        await rig.settle(120_000)
        const expected = oracle([...rig.server.list(configMaps)])
        for (const slices of watched) {
          const shown = slices.map(({ states }) => states.at(-1))
          expect(
            shown.map(state => ({
              rows: state?.data.map(each => `${nameOf(each)} ${colorOf(each)}`),
              total: state?.total,
              groups: state?.groups,
            })),
          ).toEqual(expected)
          for (const { states } of slices) expectNoReturn(states)
        }
        // A write that never arrives has its effect where the object has it already.
        const wasOnline = history.every(({ type }) => type !== 'offline')
        for (const { write, accepted, settled } of started) {
          expect([accepted.state, settled.state]).not.toContain('pending')
          if (write.fate === 'rejected' && wasOnline) expect(accepted.state).toBe('rejected')
        }
        for (const page of pages) page.close()
        await rig.end()
        expect([rig.server.openWatches, rig.clock.pendingTimers]).toEqual([0, 0])
      }),
      { numRuns: RUNS },
    )
  },
  1_200 * RUNS,
)
