import type { Pod } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { withCondition } from './patch-conditions.ts'
import { availableInMs, countsDiffer, isActive, isFinished, isReady, isTerminating } from './pod-state.ts'

const NOW = Date.UTC(2026, 0, 1)
const ready = (status: 'True' | 'False', since?: number): Pod => ({
  metadata: { name: 'p' },
  status: {
    phase: 'Running',
    conditions: [
      { type: 'Initialized', status: 'True' },
      {
        type: 'Ready',
        status,
        ...(since === undefined ? {} : { lastTransitionTime: new Date(since).toISOString() }),
      },
    ],
  },
})

test.each<[NonNullable<Pod['status']>['phase'], boolean, readonly boolean[]]>([
  ['Running', false, [false, true, false]],
  ['Running', true, [false, false, true]],
  ['Pending', false, [false, true, false]],
  ['Succeeded', false, [true, false, false]],
  ['Failed', true, [true, false, false]],
])('a Pod that is %s, deleted: %s', (phase, isDeleted, expected) => {
  const pod: Pod = {
    metadata: { name: 'p', ...(isDeleted && { deletionTimestamp: '2026-01-01T00:00:00Z' }) },
    status: { ...(phase && { phase }) },
  }
  expect([isFinished(pod), isActive(pod), isTerminating(pod)]).toEqual(expected)
})

test('a Pod is available some seconds after it became ready', () => {
  expect([isReady(ready('True')), isReady(ready('False')), isReady({})]).toEqual([true, false, false])
  expect(availableInMs(ready('False', NOW), 10, NOW)).toBeUndefined()
  expect(availableInMs({}, 0, NOW)).toBeUndefined()
  expect(availableInMs(ready('True'), 0, NOW)).toBe(0)
  expect(availableInMs(ready('True'), 10, NOW)).toBeUndefined()
  expect(availableInMs(ready('True', NOW - 4_000), 10, NOW)).toBe(6_000)
  expect(availableInMs(ready('True', NOW - 40_000), 10, NOW)).toBe(0)
})

test('two states differ in what is counted: phase, readiness, deletion, labels, owners and finalizers', () => {
  const before = ready('True', NOW)
  const changed = (metadata: object): Pod => ({ ...before, metadata: { name: 'p', ...metadata } })
  expect(countsDiffer(before, ready('True', NOW + 1))).toBe(false)
  expect(countsDiffer(before, changed({ annotations: { a: 'b' } }))).toBe(false)
  const others: readonly Pod[] = [
    ready('False', NOW),
    { ...before, status: { ...before.status, phase: 'Failed' } },
    ...[{ deletionTimestamp: 'x' }, { labels: {} }, { ownerReferences: [] }, { finalizers: [] }].map(changed),
  ]
  for (const other of others)
    expect([countsDiffer(before, other), countsDiffer(other, before)]).toEqual([true, true])
})

test('a condition is added at the end, or replaced in its place', () => {
  const [a, b, c] = ['a', 'b', 'c'].map(type => ({ type, status: 'True' })) as [
    Condition,
    Condition,
    Condition,
  ]
  expect(withCondition(undefined, a)).toEqual([a])
  expect(withCondition([a, b], c)).toEqual([a, b, c])
  const no = { type: 'a', status: 'False' }
  expect(withCondition([a, b], no)).toEqual([no, b])
})

interface Condition {
  readonly type: string
  readonly status: string
}
