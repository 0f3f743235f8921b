import type { KubernetesObject } from '@kube-informer/core'
import { configMaps, deployments, pods, replicaSets } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import type { EventHandler } from '../api/event-handler.ts'
import type { ObjectEvent } from '../api/object-event.ts'
import type { Predicate } from '../api/predicate.ts'
import type { RequestLike } from '../api/request.ts'
import type { Source } from '../api/source.ts'
import type { Controller } from '../controller/controller.ts'
import { enqueueRequestForObject } from '../handlers/enqueue-request-for-object.ts'
import { eventHandlerFuncs } from '../handlers/event-handler-funcs.ts'
import { Builder, type BuilderHost, type ControllerPlan } from './builder.ts'
import type { ResourceWatch } from './controller-builder.ts'

/** A host that keeps what a builder gives it. */
function setup() {
  const watches: ResourceWatch[] = []
  const plans: ControllerPlan[] = []
  const controller = {} as Controller
  const host: BuilderHost = {
    createSource: watch => {
      watches.push(watch as unknown as ResourceWatch)
      return { description: watch.resource.plural, start: () => {} }
    },
    addController: plan => {
      plans.push(plan)
      return controller
    },
  }
  /** The requests that an event of a resource causes. */
  const send = async (plural: string, event: ObjectEvent) => {
    const requests: RequestLike[] = []
    for (const { resource, predicates, handler } of watches) {
      if (resource.plural !== plural || !predicates.every(predicate => predicate(event))) continue
      await handler(event, { add: request => void requests.push(request) })
    }
    return requests
  }
  return { host, plans, controller, watches, send }
}

const created = (object: KubernetesObject): ObjectEvent => ({
  type: 'create',
  object,
  isInInitialList: false,
})
const owner = (name: string, controller: boolean) => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  name,
  uid: name,
  controller,
})
const reconciler = async () => {}
const source: Source = { description: 'test', start: () => {} }

test('C-CTL-26: a controller needs a name', () => {
  const { host } = setup()
  expect(() => new Builder(host, '').watchesSource(source).reconcile(reconciler)).toThrow(
    'one of For() or Named() must be called',
  )
  expect(() => new Builder(host, '').named('a').watchesSource(source).reconcile(reconciler)).not.toThrow()
})

test('C-CTL-26: only a controller of a kind of objects owns others', () => {
  const { host } = setup()
  expect(() => new Builder(host, 'a').owns(pods)).toThrow('Owns() can only be used together with For()')
})

test('C-CTL-26: a controller needs something to watch', () => {
  const { host, plans } = setup()
  expect(() => new Builder(host, 'a').reconcile(reconciler)).toThrow(
    'there are no watches configured, controller will never get triggered.',
  )
  expect(plans).toEqual([])
})

test('C-CTL-26: a controller has one reconciler', () => {
  const { host, plans } = setup()
  const builder = Builder.of(host, replicaSets, {})
  builder.reconcile(reconciler)
  expect(() => builder.reconcile(reconciler)).toThrow('reconcile() should only be called once')
  expect(plans).toHaveLength(1)
})

test('C-CTL-27: the name is the kind in lower case, unless it is set', () => {
  const { host, plans, controller } = setup()
  expect(Builder.of(host, replicaSets, {}).reconcile(reconciler)).toBe(controller)
  Builder.of(host, replicaSets, {}).named('other').reconcile(reconciler)
  expect(plans.map(({ name }) => name)).toEqual(['replicaset', 'other'])
})

test('C-CTL-27: owned objects reconcile their controlling owner, or every owner', async () => {
  const pod: KubernetesObject = {
    metadata: { namespace: 'ns', name: 'p', ownerReferences: [owner('a', false), owner('b', true)] },
  }
  const one = setup()
  Builder.of(one.host, replicaSets, {}).owns(pods).reconcile(reconciler)
  expect(await one.send('pods', created(pod))).toEqual([{ namespace: 'ns', name: 'b' }])
  const every = setup()
  Builder.of(every.host, replicaSets, {}).owns(pods, { matchEveryOwner: true }).reconcile(reconciler)
  expect(await every.send('pods', created(pod))).toEqual([
    { namespace: 'ns', name: 'a' },
    { namespace: 'ns', name: 'b' },
  ])
})

