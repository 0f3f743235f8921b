import { createManager, type EventRecorder, silentLogger } from '@kube-informer/controller'
import { createKubeClient } from '@kube-informer/core'
import { namespaces, type Pod, pods, type ReplicaSet, replicaSets } from '@kube-informer/core/resources'
import { createFakeApiserver, FakeClock, seededRandom } from '@kube-informer/testing'
import { expect, onTestFinished, test } from 'vitest'
import { exampleReplicaSet } from './example-objects.ts'
import { withLateWatches } from './history/late-watches.ts'
import { isActive } from './pod-state.ts'
import { addReplicaSetController } from './replica-set-controller.ts'

/** How late the watches of the controller are. */
const LATE_MS = 100

/** A controller on the fake apiserver, and what a user and a kubelet do. */
async function open() {
  const clock = new FakeClock()
  const random = seededRandom(1)
  const server = createFakeApiserver({ clock, random, resources: [namespaces, pods, replicaSets] })
  const user = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock })
  const late = withLateWatches({ fetch: server.fetch, clock, delayMs: () => LATE_MS })
  const events: string[] = []
  const recorder: EventRecorder = {
    event: (_object, type, reason, note) =>
      events.push(`${type} ${reason} ${note.replace(/web-\w+/, 'web-x')}`),
  }
  const manager = createManager({
    client: createKubeClient({ baseUrl: 'http://fake', fetch: late, clock }),
    events: recorder,
    log: silentLogger,
    ...{ clock, random },
  })
  addReplicaSetController(manager, { clock })
  const stop = new AbortController()
  const ran = manager.run(stop.signal)
  onTestFinished(async () => {
    stop.abort()
    await clock.settle()
    await ran
    expect([server.openWatches, clock.pendingTimers]).toEqual([0, 0])
  })
  const settle = () => clock.advance(2000)
  const at = { namespace: 'ns', name: 'web' }
  await user.create(namespaces, { metadata: { name: 'ns' } })
  await settle()
  return {
    clock,
    events,
    server,
    settle,
    user,
    async create(spec: Partial<ReplicaSet['spec']> = {}) {
      const { metadata: _, ...rest } = exampleReplicaSet(spec)
      await user.create(replicaSets, { metadata: at, ...rest })
      await settle()
    },
    async patch(spec: Partial<ReplicaSet['spec']>) {
      await user.patch(replicaSets, at, { spec })
      await settle()
    },
    status: async () => (await user.get(replicaSets, at)).status,
    async active(): Promise<readonly Pod[]> {
      return (await user.list(pods, { namespace: 'ns' })).items.filter(isActive)
    },
    async change(pod: Pod | undefined, patch: object, subresource?: 'status') {
      const name = pod?.metadata?.name ?? ''
      await user.patch(pods, { namespace: 'ns', name }, patch, { subresource })
    },
    created: () =>
      server.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/pods')).length,
  }
}

const ready = (lastTransitionTime: string) => ({
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastTransitionTime }] },
})

test('Pods are created as the template says, with the ReplicaSet as their controller', async () => {
  const { create, active, status, events, user } = await open()
  await create()
  const replicaSet = await user.get(replicaSets, { namespace: 'ns', name: 'web' })
  const found = await active()
  expect(found).toHaveLength(3)
  for (const pod of found) {
    expect(pod.metadata).toMatchObject({
      name: expect.stringMatching(/^web-/),
      labels: { app: 'web' },
      ownerReferences: [
        {
          ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: replicaSet.metadata?.uid },
          ...{ controller: true, blockOwnerDeletion: true },
        },
      ],
    })
    expect(pod.spec?.containers).toMatchObject([{ name: 'web', image: 'web:1' }])
  }
  expect(await status()).toMatchObject({ replicas: 3, fullyLabeledReplicas: 3, observedGeneration: 1 })
  expect(events).toEqual(Array(3).fill('Normal SuccessfulCreate Created pod: web-x'))
})

test('no Pod is created twice, although the cache is late and many events arrive', async () => {
  const { create, created, clock, user, active, patch } = await open()
  await create({ replicas: 1 })
  for (let replicas = 2; replicas <= 20; replicas++) {
    await user.patch(replicaSets, { namespace: 'ns', name: 'web' }, { spec: { replicas } })
    await clock.advance(LATE_MS / 4)
  }
  await patch({ replicas: 20 })
  expect(await active()).toHaveLength(20)
  expect(created()).toBe(20)
})

test('surplus Pods are deleted', async () => {
  const { create, patch, active, status, events } = await open()
  await create()
  events.length = 0
  await patch({ replicas: 1 })
  expect(await active()).toHaveLength(1)
  expect(await status()).toMatchObject({ replicas: 1, observedGeneration: 2 })
  expect(events).toEqual(Array(2).fill('Normal SuccessfulDelete Deleted pod: web-x'))
})

