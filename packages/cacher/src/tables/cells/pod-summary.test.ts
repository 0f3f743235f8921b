import { expect, test } from 'vitest'
import { podSummary } from './pod-summary.ts'

const at = (hour: number) => `2026-01-01T0${hour}:00:00Z`
const running = (name: string, more: object = {}) => ({
  name,
  ready: true,
  started: true,
  restartCount: 0,
  state: { running: {} },
  ...more,
})
const waiting = (reason: string, more: object = {}) => ({
  restartCount: 0,
  state: { waiting: { reason } },
  ...more,
})
const ended = (terminated: object, more: object = {}) => ({
  restartCount: 0,
  state: { terminated: { exitCode: 0, ...terminated } },
  ...more,
})
const containers = [{ name: 'a' }, { name: 'b' }]
const initContainers = [{ name: 'i' }, { name: 'j' }]

// tests/conformance/kubernetes/tables.slow.test.ts compares the states with a real server.
test.each([
  ['Pending', {}, { phase: 'Pending' }],
  ['Running', {}, { phase: 'Running', containerStatuses: [running('a'), running('b')] }],
  [
    'CrashLoopBackOff',
    {},
    { phase: 'Running', containerStatuses: [waiting('CrashLoopBackOff'), running('b')] },
  ],
  ['Completed', {}, { phase: 'Succeeded', containerStatuses: [ended({ reason: 'Completed' })] }],
  ['NotReady', {}, { phase: 'Running', containerStatuses: [ended({ reason: 'Completed' }), running('b')] }],
  ['Signal:9', {}, { phase: 'Failed', containerStatuses: [ended({ exitCode: 137, signal: 9 })] }],
  ['ExitCode:3', {}, { phase: 'Failed', containerStatuses: [ended({ exitCode: 3 })] }],
  ['Evicted', {}, { phase: 'Failed', reason: 'Evicted' }],
  ['Init:0/2', { initContainers }, { phase: 'Pending', initContainerStatuses: [running('i')] }],
  [
    'Init:1/2',
    { initContainers },
    { phase: 'Pending', initContainerStatuses: [ended({}), waiting('PodInitializing')] },
  ],
  [
    'Init:Error',
    { initContainers },
    { phase: 'Pending', initContainerStatuses: [ended({ exitCode: 1, reason: 'Error' })] },
  ],
  [
    'Init:ExitCode:1',
    { initContainers },
    { phase: 'Pending', initContainerStatuses: [ended({ exitCode: 1 })] },
  ],
  [
    'SchedulingGated',
    {},
    { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }] },
  ],
])('%s', (status, spec, podStatus) => {
  expect(podSummary({ spec: { containers, ...spec }, status: podStatus }).status).toBe(status)
})

test('a Pod that is being deleted is Terminating, unless it completed or its node is lost', () => {
  const deleted = (status: object) =>
    podSummary({ metadata: { deletionTimestamp: at(0) }, spec: { containers }, status }).status
  expect(deleted({ phase: 'Running', containerStatuses: [running('a')] })).toBe('Terminating')
  expect(deleted({ phase: 'Succeeded' })).toBe('Succeeded')
  expect(deleted({ phase: 'Running', reason: 'NodeLost' })).toBe('Unknown')
})

test('sidecars count as containers; completed init containers do not count as restarts', () => {
  const lastState = { terminated: { finishedAt: at(3) } }
  const later = { terminated: { finishedAt: at(5) } }
  const summary = podSummary({
    spec: { containers, initContainers: [{ name: 'i' }, { name: 's', restartPolicy: 'Always' }] },
    status: {
      phase: 'Running',
      initContainerStatuses: [
        ended({}, { name: 'i', restartCount: 5 }),
        running('s', { restartCount: 1, lastState: later }),
      ],
      containerStatuses: [running('a', { restartCount: 2, lastState }), waiting('ContainerCreating')],
    },
  })
  expect(summary).toEqual({
    ready: 2,
    total: 3,
    status: 'ContainerCreating',
    restarts: 3,
    lastRestart: at(5),
  })
})
