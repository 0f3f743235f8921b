import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import {
  cronJobs,
  daemonSets,
  deployments,
  events,
  horizontalPodAutoscalers,
  jobs,
  nodes,
  persistentVolumeClaims,
  pods,
  replicaSets,
  services,
  statefulSets,
} from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import { statusOf } from './status.ts'

const custom: ResourceDefinition = { ...pods, group: 'example.com', plural: 'widgets', kind: 'Widget' }

const of = (kind: ResourceDefinition, object: object): string => {
  const status = statusOf(kind, object as KubernetesObject)
  return status ? `${status.text} ${status.tone}` : 'none'
}

const container = (state: object, more: object = {}) => ({ name: 'app', state, ...more })
const waiting = (reason: string) => container({ waiting: { reason } })
const deleted = { deletionTimestamp: '2026-01-01T00:00:00Z' }
const condition = (type: string, status: string, reason?: string) => ({ type, status, reason })

describe('a Pod', () => {
  const pod = (status: object, more: object = {}): string => of(pods, { status, ...more })
  const running = container({ running: {} }, { ready: true })
  const completed = container({ terminated: { reason: 'Completed', exitCode: 0 } })

  test.each([
    ['its phase', { phase: 'Running', containerStatuses: [running] }, 'Running good'],
    ['nothing', {}, 'Unknown gone'],
    [
      'the first problem of a container',
      { phase: 'Running', containerStatuses: [running, waiting('CrashLoopBackOff')] },
      'CrashLoopBackOff bad',
    ],
    ['the reason of an eviction', { phase: 'Failed', reason: 'Evicted' }, 'Evicted bad'],
    ['an exit code', { containerStatuses: [container({ terminated: { exitCode: 3 } })] }, 'ExitCode:3 bad'],
    [
      'a signal',
      { containerStatuses: [container({ terminated: { exitCode: 9, signal: 9 } })] },
      'Signal:9 bad',
    ],
    ['a container that has completed', { containerStatuses: [completed] }, 'Completed done'],
    [
      'one of two containers that has completed',
      { containerStatuses: [completed, running], conditions: [condition('Ready', 'True')] },
      'Running good',
    ],
    ['the same, not ready', { containerStatuses: [completed, running] }, 'NotReady wait'],
    [
      'a gate',
      { phase: 'Pending', conditions: [condition('PodScheduled', 'False', 'SchedulingGated')] },
      'SchedulingGated wait',
    ],
  ])('shows %s', (_, status, expected) => {
    expect(pod(status)).toBe(expected)
  })

  test('shows the progress of its init containers', () => {
    const spec = { initContainers: [{ name: 'a' }, { name: 'b' }] }
    const done = { name: 'a', state: { terminated: { exitCode: 0 } } }
    const at = (state: object) => pod({ initContainerStatuses: [done, { name: 'b', state }] }, { spec })
    expect(at({ running: {} })).toBe('Init:1/2 wait')
    expect(at({ waiting: { reason: 'CrashLoopBackOff' } })).toBe('Init:CrashLoopBackOff bad')
    expect(at({ terminated: { exitCode: 1 } })).toBe('Init:ExitCode:1 bad')
  })

  test('is terminating until it has ended', () => {
    expect(pod({ phase: 'Running' }, { metadata: deleted })).toBe('Terminating gone')
    expect(pod({ phase: 'Succeeded' }, { metadata: deleted })).toBe('Succeeded done')
  })
})

