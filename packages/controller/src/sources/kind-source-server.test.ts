import { createKubeClient, defineResource, type KubernetesObject } from '@kube-informer/core'
import { withResolvers } from '@kube-informer/core/internal'
import { customResourceDefinitions } from '@kube-informer/core/resources'
import { createFakeApiserver, FakeClock, generatePods, pods } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { requestOf } from '../api/request.ts'
import { createCache } from '../client/create-cache.ts'
import { enqueueRequestForObject } from '../handlers/enqueue-request-for-object.ts'
import { enqueueRequestsFromMap } from '../handlers/enqueue-requests-from-map.ts'
import { controllerRig } from '../test/controller-rig.ts'
import { kindSource } from './kind-source.ts'

const widgets = defineResource({
  ...{ group: 'example.com', version: 'v1', plural: 'widgets', kind: 'Widget', namespaced: true },
})
const definition = {
  kind: 'CustomResourceDefinition',
  apiVersion: 'apiextensions.k8s.io/v1',
  metadata: { name: 'widgets.example.com' },
  spec: {
    ...{ group: 'example.com', scope: 'Namespaced', names: { plural: 'widgets', kind: 'Widget' } },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
} as const
const widget = (name: string): KubernetesObject => ({
  ...{ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { namespace: 'default', name } },
})

/** A controller over a cache and a fake apiserver. */
function rig(objects: readonly KubernetesObject[] = []) {
  const clock = new FakeClock({ now: 0 })
  const server = createFakeApiserver({ clock, objects })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock })
  const cache = createCache({ client, clock, random: () => 0.5 })
  const controller = controllerRig({ clock })
  void cache.run(controller.stop.signal)
  return Object.assign(controller, { server, client, cache })
}

test('C-SRC-1: a controller reconciles what changes on the server', async () => {
  const { server, cache, controller, script, clock, start, stop } = rig(generatePods({ count: 3 }))
  controller.watch(kindSource({ cache, resource: pods, handler: enqueueRequestForObject }))
  const end = await start()
  expect(script.calls.toSorted()).toEqual(server.keys(pods).toSorted())
  const [first] = server.list(pods)
  if (!first) throw new Error('there are no pods')
  server.update({ ...first, metadata: { ...first.metadata, labels: { a: 'b' } } })
  await clock.settle()
  server.delete(first)
  await clock.settle()
  const key = `${first.metadata?.namespace}/${first.metadata?.name}`
  expect(script.calls.slice(3)).toEqual([key, key])
  stop.abort()
  await clock.settle()
  expect([end, clock.pendingTimers, server.openWatches]).toEqual([{ isSettled: true }, 0, 0])
})

test('C-HND-16: the first list has been handled when its asynchronous mapping has, in the order of its events', async () => {
  const { server, cache, controller, script, clock, start } = rig(generatePods({ count: 2 }))
  const slow = withResolvers<void>()
  let mapped = 0
  const handler = enqueueRequestsFromMap(async object => {
    if (++mapped === 1) await slow.promise
    return [requestOf(object)]
  })
  controller.watch(kindSource({ cache, resource: pods, handler }))
  await start()
  await clock.advance(1_000)
  expect([mapped, script.calls]).toEqual([1, []])
  slow.resolve()
  await clock.settle()
  expect(script.calls).toEqual(server.keys(pods))
})

test('C-HND-16: a rejection on the first list does not keep the controller from starting', async () => {
  const { cache, controller, script, start, log, clock } = rig(generatePods({ count: 2 }))
  let mapped = 0
  const handler = enqueueRequestsFromMap(async object => {
    if (++mapped === 1) throw new Error('cannot map')
    return [requestOf(object)]
  })
  controller.watch(kindSource({ cache, resource: pods, handler }))
  await start()
  expect([script.calls.length, log.errors]).toEqual([1, ['cannot map']])
  await clock.advance(1_000)
  expect(script.calls.length, 'the event is handled again').toBe(2)
})

test('C-SRC-3: a CRD that is installed late', async () => {
  const { client, cache, controller, script, clock, start, log } = rig()
  controller.watch(kindSource({ cache, resource: widgets, handler: enqueueRequestForObject }))
  const end = await start()
  await clock.advance(15_000)
  expect([end.isSettled, log.errors.length]).toEqual([false, 1])
  expect(log.messages.find(({ level }) => level === 'error')?.fields).toMatchObject({
    source: 'kind source: example.com/v1/widgets',
  })
  const created = client.create(customResourceDefinitions, definition as never)
  await clock.advance(1_000)
  await created
  const first = client.create(widgets, widget('a'))
  await clock.advance(60_000)
  await first
  expect([script.calls, log.errors.length]).toEqual([['default/a'], 1])
})

