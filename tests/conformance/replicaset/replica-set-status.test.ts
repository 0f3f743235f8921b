import type { ReplicaSet } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { ago, examplePod, exampleReplicaSet, NOW_MS } from './example-objects.ts'
import { availableInMs } from './pod-state.ts'
import { isSameStatus, replicaSetStatus } from './replica-set-status.ts'

const failing = (message: string, status?: ReplicaSet['status']) =>
  replicaSetStatus(
    { ...exampleReplicaSet(), ...(status && { status }) },
    { claimed: [], pods: [], nowMs: NOW_MS, failure: new Error(message) },
  )

test('replicas are counted by label, readiness and availability', () => {
  const labels = { app: 'web', tier: 'front' }
  const replicaSet = exampleReplicaSet(
    { minReadySeconds: 60, template: { metadata: { labels } } },
    { generation: 7 },
  )
  const claimed = [
    examplePod('new'),
    examplePod('ready', { labels, readyMs: 59_000 }),
    examplePod('available', { labels, readyMs: 60_000 }),
    examplePod('ready since unknown', { readyMs: null }),
  ]
  const pods = [
    ...claimed,
    examplePod('leaving', { isTerminating: true }),
    examplePod('leaving, failed', { isTerminating: true, phase: 'Failed' }),
    examplePod('leaving orphan', { isTerminating: true, owner: null }),
    examplePod('leaving, released', { isTerminating: true, labels: { app: 'other' } }),
  ]
  expect(replicaSetStatus(replicaSet, { claimed, pods, nowMs: NOW_MS })).toEqual({
    replicas: 4,
    fullyLabeledReplicas: 2,
    readyReplicas: 3,
    availableReplicas: 1,
    terminatingReplicas: 1,
    observedGeneration: 7,
  })
})

test('the first failure becomes a condition, which keeps its message', () => {
  const first = failing('quota exceeded')
  expect(first.conditions).toEqual([
    {
      type: 'ReplicaFailure',
      status: 'True',
      reason: 'FailedCreate',
      message: 'quota exceeded',
      lastTransitionTime: ago(0),
    },
  ])
  const second = failing('forbidden', first)
  expect(second.conditions).toBe(first.conditions)
  expect(isSameStatus(first, second)).toBe(true)
})

test('the next success removes the condition and leaves others', () => {
  const conditions = [{ type: 'ReplicaFailure', status: 'True' }, { type: 'Mine' }]
  const replicaSet = { ...exampleReplicaSet(), status: { replicas: 0, conditions } }
  const status = replicaSetStatus(replicaSet, { claimed: [], pods: [], nowMs: NOW_MS })
  expect(status.conditions).toEqual([{ type: 'Mine' }])
  expect(isSameStatus(replicaSet.status, status)).toBe(false)
})

test('a surplus that cannot be deleted is a failure of its own', () => {
  const { conditions } = replicaSetStatus(exampleReplicaSet({ replicas: 0 }), {
    ...{ claimed: [examplePod('a')], pods: [], nowMs: NOW_MS },
    failure: new Error('forbidden'),
  })
  expect(conditions).toMatchObject([{ reason: 'FailedDelete' }])
})

test('a count that the server omits is zero', () => {
  const status = replicaSetStatus(exampleReplicaSet(), { claimed: [], pods: [], nowMs: NOW_MS })
  expect(isSameStatus({ replicas: 0, terminatingReplicas: 0, observedGeneration: 1 }, status)).toBe(true)
  expect(isSameStatus({ replicas: 1, terminatingReplicas: 0, observedGeneration: 1 }, status)).toBe(false)
  expect(isSameStatus(undefined, status)).toBe(false)
})

test.each([
  ['not ready', {}, 60, undefined],
  ['ready, without a wait', { readyMs: null }, 0, 0],
  ['ready since an unknown time', { readyMs: null }, 60, undefined],
  ['ready for a while', { readyMs: 20_000 }, 60, 40_000],
  ['ready for long', { readyMs: 80_000 }, 60, 0],
] as const)('availability of a Pod that is %s', (_title, pod, minReadySeconds, expected) => {
  expect(availableInMs(examplePod('a', pod), minReadySeconds, NOW_MS)).toBe(expected)
})
