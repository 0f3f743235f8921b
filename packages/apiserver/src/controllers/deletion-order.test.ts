import type { Pod, PodStatus } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { deletionOrder } from './replica-sets/deletion-order.ts'
import { waitingStatus } from './scheduler/container-statuses.ts'

const NOW = Date.UTC(2026, 0, 1)
const ago = (seconds: number): string => new Date(NOW - seconds * 1_000).toISOString()

interface State {
  readonly node?: string
  readonly phase?: PodStatus['phase']
  readonly readyFor?: number
  readonly cost?: string
  readonly restarts?: readonly number[]
  readonly age?: number
}

/** A Pod that is as good as can be, apart from the given state. */
function pod(
  name: string,
  { node = 'n', phase = 'Running', readyFor = 1_000, cost, restarts = [0], age = 10_000 }: State = {},
): Pod {
  const ready = readyFor > 0 ? 'True' : 'False'
  return {
    metadata: {
      name,
      uid: name,
      creationTimestamp: ago(age),
      ...(cost && { annotations: { 'controller.kubernetes.io/pod-deletion-cost': cost } }),
    },
    spec: { containers: [], ...(node && { nodeName: node }) },
    status: {
      phase,
      conditions: [{ type: 'Ready', status: ready, lastTransitionTime: ago(readyFor) }],
      containerStatuses: restarts.map(restartCount => ({ ...waitingStatus({ name: 'main' }), restartCount })),
    },
  }
}

const orderOf = (...pods: readonly Pod[]): readonly (string | undefined)[] =>
  deletionOrder(pods, pods, NOW).map(({ metadata }) => metadata?.name)

test.each<[string, State, State]>([
  ['a Pod without a node', { node: '' }, {}],
  ['a pending Pod', { phase: 'Pending' }, { phase: 'Unknown' }],
  ['a Pod of an unknown phase', { phase: 'Unknown' }, {}],
  ['a Pod that is not ready', { readyFor: 0 }, {}],
  ['a cheap Pod', { cost: '-10' }, {}],
  ['a Pod without a cost', {}, { cost: '5' }],
  ['a Pod that has just become ready', { readyFor: 10 }, { readyFor: 1_000 }],
  ['a Pod that restarted often', { restarts: [0, 3] }, { restarts: [2, 2] }],
  ['a young Pod', { age: 2_000 }, { age: 20_000 }],
])('%s goes first', (_, first, second) => {
  expect(orderOf(pod('z', first), pod('a', second))).toEqual(['z', 'a'])
  expect(orderOf(pod('a', second), pod('z', first))).toEqual(['z', 'a'])
})

test('the earlier criterion decides: an expensive Pod that is not ready goes before a cheap one that is', () => {
  expect(orderOf(pod('a', { cost: '-10' }), pod('b', { readyFor: 0, cost: '10' }))).toEqual(['b', 'a'])
})

test('a Pod that shares its node with more related Pods goes first; finished ones do not count', () => {
  const [a, b] = [pod('a', { node: 'n1' }), pod('b', { node: 'n2' })]
  const order = (...others: readonly Pod[]) =>
    deletionOrder([a, b], [a, b, ...others], NOW).map(({ metadata }) => metadata?.name)
  expect(order()).toEqual(['a', 'b'])
  expect(order(pod('c', { node: 'n2' }))).toEqual(['b', 'a'])
  expect(order(pod('c', { node: 'n2', phase: 'Succeeded' }))).toEqual(['a', 'b'])
})

test('Pods that are equal but for seconds are in the order of their uids', () => {
  expect(orderOf(pod('b', { age: 10_000 }), pod('a', { age: 10_100 }))).toEqual(['a', 'b'])
})
