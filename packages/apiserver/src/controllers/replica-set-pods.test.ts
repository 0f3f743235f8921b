import { type Pod, pods, type ReplicaSet, replicaSets } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import type { FakeApiserver } from '../server/fake-apiserver.ts'
import { clusterWith, eventTexts, replicaSet } from '../test/workloads.ts'
import { deletionOrder } from './replica-sets/deletion-order.ts'
import { podFromTemplate, withDefaults } from './replica-sets/pod-template.ts'
import { isSameReplicaSetStatus, replicaSetStatus } from './replica-sets/replica-set-status.ts'

const NOW = Date.UTC(2026, 0, 1)
const ALONE = { replicaSets: true }

const ago = (ms: number) => new Date(NOW - ms).toISOString()

interface Facts {
  readonly node?: string
  readonly phase?: string
  readonly readyForMs?: number
  readonly cost?: string
  readonly restarts?: number
  readonly ageMs?: number
}

const podWith = (name: string, facts: Facts = {}): Pod => {
  const { node = 'n1', phase = 'Running', readyForMs, cost, restarts, ageMs } = facts
  return {
    metadata: {
      ...{ name, uid: name },
      ...(cost !== undefined && { annotations: { 'controller.kubernetes.io/pod-deletion-cost': cost } }),
      ...(ageMs !== undefined && { creationTimestamp: ago(ageMs) }),
    },
    spec: { nodeName: node, containers: [] },
    status: {
      phase,
      ...(readyForMs !== undefined && {
        conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: ago(readyForMs) }],
      }),
      ...(restarts !== undefined && { containerStatuses: [{ restartCount: 0 }, { restartCount: restarts }] }),
    } as unknown as NonNullable<Pod['status']>,
  }
}

test.each<[string, Facts, Facts]>([
  ['not bound', { node: '', phase: 'Running', readyForMs: 1 }, { phase: 'Pending' }],
  ['pending', { phase: 'Pending', readyForMs: 1 }, { phase: 'Unknown' }],
  ['unknown', { phase: 'Unknown', readyForMs: 1 }, { phase: 'Running' }],
  ['without a phase', { phase: '' }, { phase: 'Unknown' }],
  ['not ready', { cost: '9' }, { readyForMs: 1 }],
  ['cheap', { cost: '-1' }, {}],
  ['of no cost', {}, { cost: '1' }],
  ['of a cost that cannot be read as a number', { cost: 'x' }, { cost: '1' }],
  ['ready for a short time', { readyForMs: 1_000 }, { readyForMs: 4_000 }],
  ['just ready', { readyForMs: 0 }, { readyForMs: 1 }],
  ['restarted often', { restarts: 2 }, { restarts: 1 }],
  ['restarted', { restarts: 1 }, {}],
  ['young', { ageMs: 1_000 }, { ageMs: 4_000 }],
  ['of an unknown age', {}, { ageMs: 1 }],
])('of two Pods the one that is %s is deleted first', (_, first, second) => {
  // The uid decides at last: the other way round it would be the second.
  const [a, b] = [podWith('z', first), podWith('a', second)]
  expect(deletionOrder([b, a], [], NOW)).toEqual([a, b])
  expect(deletionOrder([a, b], [], NOW)).toEqual([a, b])
})

test('of a node with more related Pods that are active, one is deleted first', () => {
  const [crowded, alone] = [podWith('z', { node: 'n1' }), podWith('a', { node: 'n2' })]
  const related = [crowded, alone, podWith('r', { node: 'n1' })]
  expect(deletionOrder([alone, crowded], related, NOW)).toEqual([crowded, alone])
  const ended = [crowded, alone, podWith('r', { node: 'n1', phase: 'Failed' })]
  expect(deletionOrder([crowded, alone], ended, NOW)).toEqual([alone, crowded])
})

test('ages of one order of magnitude are equal, and then the uid decides', () => {
  const [a, b] = [podWith('a', { ageMs: 1_100 }), podWith('b', { ageMs: 1_200 })]
  expect(deletionOrder([b, a], [], NOW)).toEqual([a, b])
  expect(deletionOrder([a, podWith('a', { ageMs: 1_100 })], [], NOW)).toHaveLength(2)
})

