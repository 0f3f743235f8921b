import type { KubernetesObject } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { POD_CELLS, podConditions } from './pod-cells.ts'

const NOW = Date.UTC(2026, 0, 1, 1)
const podOf = (parts: object): KubernetesObject => ({ kind: 'Pod', apiVersion: 'v1', ...parts })
const cell = (name: string, parts: object) => POD_CELLS['/Pod']?.[name]?.(podOf(parts), NOW)

const isTrue = (type: string) => ({ type, status: 'True' })
const isFalse = (type: string) => ({ type, status: 'False' })
const gates = (...types: readonly string[]) => types.map(conditionType => ({ conditionType }))
const restarted = (restartCount: number, finishedAt?: string) => ({
  spec: { containers: [{ name: 'a' }] },
  status: { containerStatuses: [{ name: 'a', restartCount, lastState: { terminated: { finishedAt } } }] },
})

test.each<[string, object, unknown]>([
  ['Ready', {}, '0/0'],
  ['Ready', { spec: { containers: [{ name: 'a' }, { name: 'b' }] } }, '0/2'],
  ['Status', { status: { phase: 'Pending' } }, 'Pending'],
  ['Restarts', {}, '0'],
  ['Restarts', restarted(3), '3'],
  ['Restarts', restarted(1, '2026-01-01T00:30:00Z'), '1 (30m ago)'],
  ['Restarts', restarted(0, '2026-01-01T00:30:00Z'), '0'],
  ['Age', { metadata: { creationTimestamp: '2026-01-01T00:55:00Z' } }, '5m'],
  ['IP', {}, '<none>'],
  ['IP', { status: { podIP: '1.1.1.1' } }, '1.1.1.1'],
  ['IP', { status: { podIP: '1.1.1.1', podIPs: [{ ip: '2.2.2.2' }, { ip: '3.3.3.3' }] } }, '2.2.2.2'],
  ['IP', { status: { podIP: '1.1.1.1', podIPs: [{}] } }, '1.1.1.1'],
  ['Node', {}, '<none>'],
  ['Node', { spec: { nodeName: 'n' } }, 'n'],
  ['Nominated Node', {}, '<none>'],
  ['Nominated Node', { status: { nominatedNodeName: 'm' } }, 'm'],
  ['Readiness Gates', {}, '<none>'],
  ['Readiness Gates', { spec: { readinessGates: gates('a') } }, '0/1'],
  [
    'Readiness Gates',
    {
      spec: { readinessGates: gates('a', 'b', 'c') },
      status: { conditions: [isTrue('a'), isFalse('b'), isTrue('c'), isTrue('d')] },
    },
    '2/3',
  ],
])('%s of %j is %j', (name, parts, expected) => {
  expect(cell(name, parts)).toBe(expected)
})

test('the cells of one Pod share a summary, and those of another version do not', () => {
  let reads = 0
  const pod = podOf({
    get spec() {
      reads++
      return { containers: [{ name: 'a' }] }
    },
  })
  const read = () => POD_CELLS['/Pod']?.Ready?.(pod, NOW)
  expect(read()).toBe('0/1')
  const first = reads
  expect([read(), POD_CELLS['/Pod']?.Status?.(pod, NOW), reads]).toEqual(['0/1', '', first])
  expect(cell('Ready', { spec: { containers: [{}, {}] } })).toBe('0/2')
})

test.each([
  ['Succeeded', 'The pod has completed successfully.'],
  ['Failed', 'The pod failed.'],
])('a Pod that has %s is completed', (phase, message) => {
  expect(podConditions(podOf({ status: { phase } }))).toEqual([
    { type: 'Completed', status: 'True', reason: phase, message },
  ])
})

test.each(['Running', 'Pending', ''])('a Pod in the phase %j is not completed', phase => {
  expect(podConditions(podOf({ status: { phase } }))).toEqual([])
})
