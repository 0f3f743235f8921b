import { defineResource, type KubernetesObject, type OwnerReference } from '@kube-informer/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { requestOf } from '../api/request.ts'
import { createOf, deleteOf, genericOf, objectOf, updateOf } from '../test/object-events.ts'
import { RecordingQueue } from '../test/recording-queue.ts'
import { enqueueRequestForObject } from './enqueue-request-for-object.ts'
import { enqueueRequestForOwner } from './enqueue-request-for-owner.ts'
import { enqueueRequestsFromMap } from './enqueue-requests-from-map.ts'
import { eventHandlerFuncs } from './event-handler-funcs.ts'
import { withLowPriorityWhenUnchanged } from './priority.ts'

const replicaSets = defineResource({
  ...{ group: 'apps', version: 'v1', plural: 'replicasets', kind: 'ReplicaSet', namespaced: true },
})
const nodes = defineResource({ group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false })
const missing = undefined as unknown as KubernetesObject
const pod = objectOf({ resourceVersion: '1' })

const owner = (name: string, reference: Partial<OwnerReference> = {}): OwnerReference => ({
  ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid: name },
  ...reference,
})
const ownedBy = (...ownerReferences: OwnerReference[]) => objectOf({ ownerReferences, resourceVersion: '1' })
const newer = (object: KubernetesObject): KubernetesObject => ({
  metadata: { ...object.metadata, resourceVersion: '2' },
})

let queue: RecordingQueue
beforeEach(() => {
  queue = new RecordingQueue()
})

describe('enqueueRequestForObject', () => {
  test('C-HND-1: each event enqueues the object once, an update with two names both', () => {
    for (const event of [createOf(pod), deleteOf(pod), genericOf(pod), updateOf(pod, newer(pod))]) {
      enqueueRequestForObject(event, queue)
      expect(queue.take()).toEqual(['biz/baz'])
    }
    enqueueRequestForObject(updateOf(pod, objectOf({ name: 'baz2', resourceVersion: '2' })), queue)
    expect(queue.take()).toEqual(['biz/baz', 'biz/baz2'])
  })

  test('C-HND-1: an event without an object enqueues nothing, an update with one side that side', () => {
    for (const event of [
      createOf(missing),
      deleteOf(missing),
      genericOf(missing),
      updateOf(missing, missing),
    ]) {
      enqueueRequestForObject(event, queue)
    }
    expect(queue.take()).toEqual([])
    enqueueRequestForObject(updateOf(missing, pod), queue)
    enqueueRequestForObject(updateOf(pod, missing), queue)
    expect(queue.take()).toEqual(['biz/baz', 'biz/baz'])
  })
})

describe('enqueueRequestsFromMap', () => {
  const map = ({ metadata }: KubernetesObject) => [
    { namespace: 'foo', name: `${metadata?.name}-bar` },
    { name: 'everywhere' },
    { name: 'everywhere' },
  ]

  test('C-HND-2: it enqueues each request of the object once', () => {
    for (const event of [createOf(pod), deleteOf(pod), genericOf(pod)]) {
      enqueueRequestsFromMap(map)(event, queue)
      expect(queue.take()).toEqual(['foo/baz-bar', 'everywhere'])
    }
  })

  test('C-HND-2: an update enqueues the union for both states', () => {
    enqueueRequestsFromMap(map)(updateOf(pod, objectOf({ name: 'new' })), queue)
    expect(queue.take()).toEqual(['foo/baz-bar', 'everywhere', 'foo/new-bar'])
  })

  test('C-HND-2: an asynchronous function has the same effect, in the same order', async () => {
    const handler = enqueueRequestsFromMap(async object => map(object))
    await handler(updateOf(pod, objectOf({ name: 'new' })), queue)
    expect(queue.take()).toEqual(['foo/baz-bar', 'everywhere', 'foo/new-bar'])
  })

  const mapOf = (failing: readonly KubernetesObject[]) => (object: KubernetesObject) => {
    if (failing.includes(object)) throw new Error(`cannot map ${object.metadata?.name}`)
    return map(object)
  }
  const renamed = objectOf({ name: 'new' })

  test.each([
    ['the old state', [pod], ['foo/new-bar', 'everywhere'], 'cannot map baz'],
    ['the new state', [renamed], ['foo/baz-bar', 'everywhere'], 'cannot map new'],
    ['both states', [pod, renamed], [], 'cannot map baz'],
  ])('C-HND-2: an error for %s of an update concerns no other state', async (_, failing, added, message) => {
    const failingMap = mapOf(failing)
    const event = updateOf(pod, renamed)
    expect(() => enqueueRequestsFromMap(failingMap)(event, queue)).toThrow(message)
    expect(queue.take()).toEqual(added)
    const handled = enqueueRequestsFromMap(async object => failingMap(object))(event, queue)
    await expect(handled).rejects.toThrow(message)
    expect(queue.take()).toEqual(added)
  })

  test('a function that returns nothing enqueues nothing', () => {
    enqueueRequestsFromMap(() => undefined)(createOf(pod), queue)
    expect(queue.take()).toEqual([])
  })
})