test('C-CTL-27: without a kind of its own, a named controller watches objects and sources', async () => {
  const { host, plans, send } = setup()
  new Builder(host, 'a')
    .watches(configMaps, ({ metadata }) => [{ name: `of-${metadata.name}` }])
    .watchesSource(source)
    .reconcile(reconciler)
  expect(plans[0]?.sources.map(({ description }) => description)).toEqual(['configmaps', 'test'])
  expect(await send('configmaps', created({ metadata: { name: 'c' } }))).toEqual([{ name: 'of-c' }])
})

test('C-CTL-28: predicates of a watch see its events only, those of where see all, and all must pass', async () => {
  const seen: string[] = []
  const spy =
    (name: string, passes: (object: KubernetesObject) => boolean): Predicate =>
    ({ object }) => {
      seen.push(`${name} ${object.metadata?.name}`)
      return passes(object)
    }
  const { host, send } = setup()
  Builder.of(host, deployments, { predicates: [spy('p1', ({ metadata }) => metadata?.name !== 'no-p1')] })
    .owns(replicaSets, { predicates: [spy('p2', () => false)] })
    .where(spy('g', ({ metadata }) => metadata?.name !== 'no-g'))
    .reconcile(reconciler)
  const named = (name: string) => created({ metadata: { namespace: 'ns', name } })
  expect(await send('deployments', named('no-p1'))).toEqual([])
  expect(await send('deployments', named('no-g'))).toEqual([])
  expect(await send('deployments', named('yes'))).toEqual([{ namespace: 'ns', name: 'yes' }])
  expect(await send('replicasets', named('owned'))).toEqual([])
  expect(seen).toEqual(['g no-p1', 'p1 no-p1', 'g no-g', 'g yes', 'p1 yes', 'g owned', 'p2 owned'])
})

test('where applies to watches that follow it and to those before it', async () => {
  const { host, watches } = setup()
  Builder.of(host, deployments, {})
    .where(() => true)
    .owns(replicaSets)
    .where(() => false)
    .reconcile(reconciler)
  expect(watches.map(({ predicates }) => predicates.length)).toEqual([2, 2])
})

test('a handler is given by name, however many parameters it declares', async () => {
  const handlers: EventHandler[] = [
    enqueueRequestForObject,
    eventHandlerFuncs({ create: (event, queue) => enqueueRequestForObject(event, queue) }),
    (...args) => enqueueRequestForObject(...args),
  ]
  for (const handler of handlers) {
    const { host, send } = setup()
    new Builder(host, 'a').watches(pods, { handler }).reconcile(reconciler)
    const sent = await send('pods', created({ metadata: { namespace: 'ns', name: 'p' } }))
    expect(sent).toEqual([{ namespace: 'ns', name: 'p' }])
  }
})

test('a function maps objects, however many parameters it declares', async () => {
  const { host, send } = setup()
  const map = ({ metadata }: KubernetesObject, _index = 0, ..._rest: unknown[]) => [
    { name: metadata?.name ?? '' },
  ]
  const two = (object: KubernetesObject, _?: unknown) => map(object)
  new Builder(host, 'a').watches(pods, map).watches(configMaps, two).reconcile(reconciler)
  expect(await send('pods', created({ metadata: { name: 'p' } }))).toEqual([{ name: 'p' }])
  expect(await send('configmaps', created({ metadata: { name: 'c' } }))).toEqual([{ name: 'c' }])
})

test('predicates of a watch with a handler apply to it', async () => {
  const { host, send } = setup()
  const predicates: Predicate[] = [({ object }) => object.metadata?.name === 'p']
  new Builder(host, 'a').watches(pods, { handler: enqueueRequestForObject, predicates }).reconcile(reconciler)
  expect(await send('pods', created({ metadata: { namespace: 'ns', name: 'q' } }))).toEqual([])
  expect(await send('pods', created({ metadata: { namespace: 'ns', name: 'p' } }))).toHaveLength(1)
})

test('a watch without a function or a handler is refused', () => {
  const { host } = setup()
  for (const given of [undefined, {}, { handler: undefined }]) {
    expect(() => new Builder(host, 'a').watches(pods, given as never)).toThrow('watches() needs a function')
  }
})

test('options add to each other', () => {
  const { host, plans } = setup()
  Builder.of(host, replicaSets, {})
    .withOptions({ maxConcurrentReconciles: 2, enableWarmup: true })
    .withOptions({ maxConcurrentReconciles: 3 })
    .reconcile(reconciler)
  expect(plans[0]?.options).toEqual({ maxConcurrentReconciles: 3, enableWarmup: true })
})
