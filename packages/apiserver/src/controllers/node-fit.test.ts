import type {
  Node,
  NodeSelectorRequirement,
  Pod,
  PodSpec,
  Taint,
  Toleration,
} from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { fitError, misfit } from './scheduler/node-fit.ts'

const READY = [{ type: 'Ready', status: 'True' }]
const node = (spec: Node['spec'] = {}, status: Node['status'] = {}): Node => ({
  metadata: { name: 'n', labels: { disk: 'ssd', zone: 'a' } },
  spec,
  status: { conditions: READY, ...status },
})
const podOf = (spec: Partial<PodSpec> = {}): Pod => ({
  metadata: { name: 'p' },
  spec: { containers: [], ...spec },
})
const fits = (spec: Partial<PodSpec>, on: Node = node()): boolean => misfit(podOf(spec), on, 0) === undefined

const UNTOLERATED = 'node(s) had untolerated taint(s)'

test('a node has to be schedulable and ready', () => {
  expect(misfit(podOf(), node(), 0)).toBeUndefined()
  expect(misfit(podOf(), node({ unschedulable: true }), 0)).toBe('node(s) were unschedulable')
  for (const conditions of [
    [],
    [{ type: 'Ready', status: 'False' }],
    [{ type: 'DiskPressure', status: 'True' }],
  ])
    expect(misfit(podOf(), node({}, { conditions }), 0)).toBe(UNTOLERATED)
  expect(misfit(podOf(), { metadata: { name: 'n' } }, 0)).toBe(UNTOLERATED)
})

test('a node takes as many Pods as it can allocate, else as its capacity, else 110', () => {
  const last = (status: Node['status'], count: number) =>
    [count - 1, count].map(pods => misfit(podOf(), node({}, status), pods))
  const full = [undefined, 'Too many pods']
  expect(last({ allocatable: { pods: '3' }, capacity: { pods: '5' } }, 3)).toEqual(full)
  expect(last({ capacity: { pods: '5' } }, 5)).toEqual(full)
  expect(last({}, 110)).toEqual(full)
  expect(last({ capacity: { pods: 'many' } }, 110)).toEqual(full)
})

test('a node selector needs each of its labels', () => {
  expect(fits({ nodeSelector: { disk: 'ssd', zone: 'a' } })).toBe(true)
  expect(misfit(podOf({ nodeSelector: { disk: 'ssd', zone: 'b' } }), node(), 0)).toBe(
    "node(s) didn't match Pod's node affinity/selector",
  )
  expect(fits({ nodeSelector: { disk: 'ssd' } }, { ...node(), metadata: { name: 'n' } })).toBe(false)
})

const affinity = (...terms: readonly (readonly NodeSelectorRequirement[])[]): Partial<PodSpec> => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: terms.map(matchExpressions => ({ matchExpressions })),
      },
    },
  },
})

test.each<[NodeSelectorRequirement['operator'], string, string[] | undefined, boolean]>([
  ['In', 'disk', ['hdd', 'ssd'], true],
  ['In', 'disk', ['hdd'], false],
  ['In', 'gpu', ['x'], false],
  ['NotIn', 'disk', ['ssd'], false],
  ['NotIn', 'disk', ['hdd'], true],
  ['NotIn', 'gpu', ['x'], true],
  ['Exists', 'disk', undefined, true],
  ['Exists', 'gpu', undefined, false],
  ['DoesNotExist', 'disk', undefined, false],
  ['DoesNotExist', 'gpu', undefined, true],
  ['Gt', 'disk', ['1'], false],
  ['Gt', 'gpu', ['1'], false],
])('affinity: %s of %s and %j is %s', (operator, key, values, expected) => {
  expect(fits(affinity([{ key, operator, ...(values && { values }) }]))).toBe(expected)
})

test('affinity: one term is enough, with all of its expressions', () => {
  const [ssd, gpu]: readonly [NodeSelectorRequirement, NodeSelectorRequirement] = [
    { key: 'disk', operator: 'Exists' },
    { key: 'gpu', operator: 'Exists' },
  ]
  expect(fits(affinity([ssd], [gpu]))).toBe(true)
  expect(fits(affinity([ssd, gpu]))).toBe(false)
  expect(fits(affinity())).toBe(false)
})

const taint: Taint = { key: 'team', value: 'a', effect: 'NoSchedule' }

test.each<[Toleration, boolean]>([
  [{ key: 'team', operator: 'Exists' }, true],
  [{ key: 'team', operator: 'Equal', value: 'a' }, true],
  [{ key: 'team', value: 'a', effect: 'NoSchedule' }, true],
  [{ operator: 'Exists' }, true],
  [{ key: 'team', value: 'b' }, false],
  [{ key: 'team' }, false],
  [{ key: 'other', operator: 'Exists' }, false],
  [{ key: 'team', operator: 'Exists', effect: 'NoExecute' }, false],
  [{ operator: 'Equal', value: 'a' }, false],
])('whether %j tolerates team=a:NoSchedule is %s', (toleration, expected) => {
  expect(misfit(podOf({ tolerations: [toleration] }), node({ taints: [taint] }), 0)).toBe(
    expected ? undefined : UNTOLERATED,
  )
})

test('every taint has to be tolerated, except for preferences and those of the state of the node', () => {
  const tolerations: readonly Toleration[] = [{ key: 'team', operator: 'Exists' }]
  const other: Taint = { key: 'other', effect: 'NoSchedule' }
  expect(fits({ tolerations }, node({ taints: [taint, other] }))).toBe(false)
  expect(fits({ tolerations: [{ key: 'other' }] }, node({ taints: [other] }))).toBe(true)
  expect(fits({}, node({ taints: [{ ...taint, effect: 'PreferNoSchedule' }] }))).toBe(true)
  expect(fits({}, node({ taints: [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }] }))).toBe(
    true,
  )
})

test('the error counts the reasons', () => {
  expect(fitError([])).toBe('no nodes available to schedule pods')
  expect(fitError(['Too many pods', UNTOLERATED, UNTOLERATED])).toBe(
    '0/3 nodes are available: 1 Too many pods, 2 node(s) had untolerated taint(s). preemption: 0/3 nodes are available: 1 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling.',
  )
})