test('a Pod has the members of its template, and the defaults of a server', () => {
  const template = {
    metadata: { labels: { a: '1' }, annotations: { b: '2' }, finalizers: ['e.com/x'], name: 'ignored' },
    spec: { restartPolicy: 'Never', containers: [{ name: 'main', imagePullPolicy: 'Always' }] },
  } as const
  const owner = { metadata: { name: 'web', namespace: 'ns', uid: 'u' } }
  expect(podFromTemplate(template, replicaSets, owner).metadata).toEqual({
    ...{ namespace: 'ns', generateName: 'web-' },
    ...{ labels: { a: '1' }, annotations: { b: '2' }, finalizers: ['e.com/x'] },
    ownerReferences: [expect.objectContaining({ kind: 'ReplicaSet', name: 'web', uid: 'u' })],
  })
  expect(podFromTemplate(template, replicaSets, owner).spec).toMatchObject({
    ...{ restartPolicy: 'Never', terminationGracePeriodSeconds: 30, dnsPolicy: 'ClusterFirst' },
    containers: [{ name: 'main', imagePullPolicy: 'Always', terminationMessagePolicy: 'File' }],
  })
  const bare = podFromTemplate(undefined, replicaSets, {})
  expect(Object.keys(bare.metadata ?? {})).toEqual(['namespace', 'generateName', 'ownerReferences'])
  expect([bare.metadata?.namespace, bare.spec]).toEqual(['', withDefaults({ containers: [] })])
})

describe('the status', () => {
  const wanted = replicaSet(2)
  const facts = { claimed: [], terminating: 0, failure: undefined, nowMs: NOW }
  const failure = {
    ...{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: 'quota' },
    lastTransitionTime: '2026-01-01T00:00:00Z',
  } as const
  const other = { type: 'Other', status: 'True' } as const

  test('counts the claimed Pods', () => {
    const labelled = (pod: Pod, labels: Record<string, string>) => ({
      ...pod,
      metadata: { ...pod.metadata, labels },
    })
    const claimed = [
      labelled(podWith('a', { readyForMs: 10_000 }), { app: 'web' }),
      labelled(podWith('b', { readyForMs: 9_000 }), { app: 'web', more: '1' }),
      podWith('c'),
    ]
    const of: ReplicaSet = {
      ...wanted,
      metadata: { generation: 3 },
      spec: { ...wanted.spec, minReadySeconds: 10 },
    }
    expect(replicaSetStatus(of, { ...facts, claimed, terminating: 1 })).toEqual({
      ...{ replicas: 3, fullyLabeledReplicas: 2, readyReplicas: 2, availableReplicas: 1 },
      ...{ terminatingReplicas: 1, observedGeneration: 3 },
    })
    expect(replicaSetStatus(wanted, facts)).toEqual({ replicas: 0, terminatingReplicas: 0 })
  })

  test('has the first failure until there is none', () => {
    const failed = replicaSetStatus(wanted, { ...facts, failure: 'quota' })
    expect(failed.conditions).toEqual([failure])
    const again = { ...facts, failure: 'other', nowMs: NOW + 9_000 }
    const status = { replicas: 0, conditions: [other, failure] }
    expect(replicaSetStatus({ ...wanted, status }, again).conditions).toEqual([other, failure])
    expect(replicaSetStatus({ ...wanted, status }, facts).conditions).toEqual([other])
    expect(replicaSetStatus({ ...wanted, status: failed }, facts)).not.toHaveProperty('conditions')
  })

  test('is the same if its counts and conditions are; 0 may be omitted', () => {
    const status = { replicas: 1, conditions: [failure] }
    expect(isSameReplicaSetStatus(status, { ...status, readyReplicas: 0 })).toBe(true)
    expect(isSameReplicaSetStatus({ ...status, readyReplicas: 0 }, status)).toBe(true)
    expect(isSameReplicaSetStatus({ replicas: 0 }, { replicas: 0, conditions: [] })).toBe(true)
    expect(isSameReplicaSetStatus({ replicas: 0, conditions: [] }, { replicas: 0 })).toBe(true)
    expect(isSameReplicaSetStatus(undefined, { replicas: 0 })).toBe(false)
    for (const more of [
      { readyReplicas: 1 },
      { replicas: 2 },
      { terminatingReplicas: 1 },
      { conditions: [other] },
    ])
      expect(isSameReplicaSetStatus(status, { ...status, ...more })).toBe(false)
  })
})

