import { QueueBudget } from '@kube-informer/cacher'
import { createKubeClient, defineResource, type ResourceDefinition } from '@kube-informer/core'
import { deployments, namespaces, nodes, secrets } from '@kube-informer/core/resources'
import { createFakeApiserver, FakeClock, generatePods, pods } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { RelayResource } from '../api/relay-options.ts'
import type { Collection } from './collection.ts'
import { Collections } from './collections.ts'
import { kindOf } from './kind-of.ts'

function start(resources: readonly (ResourceDefinition | RelayResource)[], isDown = false) {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock, objects: generatePods({ count: 2, seed: 1 }) })
  const restored: string[] = []
  const errors: string[] = []
  const health = { isDown }
  const client = createKubeClient({
    baseUrl: 'http://upstream',
    fetch: (url, init) =>
      health.isDown ? Promise.reject(new TypeError('refused')) : server.fetch(url, init),
    clock,
  })
  const collections = new Collections({
    ...{ resources, client, waitingReads: 10, isUpstreamCache: false, queueBudget: new QueueBudget() },
    ...{ checkMs: 60_000, clock, random: () => 0.5 },
    onRestored: ({ name }: Collection) => restored.push(name),
    onError: (_error, task) => errors.push(task),
  })
  return { clock, server, collections, restored, errors, health }
}
const place = (resource: string, namespace = '', name = '', group = '', version = 'v1') => ({
  ...{ group, version, resource, namespace, name },
})

describe('the collection of a read', () => {
  test.each([
    ['all Pods', place('pods'), 'v1/pods'],
    ['the Pods of a namespace', place('pods', 'a'), 'v1/pods'],
    ['a Pod', place('pods', 'a', 'x'), 'v1/pods'],
    ['a Pod without a namespace', place('pods', '', 'x'), undefined],
    ['Pods of another group', place('pods', '', '', 'apps'), undefined],
    ['Pods of another version', place('pods', '', '', '', 'v2'), undefined],
    ['other objects', place('services'), undefined],
    ['all Nodes', place('nodes'), 'v1/nodes'],
    ['a Node', place('nodes', '', 'n'), 'v1/nodes'],
    ['Nodes of a namespace', place('nodes', 'a'), undefined],
    ['a Node of a namespace', place('nodes', 'a', 'n'), undefined],
    ['Deployments of the cached namespace', place('deployments', 'a', '', 'apps'), 'apps/v1/deployments'],
    ['a Deployment of the cached namespace', place('deployments', 'a', 'd', 'apps'), 'apps/v1/deployments'],
    ['Deployments of another namespace', place('deployments', 'b', '', 'apps'), undefined],
    ['all Deployments', place('deployments', '', '', 'apps'), undefined],
  ])('%s', (_, location, name) => {
    const { collections } = start([pods, { resource: nodes }, { resource: deployments, namespace: 'a' }])
    expect(collections.all.map(each => each.name)).toEqual(['v1/pods', 'v1/nodes', 'apps/v1/deployments'])
    expect(collections.find(location)?.name).toBe(name)
  })

  test('that is listed twice is an error', () => {
    expect(() => start([pods, { resource: pods, namespace: 'a' }])).toThrow(
      'resources: v1/pods is listed twice',
    )
  })
})

test('the health check of a collection is named after its resource and its namespace', () => {
  const { collections } = start([pods, { resource: deployments, namespace: 'a' }])
  expect(collections.all.map(({ checkName, namespace }) => [checkName, namespace])).toEqual([
    ['upstream-pods', ''],
    ['upstream-deployments.apps-a', 'a'],
  ])
})

describe('resources that hold credentials', () => {
  test.each<[Partial<RelayResource>, string | undefined]>([
    [{}, 'cached'],
    [{ credentials: 'cached' }, undefined],
    [{ credentials: 'stored' }, undefined],
    [{ storage: {} }, 'stored'],
    [{ storage: {}, credentials: 'cached' }, 'stored'],
    [{ storage: {}, credentials: 'stored' }, undefined],
  ])('with %o', (options, needed) => {
    const declare = () => start([{ resource: secrets, ...options }])
    if (needed) expect(declare).toThrow(`which are ${needed} only with credentials: '${needed}'`)
    else expect(declare).not.toThrow()
  })

  test('others need no option', () => {
    expect(() => start([{ resource: namespaces, storage: {} }])).not.toThrow()
  })
})

test('a declaration can differ from the kind that a server has', async () => {
  const resource = defineResource({
    ...{ group: 'example.com', version: 'v1', plural: 'widgets', kind: 'Widget', namespaced: true },
  })
  const known = kindOf({ resource })
  expect([known.selectableFields, known.listKind, (await known.columns()).length]).toEqual([
    [],
    'WidgetList',
    2,
  ])
  const declared = kindOf({
    ...{ resource, fields: ['spec.a'], listKind: 'Widgets' },
    printerColumns: [{ name: 'A', type: 'string', jsonPath: '.spec.a' }],
  })
  expect([declared.selectableFields, declared.fieldPaths, declared.listKind]).toEqual([
    ['spec.a'],
    ['spec.a'],
    'Widgets',
  ])
  expect((await declared.columns()).map(({ name }) => name)).toEqual(['Name', 'A'])
})

describe('a collection that runs', () => {
  const run = async (isDown = false) => {
    const world = start([pods], isDown)
    const stopping = new AbortController()
    await world.clock.advance(1_000_000)
    const [collection] = world.collections.all
    const running = collection?.run(stopping.signal)
    await world.clock.advance(10)
    const stop = async () => {
      stopping.abort()
      await running
    }
    return { ...world, collection, stop }
  }

  test('caches what the apiserver has, and follows it', async () => {
    const { collection, server, clock, stop } = await run()
    expect([collection?.cacher.size, collection?.isUpstreamAlive()]).toEqual([2, true])
    server.create({ kind: 'Pod', apiVersion: 'v1', metadata: { namespace: 'a', name: 'x' } }, pods)
    await clock.advance(10)
    expect(collection?.cacher.size).toBe(3)
    await stop()
  })

  test('is alive for three minutes after it started, or after something arrived', async () => {
    const { collection, clock, health, errors, stop } = await run(true)
    await clock.advance(180_000 - 10)
    expect(collection?.isUpstreamAlive()).toBe(true)
    await clock.advance(1)
    expect(collection?.isUpstreamAlive()).toBe(false)
    expect(new Set(errors)).toEqual(new Set(['list v1/pods']))
    health.isDown = false
    await clock.advance(60_000)
    expect(collection?.isUpstreamAlive()).toBe(true)
    await stop()
  })
})