test('a Pod that loses its label is released and replaced; it is adopted when it has it again', async () => {
  const { create, change, settle, active } = await open()
  await create()
  const [pod] = await active()
  await change(pod, { metadata: { labels: { app: 'other' } } })
  await settle()
  const released = (await active()).filter(({ metadata }) => metadata?.labels?.app === 'other')
  expect(released).toHaveLength(1)
  expect(released[0]?.metadata?.ownerReferences ?? []).toEqual([])
  expect(await active()).toHaveLength(4)
  await change(pod, { metadata: { labels: { app: 'web' } } })
  await settle()
  const now = await active()
  expect(now).toHaveLength(3)
  expect(now.every(({ metadata }) => metadata?.ownerReferences?.length === 1)).toBe(true)
})

test('a failure to create becomes a condition and an event, and is retried', async () => {
  const { create, server, settle, status, active, events } = await open()
  const allow = server.faults.add({
    match: { method: 'POST', resource: 'pods' },
    action: { type: 'status', code: 403 },
  })
  await create()
  expect(await status()).toMatchObject({
    conditions: [{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate' }],
  })
  expect(events[0]).toMatch(/^Warning FailedCreate Error creating: /)
  allow()
  for (let retry = 0; retry < 5; retry++) await settle()
  expect(await active()).toHaveLength(3)
  expect((await status())?.conditions ?? []).toEqual([])
})

test('a Pod counts as available after minReadySeconds, without an event at that time', async () => {
  const { create, change, clock, active, status, settle } = await open()
  await create({ replicas: 1, minReadySeconds: 30 })
  const [pod] = await active()
  await change(pod, ready(new Date(clock.now()).toISOString()), 'status')
  // The server omits a count of 0.
  const counts = async () => {
    const { readyReplicas = 0, availableReplicas = 0 } = (await status()) ?? {}
    return { readyReplicas, availableReplicas }
  }
  await settle()
  expect(await counts()).toEqual({ readyReplicas: 1, availableReplicas: 0 })
  await clock.advance(27_000)
  expect(await counts()).toEqual({ readyReplicas: 1, availableReplicas: 0 })
  await clock.advance(2000)
  expect(await counts()).toEqual({ readyReplicas: 1, availableReplicas: 1 })
})

test('Pods of two ReplicaSets of one owner: the fuller node loses one', async () => {
  const { user, create, patch, active, change, settle } = await open()
  await create({ replicas: 0 })
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd', uid: 'd-uid', controller: true }
  const own = { metadata: { ownerReferences: [owner] } }
  await user.patch(replicaSets, { namespace: 'ns', name: 'web' }, own)
  const { spec } = exampleReplicaSet({
    replicas: 0,
    selector: { matchLabels: { app: 'old' } },
    template: {
      metadata: { labels: { app: 'old' } },
      spec: { containers: [{ name: 'web', image: 'web:1' }] },
    },
  })
  await user.create(replicaSets, { metadata: { namespace: 'ns', name: 'old', ...own.metadata }, spec })
  // The nodes a and b have one Pod of `web` each, and b also has one of `old`.
  const newPod = (name: string, app: string, nodeName: string): Pod => ({
    metadata: { namespace: 'ns', name, labels: { app } },
    spec: { nodeName, containers: [{ name: 'web', image: 'web:1' }] },
  })
  await user.patch(replicaSets, { namespace: 'ns', name: 'old' }, { spec: { replicas: 1 } })
  await user.patch(replicaSets, { namespace: 'ns', name: 'web' }, { spec: { replicas: 2 } })
  for (const [name, app, node] of [
    ['on-b', 'web', 'b'],
    ['on-a', 'web', 'a'],
    ['old-b', 'old', 'b'],
  ] as const) {
    const pod = await user.create(pods, newPod(name, app, node))
    await change(pod, ready('2020-01-01T00:00:00Z'), 'status')
  }
  await settle()
  await patch({ replicas: 1 })
  const names = (await active()).map(({ metadata }) => metadata?.name)
  expect(names.toSorted()).toEqual(['old-b', 'on-a'])
})

test('a ReplicaSet that is being deleted creates nothing', async () => {
  const { user, create, active, settle } = await open()
  await create()
  const at = { namespace: 'ns', name: 'web' }
  await user.patch(replicaSets, at, { metadata: { finalizers: ['example.com/hold'] } })
  await user.delete(replicaSets, at)
  await settle()
  const [pod] = await active()
  await user.delete(pods, { namespace: 'ns', name: pod?.metadata?.name ?? '' })
  await settle()
  expect(await active()).toHaveLength(2)
})