test('a CRD that is removed and comes back: deletions are reconciled, and the source is silent', async () => {
  const { client, cache, controller, script, clock, start, log, server } = rig()
  const settle = async <T>(pending: Promise<T>): Promise<T> => {
    await clock.advance(5_000)
    return pending
  }
  await settle(client.create(customResourceDefinitions, definition as never))
  await settle(client.create(widgets, widget('a')))
  controller.watch(kindSource({ cache, resource: widgets, handler: enqueueRequestForObject }))
  await start()
  await settle(client.delete(customResourceDefinitions, { name: 'widgets.example.com' }))
  expect(script.calls).toEqual(['default/a', 'default/a'])
  const before = server.requests.length
  await clock.advance(600_000)
  expect(log.errors).toEqual([])
  expect(server.requests.length - before, 'the informer asks about twice a minute').toBeLessThan(40)
  await settle(client.create(customResourceDefinitions, definition as never))
  await settle(client.create(widgets, widget('b')))
  await clock.advance(60_000)
  expect(script.calls.slice(2)).toEqual(['default/b'])
})

test('C-SRC-13: a stopped controller leaves the informer to the others, with one handler less', async () => {
  const first = rig(generatePods({ count: 1 }))
  const { cache, server, clock } = first
  const second = controllerRig({ clock })
  const asked: string[] = []
  first.controller.watch(
    kindSource({
      ...{ cache, resource: pods, handler: enqueueRequestForObject },
      predicates: [() => asked.push('first') > 0],
    }),
  )
  const stopWatch = second.controller.watch(
    kindSource({
      ...{ cache, resource: pods, handler: enqueueRequestForObject },
      predicates: [() => asked.push('second') > 0],
    }),
  )
  await first.start()
  await second.start()
  expect(asked).toEqual(['first', 'second'])
  stopWatch()
  const [pod] = server.list(pods)
  if (!pod) throw new Error('there are no pods')
  server.update({ ...pod, metadata: { ...pod.metadata, labels: { a: 'b' } } })
  await clock.settle()
  expect(asked).toEqual(['first', 'second', 'first'])
  expect([first.script.calls.length, second.script.calls.length]).toEqual([2, 1])
})

test('C-SRC-4: a source whose informer the cache removes has another one at once', async () => {
  const { server, cache, controller, script, clock, start, log, stop } = rig(generatePods({ count: 2 }))
  controller.watch(kindSource({ cache, resource: pods, handler: enqueueRequestForObject }))
  await start()
  for (let i = 0; i < 2; i++) {
    await cache.removeInformer(pods)
    await clock.settle()
  }
  expect(script.calls.length, 'each first list is reconciled').toBe(6)
  const [pod] = server.list(pods)
  if (!pod) throw new Error('there are no pods')
  server.update({ ...pod, metadata: { ...pod.metadata, labels: { a: 'b' } } })
  await clock.settle()
  expect([script.calls.length, log.errors, server.openWatches]).toEqual([7, [], 1])
  stop.abort()
  await clock.settle()
  expect([clock.pendingTimers, server.openWatches, log.errors]).toEqual([0, 0, []])
})

test('C-SRC-4: an informer that the cache removes before its first list', async () => {
  const { client, cache, controller, script, clock, start, log, stop } = rig()
  controller.watch(kindSource({ cache, resource: widgets, handler: enqueueRequestForObject }))
  await start()
  await cache.removeInformer(widgets)
  const created = client.create(customResourceDefinitions, definition as never)
  await clock.advance(15_000)
  await created
  const first = client.create(widgets, widget('a'))
  await clock.advance(60_000)
  await first
  expect([script.calls, log.errors.length]).toEqual([['default/a'], 1])
  stop.abort()
  await clock.settle()
})

test('a cache that stops before its sources is reported once', async () => {
  const clock = new FakeClock({ now: 0 })
  const server = createFakeApiserver({ clock, objects: generatePods({ count: 1 }) })
  const cache = createCache({
    client: createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock }),
    clock,
  })
  const { controller, start, stop, log } = controllerRig({ clock })
  const cacheStop = new AbortController()
  void cache.run(cacheStop.signal)
  controller.watch(kindSource({ cache, resource: pods, handler: enqueueRequestForObject }))
  await start()
  cacheStop.abort()
  await clock.advance(60_000)
  expect(log.errors).toEqual(['cache did not sync'])
  stop.abort()
  await clock.settle()
})