describe('a workload', () => {
  const deployment = (status: object, spec: object = { replicas: 3 }): string =>
    of(deployments, { metadata: { generation: 2 }, spec, status: { observedGeneration: 2, ...status } })
  const all = { replicas: 3, updatedReplicas: 3, availableReplicas: 3 }

  test.each([
    ['all replicas', all, 'Available good'],
    ['some replicas', { ...all, availableReplicas: 2 }, 'Degraded wait'],
    ['no replica', { ...all, availableReplicas: 0 }, 'Unavailable bad'],
    ['a rollout', { ...all, updatedReplicas: 1 }, 'Updating wait'],
    ['old replicas', { ...all, replicas: 4 }, 'Updating wait'],
    ['a spec that was not seen', { ...all, observedGeneration: 1 }, 'Updating wait'],
    [
      'a rollout that is stuck',
      { ...all, conditions: [condition('Progressing', 'False', 'ProgressDeadlineExceeded')] },
      'DeadlineExceeded bad',
    ],
    ['a quota', { ...all, conditions: [condition('ReplicaFailure', 'True')] }, 'ReplicaFailure bad'],
  ])('of kind Deployment with %s', (_, status, expected) => {
    expect(deployment(status)).toBe(expected)
  })

  test('that is paused or has no replicas is no problem', () => {
    expect(deployment({}, { replicas: 3, paused: true })).toBe('Paused done')
    expect(deployment({}, { replicas: 0 })).toBe('ScaledDown done')
  })

  test('of another kind', () => {
    expect(of(replicaSets, { spec: { replicas: 2 }, status: { replicas: 1 } })).toBe('Scaling wait')
    expect(of(statefulSets, { spec: { replicas: 2 }, status: { readyReplicas: 2 } })).toBe('Available good')
    expect(of(daemonSets, { status: { desiredNumberScheduled: 2 } })).toBe('Updating wait')
    expect(of(jobs, { status: { conditions: [condition('Failed', 'True')] } })).toBe('Failed bad')
    expect(of(jobs, { status: { active: 1 } })).toBe('Running good')
    expect(of(cronJobs, { spec: { suspend: true } })).toBe('Suspended done')
  })
})

test('a Node that is cordoned', () => {
  const node = (status: string) =>
    of(nodes, { spec: { unschedulable: true }, status: { conditions: [condition('Ready', status)] } })
  expect([node('True'), node('False')]).toEqual([
    'Ready,SchedulingDisabled wait',
    'NotReady,SchedulingDisabled bad',
  ])
})

test('other kinds of Kubernetes', () => {
  expect(of(events, { type: 'Warning' })).toBe('Warning bad')
  expect(of(services, { spec: { type: 'ClusterIP' } })).toBe('none')
  expect(of(services, { spec: { type: 'LoadBalancer' } })).toBe('Pending wait')
  expect(of(persistentVolumeClaims, { status: { phase: 'Bound' } })).toBe('Bound good')
  expect(
    of(horizontalPodAutoscalers, {
      status: { conditions: [condition('ScalingActive', 'False', 'FailedGetScale')] },
    }),
  ).toBe('FailedGetScale bad')
})

describe('a custom kind', () => {
  test.each([
    ['no status', {}, 'none'],
    ['a deletionTimestamp', { metadata: deleted }, 'Terminating gone'],
    [
      'a generation that was not seen',
      { metadata: { generation: 2 }, status: { observedGeneration: 1 } },
      'InProgress wait',
    ],
    ['Ready', { status: { conditions: [condition('Ready', 'True')] } }, 'Ready good'],
    ['not Ready', { status: { conditions: [condition('Ready', 'False')] } }, 'NotReady bad'],
    ['Ready unknown', { status: { conditions: [condition('Ready', 'Unknown')] } }, 'Unknown gone'],
    [
      'progress towards Ready',
      { status: { conditions: [condition('Ready', 'False'), condition('Reconciling', 'True')] } },
      'Reconciling wait',
    ],
    [
      'Stalled',
      { status: { conditions: [condition('Stalled', 'True'), condition('Ready', 'True')] } },
      'Stalled bad',
    ],
    ['a phase', { status: { phase: 'Provisioning' } }, 'Provisioning wait'],
    ['a phase that is not known', { status: { phase: 'Dancing' } }, 'Dancing wait'],
    ['conditions that are no list', { status: { conditions: {} } }, 'none'],
  ])('with %s', (_, object, expected) => {
    expect(of(custom, object)).toBe(expected)
  })
})