describe('enqueueRequestForOwner', () => {
  test('C-HND-3: it enqueues the owner in the namespace of the object', () => {
    const owned = ownedBy(owner('foo-parent'))
    for (const event of [createOf(owned), deleteOf(owned), genericOf(owned)]) {
      enqueueRequestForOwner(replicaSets)(event, queue)
      expect(queue.take()).toEqual(['biz/foo-parent'])
    }
  })

  test('C-HND-4: an update enqueues the owners of both states, and a common one once', () => {
    const handler = enqueueRequestForOwner(replicaSets)
    handler(updateOf(ownedBy(owner('foo1')), newer(ownedBy(owner('foo2')))), queue)
    expect(queue.take()).toEqual(['biz/foo1', 'biz/foo2'])
    handler(updateOf(ownedBy(owner('foo1')), newer(ownedBy(owner('foo1')))), queue)
    expect(queue.take()).toEqual(['biz/foo1'])
  })

  test('C-HND-5: group and kind must match, the version does not matter', () => {
    const handler = enqueueRequestForOwner(replicaSets)
    handler(createOf(ownedBy(owner('foo', { apiVersion: 'extensions/v1' }))), queue)
    handler(createOf(ownedBy(owner('foo', { apiVersion: 'v1' }))), queue)
    handler(createOf(ownedBy(owner('foo', { kind: 'Deployment' }))), queue)
    expect(queue.take()).toEqual([])
    handler(createOf(ownedBy(owner('foo', { apiVersion: 'apps/v2' }))), queue)
    expect(queue.take()).toEqual(['biz/foo'])
  })

  test('C-HND-6: the request of a cluster-scoped owner has no namespace', () => {
    enqueueRequestForOwner(nodes)(createOf(ownedBy(owner('n1', { apiVersion: 'v1', kind: 'Node' }))), queue)
    expect(queue.take()).toEqual(['n1'])
  })

  test('C-HND-7: with onlyController, only the controller counts', () => {
    const handler = enqueueRequestForOwner(replicaSets, { onlyController: true })
    handler(createOf(ownedBy(owner('foo1'), owner('foo2', { controller: true }), owner('foo3'))), queue)
    expect(queue.take()).toEqual(['biz/foo2'])
    handler(createOf(ownedBy(owner('foo1'), owner('foo2'))), queue)
    handler(createOf(pod), queue)
    expect(queue.take()).toEqual([])
  })

  test('C-HND-7: a first controller of another kind hides a second one', () => {
    const handler = enqueueRequestForOwner(replicaSets, { onlyController: true })
    const [other, second] = [
      owner('foo1', { kind: 'Job', controller: true }),
      owner('foo2', { controller: true }),
    ]
    handler(createOf(ownedBy(other, second)), queue)
    expect(queue.take()).toEqual([])
  })

  test('C-HND-10: otherwise all owners of the kind count', () => {
    const controller = owner('foo2', { controller: true })
    enqueueRequestForOwner(replicaSets)(createOf(ownedBy(owner('foo1'), controller, owner('foo3'))), queue)
    expect(queue.take()).toEqual(['biz/foo1', 'biz/foo2', 'biz/foo3'])
  })
})

describe('eventHandlerFuncs', () => {
  const EVENTS = [createOf(pod), updateOf(pod, newer(pod)), deleteOf(pod), genericOf(pod)]

  test.each(['create', 'update', 'delete', 'generic'] as const)(
    'C-HND-11: only the member %s runs',
    member => {
      const seen: unknown[] = []
      const handler = eventHandlerFuncs({ [member]: (...values: unknown[]) => void seen.push(...values) })
      for (const event of EVENTS) handler(event, queue)
      expect(seen).toEqual([EVENTS.find(({ type }) => type === member), queue])
    },
  )
})

describe('priorities', () => {
  const own = eventHandlerFuncs({
    create: ({ object }, target) => target.add(requestOf(object)),
    update: ({ object }, target) => target.add(requestOf(object)),
    delete: ({ object }, target) => target.add(requestOf(object)),
    generic: ({ object }, target) => target.add(requestOf(object)),
  })
  const HANDLERS = {
    object: enqueueRequestForObject,
    owner: enqueueRequestForOwner(replicaSets),
    map: enqueueRequestsFromMap(object => [requestOf(object)]),
    'asynchronous map': enqueueRequestsFromMap(async object => [requestOf(object)]),
    wrapped: withLowPriorityWhenUnchanged(({ object }, target) => target.add(requestOf(object))),
    typed: own,
  }
  const owned = ownedBy(owner('baz'))

  test.each(Object.entries(HANDLERS))(
    'C-HND-12: the %s handler adds the initial list at -100',
    async (_, handler) => {
      await handler(createOf(owned, true), queue)
      await handler(createOf(owned, false), queue)
      expect(queue.take()).toEqual(['biz/baz@-100', 'biz/baz'])
    },
  )

  test.each(Object.entries(HANDLERS))('C-HND-13: the %s handler adds resyncs at -100', async (_, handler) => {
    await handler(updateOf(owned, owned), queue)
    await handler(updateOf(owned, newer(owned)), queue)
    await handler(deleteOf(owned), queue)
    await handler(genericOf(owned), queue)
    expect(queue.take()).toEqual(['biz/baz@-100', 'biz/baz', 'biz/baz', 'biz/baz'])
  })

  test('C-HND-12: a priority that the handler sets takes precedence', () => {
    const handler = eventHandlerFuncs({
      create: ({ object }, target) => target.add(requestOf(object), { priority: 7 }),
    })
    handler(createOf(pod, true), queue)
    expect(queue.take()).toEqual(['biz/baz@7'])
  })
})