describe('the Pods', () => {
  const orphan = (name: string, more: Pod['metadata'] = {}, status?: Pod['status']): Pod => ({
    ...{ kind: 'Pod', apiVersion: 'v1' },
    metadata: { name, namespace: 'default', labels: { app: 'web' }, ...more },
    spec: { containers: [] },
    ...(status && { status }),
  })
  const owners = (server: FakeApiserver, key: string) =>
    server.get(pods, key)?.metadata?.ownerReferences?.map(({ kind, name }) => `${kind} ${name}`)

  test('that become orphans later are adopted, unless they have ended, leave, or are of others', async () => {
    const { clock, server } = clusterWith(ALONE)
    server.create(replicaSet(1))
    await clock.advance(100)
    server.create(orphan('late'))
    server.create(orphan('ended', {}, { phase: 'Failed' }))
    server.create(orphan('other', { labels: { app: 'db' } }))
    server.create(orphan('bare', { labels: {} }))
    server.create(orphan('leaving', { deletionTimestamp: ago(0) }))
    server.create(orphan('elsewhere', { namespace: 'x' }))
    await clock.advance(100)
    // One is surplus, and the server deletes a Pod that is not bound at once.
    const keys = server.keys(pods)
    expect(keys).toHaveLength(6)
    for (const name of ['ended', 'other', 'bare', 'leaving'])
      expect(owners(server, `default/${name}`)).toBeUndefined()
    expect(owners(server, 'x/elsewhere')).toBeUndefined()
    expect(eventTexts(server, 'ReplicaSet').filter(text => text.includes('SuccessfulDelete'))).toHaveLength(1)
  })

  test('of a ReplicaSet that is being deleted are neither adopted nor created nor released', async () => {
    const { clock, server } = clusterWith(ALONE)
    const leaving = { ...replicaSet(2).metadata, finalizers: ['e.com/x'], deletionTimestamp: ago(0) }
    server.create(orphan('stray'))
    server.create({ ...replicaSet(2), metadata: leaving })
    await clock.advance(100)
    expect([server.keys(pods), owners(server, 'default/stray')]).toEqual([['default/stray'], undefined])
    expect(server.get(replicaSets, 'default/web')?.status).toEqual({
      ...{ replicas: 0, terminatingReplicas: 0, observedGeneration: 1 },
    })
  })

  test('keep other owners when they are adopted or released', async () => {
    const { clock, server } = clusterWith(ALONE)
    const other = { apiVersion: 'v1', kind: 'ConfigMap', name: 'c', uid: 'u' }
    server.create(orphan('a', { ownerReferences: [other] }))
    server.create(replicaSet(1))
    await clock.advance(100)
    expect(owners(server, 'default/a')).toEqual(['ConfigMap c', 'ReplicaSet web'])
    const adopted = server.get(pods, 'default/a')
    if (adopted) server.update<Pod>({ ...adopted, metadata: { ...adopted.metadata, labels: {} } })
    await clock.advance(100)
    expect(owners(server, 'default/a')).toEqual(['ConfigMap c'])
    expect(server.keys(pods)).toHaveLength(2)
  })

  test('are one by default', async () => {
    const { clock, server } = clusterWith(ALONE)
    const { replicas: _, ...spec } = replicaSet(1).spec
    server.create<ReplicaSet>({ ...replicaSet(1), spec })
    await clock.advance(1_000)
    expect(server.keys(pods)).toHaveLength(1)
  })

  test('are not read when a controller starts with ReplicaSets that have them', async () => {
    const clusterOf = async (of: ReplicaSet, ...own: readonly Pod[]) => {
      const { clock, server } = clusterWith(ALONE, { objects: [of, ...own] })
      await clock.advance(1_000)
      return server.keys(pods).length
    }
    const status = { replicas: 1, observedGeneration: 2 }
    const metadata = { ...replicaSet(1).metadata, uid: 'u', generation: 2 }
    const settled: ReplicaSet = { ...replicaSet(1), metadata, status }
    const reference = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u', controller: true }
    // A Pod that has ended is not counted, so that a ReplicaSet that is looked at replaces it.
    const ended = orphan('ended', { ownerReferences: [reference] }, { phase: 'Failed' })
    expect(await clusterOf(settled, ended)).toBe(1)
    expect(await clusterOf(settled)).toBe(1)
    expect(await clusterOf({ ...settled, status: { ...status, replicas: 2 } }, ended)).toBe(2)
    expect(await clusterOf({ ...settled, status: { ...status, observedGeneration: 1 } }, ended)).toBe(2)
    const { replicas: _, ...spec } = settled.spec
    expect(await clusterOf({ ...settled, spec } as ReplicaSet, ended)).toBe(1)
    expect(
      await clusterOf(
        { ...settled, metadata: { ...metadata, generation: 0 }, status: { replicas: 1 } },
        ended,
      ),
    ).toBe(1)
  })
})
