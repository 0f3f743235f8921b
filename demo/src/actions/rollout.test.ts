import type { KubernetesObject } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { rolloutOf } from './rollout.ts'
import { jobProgress } from './trigger.ts'

const workload = (kind: string, spec: object, status: object, generation = 1): KubernetesObject =>
  ({ kind, metadata: { generation }, spec, status: { observedGeneration: 1, ...status } }) as KubernetesObject

const counts = (replicas: number, updated: number, available: number): object => ({
  replicas,
  updatedReplicas: updated,
  availableReplicas: available,
  readyReplicas: available,
})

test.each([
  [counts(5, 5, 5), 2, 'waiting', 'The controller has not seen the change yet'],
  [counts(3, 3, 3), 1, 'waiting', '3 of 5 updated'],
  [counts(6, 5, 5), 1, 'waiting', '1 old replica terminating'],
  [counts(6, 6, 6), 1, 'waiting', '1 replica terminating'],
  [counts(5, 5, 4), 1, 'waiting', '4 of 5 available'],
  [counts(5, 5, 5), 1, 'done', '5 of 5 ready'],
])('a Deployment with %o in generation %i is %s: %s', (status, generation, state, text) => {
  expect(rolloutOf(workload('Deployment', { replicas: 5 }, status, generation))).toEqual({ state, text })
})

test('a Deployment that exceeded its deadline has failed', () => {
  const conditions = [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }]
  const stuck = workload('Deployment', { replicas: 2 }, { ...counts(3, 1, 2), conditions })
  expect(rolloutOf(stuck).state).toBe('failed')
})

test('a StatefulSet is done when every replica has the new revision', () => {
  const revisions = { currentRevision: 'a', updateRevision: 'b' }
  const half = workload('StatefulSet', { replicas: 2 }, { ...counts(2, 1, 2), ...revisions })
  expect(rolloutOf(half)).toEqual({ state: 'waiting', text: '1 of 2 updated' })
  const whole = workload(
    'StatefulSet',
    { replicas: 2 },
    { ...counts(2, 2, 2), ...revisions, currentRevision: 'b' },
  )
  expect(rolloutOf(whole).state).toBe('done')
})

test('a DaemonSet is done when its Pods are available on every node', () => {
  const status = { desiredNumberScheduled: 3, updatedNumberScheduled: 3, numberAvailable: 2 }
  expect(rolloutOf(workload('DaemonSet', {}, status)).text).toBe('2 of 3 available')
  expect(rolloutOf(workload('DaemonSet', {}, { ...status, numberAvailable: 3 })).state).toBe('done')
})

test('a Job ends with its condition', () => {
  const job = (status: object): KubernetesObject => workload('Job', { completions: 2 }, status)
  expect(jobProgress(job({ succeeded: 1 }))).toEqual({ state: 'waiting', text: '1 of 2 succeeded' })
  const complete = { succeeded: 2, conditions: [{ type: 'Complete', status: 'True' }] }
  expect(jobProgress(job(complete))).toEqual({ state: 'done', text: 'Complete: 2 of 2 succeeded' })
  const failed = { conditions: [{ type: 'Failed', status: 'True', message: 'too many retries' }] }
  expect(jobProgress(job(failed))).toEqual({ state: 'failed', text: 'The Job failed: too many retries' })
})
