import { expect, test } from 'vitest'
import { examplePod, exampleReplicaSet, NOW_MS, names } from './example-objects.ts'
import { BURST, claimPods, planReplicas } from './plan.ts'

const claim = (...parameters: Parameters<typeof claimPods>) => {
  const { owned, orphans, strays } = claimPods(...parameters)
  return { owned: names(owned), orphans: names(orphans), strays: names(strays) }
}
const other = { app: 'other' }
const pods = [
  examplePod('owned'),
  examplePod('orphan', { owner: null }),
  examplePod('stray', { labels: other }),
  examplePod('foreign', { owner: 'other-uid' }),
  examplePod('unrelated', { owner: null, labels: other }),
  examplePod('terminating', { isTerminating: true }),
  examplePod('terminating orphan', { owner: null, isTerminating: true }),
  examplePod('failed', { phase: 'Failed' }),
  examplePod('succeeded orphan', { owner: null, phase: 'Succeeded' }),
]

test('a ReplicaSet keeps the Pods that it selects, takes orphans and lets others go', () => {
  expect(claim(exampleReplicaSet(), pods)).toEqual({
    owned: ['owned'],
    orphans: ['orphan'],
    strays: ['stray'],
  })
})

test('a ReplicaSet that is being deleted takes nothing and lets nothing go', () => {
  const replicaSet = exampleReplicaSet({}, { deletionTimestamp: '2030-01-31T12:00:00Z' })
  expect(claim(replicaSet, pods)).toEqual({ owned: ['owned'], orphans: [], strays: [] })
})

test('a selector with expressions counts', () => {
  const selector = { matchExpressions: [{ key: 'app', operator: 'In', values: ['web', 'other'] }] } as const
  expect(claim(exampleReplicaSet({ selector }), pods)).toEqual({
    owned: ['owned', 'stray'],
    orphans: ['orphan', 'unrelated'],
    strays: [],
  })
})

const plan = (replicas: number | undefined, count: number, metadata = {}) => {
  const claimed = Array.from({ length: count }, (_, index) => examplePod(`pod-${index}`))
  const { spec, ...rest } = exampleReplicaSet({}, metadata)
  const { replicas: _, ...others } = spec
  const replicaSet = { ...rest, spec: { ...others, ...(replicas !== undefined && { replicas }) } }
  const { create, remove } = planReplicas(replicaSet, claimed, { nowMs: NOW_MS })
  return { create, remove: remove.length }
}

test('missing Pods are created, surplus ones deleted', () => {
  expect(plan(3, 1)).toEqual({ create: 2, remove: 0 })
  expect(plan(3, 3)).toEqual({ create: 0, remove: 0 })
  expect(plan(0, 2)).toEqual({ create: 0, remove: 2 })
})

test('without a number, one Pod is wanted', () => {
  expect(plan(undefined, 0)).toEqual({ create: 1, remove: 0 })
})

test('one reconcile changes a bounded number of Pods', () => {
  expect(plan(2000, 0)).toEqual({ create: BURST, remove: 0 })
  expect(plan(0, 2000)).toEqual({ create: 0, remove: BURST })
})

test('while it is being deleted, a ReplicaSet creates and deletes nothing', () => {
  const metadata = { deletionTimestamp: '2030-01-31T12:00:00Z' }
  expect(plan(3, 1, metadata)).toEqual({ create: 0, remove: 0 })
  expect(plan(3, 5, metadata)).toEqual({ create: 0, remove: 0 })
})

test('the surplus Pod that is worth least is deleted', () => {
  const claimed = [
    examplePod('on a', { node: 'a' }),
    examplePod('waiting'),
    examplePod('on b', { node: 'b', phase: 'Running' }),
  ]
  const { remove } = planReplicas(exampleReplicaSet({ replicas: 2 }), claimed, { nowMs: NOW_MS })
  expect(names(remove)).toEqual(['waiting'])
})
