import { events, type Pod, pods, type ReplicaSet, replicaSets } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import type { FakeApiserver } from '../server/fake-apiserver.ts'
import { ask } from '../test/fixtures.ts'
import { clusterWith, eventTexts, podStates, replicaSet } from '../test/workloads.ts'

const ALL = { scheduler: true, pods: true, replicaSets: true }

const scale = (server: FakeApiserver, replicas: number) =>
  ask(
    server,
    'PATCH',
    '/apis/apps/v1/namespaces/default/replicasets/web/scale',
    { spec: { replicas } },
    'application/merge-patch+json',
  )

const only = (server: FakeApiserver): ReplicaSet | undefined => server.get(replicaSets, 'default/web')

test('a ReplicaSet gets its Pods, which become ready', async () => {
  const { clock, server } = clusterWith(ALL)
  server.create(replicaSet(3))
  await clock.advance(100)
  expect(podStates(server)).toEqual(['Pending', 'Pending', 'Pending'])
  expect(only(server)?.status).toEqual({
    replicas: 3,
    fullyLabeledReplicas: 3,
    terminatingReplicas: 0,
    observedGeneration: 1,
  })
  await clock.advance(2_000)
  expect(podStates(server)).toEqual(['Running ready', 'Running ready', 'Running ready'])
  expect(only(server)?.status).toMatchObject({ replicas: 3, readyReplicas: 3, availableReplicas: 3 })
  const [pod] = server.list(pods)
  expect(pod?.metadata).toMatchObject({
    generateName: 'web-',
    labels: { app: 'web' },
    ownerReferences: [{ kind: 'ReplicaSet', name: 'web', controller: true, blockOwnerDeletion: true }],
  })
  expect(eventTexts(server, 'ReplicaSet')).toContain(
    `Normal SuccessfulCreate: Created pod: ${pod?.metadata?.name}`,
  )
})

test('without a change nothing is written, and only Events wait for a timer', async () => {
  const { clock, server } = clusterWith(ALL)
  server.create(replicaSet(3))
  await clock.advance(10_000)
  const { rv } = server
  expect(clock.pendingTimers).toBe(1)
  await clock.advance(60_000)
  expect(server.rv).toBe(rv)
  await clock.advance(3_600_000)
  expect(server.list(events)).toEqual([])
  expect(clock.pendingTimers).toBe(0)
})

test('scaled down, it deletes the Pods that are not ready, then the youngest', async () => {
  const { clock, server } = clusterWith(ALL)
  server.create(replicaSet(2))
  await clock.advance(40_000)
  const [first = '', second = ''] = server.keys(pods)
  await scale(server, 3)
  await clock.advance(5_000)
  const three = server.keys(pods).slice()
  await scale(server, 4)
  await clock.advance(100)
  await scale(server, 3)
  await clock.advance(100)
  expect(only(server)?.status).toMatchObject({ replicas: 3, terminatingReplicas: 1 })
  await clock.advance(5_000)
  expect(server.keys(pods)).toEqual(three)
  await scale(server, 2)
  await clock.advance(5_000)
  expect(server.keys(pods)).toEqual([first, second])
  expect(only(server)?.status).toMatchObject({ replicas: 2, readyReplicas: 2, terminatingReplicas: 0 })
})

test('a Pod that is deleted or fails is replaced', async () => {
  const { clock, server } = clusterWith(ALL)
  server.create(replicaSet(2))
  await clock.advance(5_000)
  const [first, second] = server.list(pods)
  if (!first || !second) throw new Error('no Pods')
  server.delete(first)
  server.update<Pod>({ ...second, status: { ...second.status, phase: 'Failed' } })
  await clock.advance(5_000)
  expect([...podStates(server)].sort()).toEqual(['Failed ready', 'Running ready', 'Running ready'])
})

test('orphans are adopted, and Pods whose labels change are released', async () => {
  const { clock, server } = clusterWith(ALL)
  const orphan = {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name: 'orphan', labels: { app: 'web' } },
  } as const
  server.create<Pod>({ ...orphan, spec: { containers: [] } })
  server.create(replicaSet(2))
  await clock.advance(5_000)
  expect(server.keys(pods)).toHaveLength(2)
  const adopted = server.get(pods, 'default/orphan')
  expect(adopted?.metadata?.ownerReferences).toMatchObject([{ name: 'web' }])
  server.update<Pod>({ ...orphan, metadata: { ...adopted?.metadata, labels: { app: 'other' } } })
  await clock.advance(5_000)
  expect(server.get(pods, 'default/orphan')?.metadata).not.toHaveProperty('ownerReferences')
  expect(server.keys(pods)).toHaveLength(3)
})

test('minReadySeconds: a ready Pod becomes available later', async () => {
  const { clock, server } = clusterWith(ALL)
  const wanted = replicaSet(1)
  server.create({ ...wanted, spec: { ...wanted.spec, minReadySeconds: 20 } })
  await clock.advance(5_000)
  expect(only(server)?.status).toMatchObject({ readyReplicas: 1 })
  expect(only(server)?.status).not.toHaveProperty('availableReplicas')
  await clock.advance(20_000)
  expect(only(server)?.status).toMatchObject({ readyReplicas: 1, availableReplicas: 1 })
})

test('a Pod that cannot be created is reported, and tried again later', async () => {
  const { clock, server } = clusterWith(ALL)
  const wanted = replicaSet(1)
  const broken = { ...wanted.spec.template, spec: { containers: [] } }
  server.create({ ...wanted, spec: { ...wanted.spec, template: broken } })
  await clock.advance(1_000)
  expect(only(server)?.status?.conditions).toMatchObject([{ type: 'ReplicaFailure', reason: 'FailedCreate' }])
  expect(eventTexts(server, 'ReplicaSet')[0]).toContain('Warning FailedCreate: Error creating: Pod "')
  server.update({ ...wanted, metadata: only(server)?.metadata ?? {} })
  await clock.advance(5_000)
  expect(only(server)?.status).toMatchObject({ readyReplicas: 1 })
  expect(only(server)?.status).not.toHaveProperty('conditions')
})
