import { LazyObject } from '@kube-informer/cacher'
import type { KubernetesObject } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { type Pod, pods } from '../object/resources.ts'
import { generatePods, lazyPods } from '../pods/generate.ts'
import { getJson } from '../test/fixtures.ts'
import { createFakeApiserver, type FakeApiserver } from './fake-apiserver.ts'

const COUNT = 1_000
const generated = generatePods({ count: COUNT })

let built: string[]
let server: FakeApiserver
beforeEach(() => {
  built = []
  server = createFakeApiserver({ clock: new FakeClock(), objects: lazyPods({ count: COUNT }).map(counted) })
})

/** The same lazy Pod, which records that it is built. */
const counted = (lazy: LazyObject<Pod>): LazyObject<Pod> =>
  new LazyObject(lazy, () => {
    built.push(`${lazy.metadata.namespace}/${lazy.metadata.name}`)
    return lazy.object
  })

interface PodList {
  readonly items: readonly Pod[]
  readonly metadata: { readonly continue?: string; readonly remainingItemCount?: number }
}

const listed = (query: string) => getJson<PodList>(server, `/api/v1/pods?${query}`)
const sortedKeys = (all: readonly Pod[]) =>
  all.map(({ metadata: { namespace, name } }) => `${namespace}/${name}`).toSorted()

test('a server builds none of its lazy Pods, and knows their keys', () => {
  expect(server.keys(pods)).toEqual(sortedKeys(generated))
  expect(built).toEqual([])
})

test('a page of a list builds its own Pods only, and knows how many remain', async () => {
  const first = await listed('limit=100')
  expect(first.metadata.remainingItemCount).toBe(900)
  expect(built).toEqual(sortedKeys(generated).slice(0, 100))
  const second = await listed(`limit=100&continue=${first.metadata.continue}`)
  expect(sortedKeys([...first.items, ...second.items])).toEqual(built)
  expect(built).toHaveLength(200)
})

test('a complete list builds the Pods while its body is read', async () => {
  const { body } = await server.fetch('/api/v1/pods?resourceVersion=0')
  expect(built).toEqual([])
  const reader = body?.getReader()
  await reader?.read()
  expect(built.length).toBeLessThan(50)
  for (let read = await reader?.read(); read && !read.done; ) read = await reader?.read()
  expect(built.toSorted()).toEqual(sortedKeys(generated))
})

test('a read or a write of one Pod builds this one', async () => {
  const [one, other] = generated
  if (!one || !other) throw new Error('nothing was generated')
  const path = ({ metadata: { namespace, name } }: Pod) => `/api/v1/namespaces/${namespace}/pods/${name}`
  expect(await getJson(server, path(one))).toMatchObject({ metadata: one.metadata, status: one.status })
  expect((await server.fetch(`${path(other)}?gracePeriodSeconds=0`, { method: 'DELETE' })).status).toBe(200)
  expect(built).toEqual([one, other].map(({ metadata }) => `${metadata.namespace}/${metadata.name}`))
  expect(server.keys(pods)).toHaveLength(COUNT - 1)
})

test('a list with a selector builds what it has to compare', async () => {
  const { items } = await getJson<PodList>(server, '/api/v1/namespaces/default/pods?labelSelector=tier=data')
  const inDefault = generated.filter(({ metadata }) => metadata.namespace === 'default')
  expect(built.toSorted()).toEqual(sortedKeys(inDefault))
  expect(sortedKeys(items)).toEqual(sortedKeys(inDefault.filter(pod => pod.metadata.labels?.tier === 'data')))
})

test('objects can be created in the namespaces of lazy Pods', async () => {
  const body = JSON.stringify({ metadata: { name: 'a' } })
  const headers = { 'Content-Type': 'application/json' }
  const path = '/api/v1/namespaces/billing-prod/configmaps'
  expect((await server.fetch(path, { method: 'POST', headers, body })).status).toBe(201)
})

test('a lazy server answers like one that has built everything', async () => {
  const few = { count: 12, apps: 4 }
  const some = generatePods(few)
  const pathOf = ({ metadata: { namespace, name } }: Pod) => `/api/v1/namespaces/${namespace}/pods/${name}`
  const patch = { method: 'PATCH', headers: { 'Content-Type': 'application/merge-patch+json' } }
  const request = fc.oneof(
    fc.constantFrom(
      '/api/v1/pods',
      '/api/v1/pods?limit=7',
      '/api/v1/pods?resourceVersion=1016&resourceVersionMatch=Exact',
      '/api/v1/pods?watch=1&timeoutSeconds=1&resourceVersion=1016',
      '/api/v1/pods?watch=1&timeoutSeconds=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true',
      '/api/v1/namespaces/default/pods?labelSelector=tier=data',
      '/api/v1/pods?fieldSelector=spec.nodeName=x',
    ),
    fc.constantFrom(...some).map(pathOf),
    fc.constantFrom(...some).map(pod => [pathOf(pod), { method: 'DELETE' }] as const),
    fc
      .constantFrom(...some)
      .map(pod => [pathOf(pod), { ...patch, body: '{"metadata":{"labels":{"a":"b"}}}' }] as const),
  )
  const answers = async (
    objects: Iterable<Pod | LazyObject<Pod>>,
    requests: readonly Parameters<typeof one>[1][],
  ) => {
    const clock = new FakeClock()
    const target = createFakeApiserver({ clock, random: seededRandom(1), objects })
    const texts: string[] = []
    for (const request of requests) texts.push(await one([target, clock], request))
    return [...texts, target.rv, target.keys(pods)]
  }
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 8 }), async requests => {
      expect(await answers(lazyPods(few), requests)).toEqual(await answers(some, requests))
    }),
    { numRuns: 30 },
  )
})

/** One request, and the whole response. */
async function one(
  [target, clock]: readonly [FakeApiserver, FakeClock],
  request: string | readonly [path: string, init: RequestInit],
): Promise<string> {
  const [path, init] = typeof request === 'string' ? [request] : request
  const response = await target.fetch(path, init)
  const text = response.text()
  if (path.includes('watch')) await clock.advance(2_000)
  return `${response.status} ${await text}`
}

test('controllers find the dependents of a deleted owner without building other Pods', async () => {
  const clock = new FakeClock()
  const objects = lazyPods({ count: 200, apps: 20 })
  const [first] = generatePods({ count: 1, apps: 20 })
  const [owner] = first?.metadata.ownerReferences ?? []
  const metadata = {
    name: owner?.name ?? '',
    namespace: first?.metadata.namespace ?? '',
    uid: owner?.uid ?? '',
  }
  const replicaSet: KubernetesObject = { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata }
  const server = createFakeApiserver({
    clock,
    objects: [replicaSet, ...objects],
    controllers: { garbageCollector: true, pods: true },
  })
  server.delete(replicaSet)
  await clock.advance(100)
  expect(server.keys(pods)).toHaveLength(190)
  expect(objects.filter(pod => pod.isBuilt)).toHaveLength(10)
})
