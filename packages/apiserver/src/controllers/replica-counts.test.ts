import type { Deployment, ReplicaSet } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import { deployment, replicaSet } from '../test/workloads.ts'
import { MAX_REPLICAS } from './deployments/annotations.ts'
import {
  isRolling,
  marginsOf,
  nextReplicas,
  proportionalSizes,
  replicasOf,
  totalAvailable,
  totalReplicas,
} from './deployments/replica-counts.ts'

type Share = number | string

const rolling = (replicas: number, maxSurge: Share, maxUnavailable: Share = 0): Deployment =>
  deployment(replicas, { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } } })

/** A ReplicaSet with a size, and the most replicas that were allowed when it was scaled. */
const sized = (replicas: number, most?: number, createdAt?: string): ReplicaSet => ({
  ...replicaSet(replicas),
  metadata: {
    ...(createdAt && { creationTimestamp: createdAt }),
    ...(most !== undefined && { annotations: { [MAX_REPLICAS]: String(most) } }),
  },
})

test('one replica is wanted by default', () => {
  const { spec, ...rest } = deployment(2)
  const { replicas: _, ...others } = spec
  expect([replicasOf(deployment(2)), replicasOf({ ...rest, spec: others })]).toEqual([2, 1])
})

test('only Recreate does not replace Pods gradually', () => {
  const strategies = [undefined, {}, { type: 'RollingUpdate' }, { type: 'Recreate' }] as const
  expect(strategies.map(strategy => isRolling(deployment(1, strategy ? { strategy } : {})))).toEqual([
    ...[true, true, true],
    false,
  ])
})

describe('margins', () => {
  test.each<[Share, Share, number, { surge: number; unavailable: number }]>([
    ['25%', '25%', 10, { surge: 3, unavailable: 2 }],
    ['50%', '50%', 3, { surge: 2, unavailable: 1 }],
    ['100%', '0%', 4, { surge: 4, unavailable: 0 }],
    [2, 3, 10, { surge: 2, unavailable: 3 }],
    ['half', 1, 10, { surge: 0, unavailable: 1 }],
    // Otherwise an update could not replace any Pod.
    [0, 0, 10, { surge: 0, unavailable: 1 }],
    ['0%', '10%', 5, { surge: 0, unavailable: 1 }],
    [1, 0, 10, { surge: 1, unavailable: 0 }],
    [0, 20, 10, { surge: 0, unavailable: 10 }],
    [1, 1, 0, { surge: 1, unavailable: 0 }],
  ])('maxSurge %s and maxUnavailable %s of %s', (maxSurge, maxUnavailable, replicas, expected) => {
    expect(marginsOf(rolling(replicas, maxSurge, maxUnavailable))).toEqual(expected)
  })

  test('without an option they are a quarter; Recreate has none', () => {
    const quarter = { surge: 3, unavailable: 2 }
    expect(marginsOf(deployment(9))).toEqual(quarter)
    expect(marginsOf(deployment(9, { strategy: { type: 'RollingUpdate' } }))).toEqual(quarter)
    const both = { type: 'Recreate', rollingUpdate: { maxSurge: 2, maxUnavailable: 2 } } as const
    expect(marginsOf(deployment(9, { strategy: both }))).toEqual({ surge: 0, unavailable: 0 })
  })
})

test('totals are sums; a ReplicaSet without a status has nothing available', () => {
  const all = [sized(3), { ...sized(4), status: { replicas: 9, availableReplicas: 2 } }, sized(0)]
  expect([totalReplicas(all), totalAvailable(all), totalReplicas([]), totalAvailable([])]).toEqual([
    ...[7, 2],
    ...[0, 0],
  ])
})

test.each([
  { wanted: 4, others: 0, current: 0, expected: 4 },
  { wanted: 4, others: 4, current: 0, expected: 1 },
  { wanted: 4, others: 3, current: 1, expected: 2 },
  { wanted: 4, others: 4, current: 1, expected: 1 },
  { wanted: 4, others: 6, current: 2, expected: 2 },
  { wanted: 4, others: 0, current: 3, expected: 4 },
])('the new ReplicaSet grows within maxSurge: $current of $wanted beside $others', row => {
  const all = [sized(row.others), sized(row.current)]
  expect(nextReplicas(rolling(row.wanted, 1), all, row.current)).toBe(row.expected)
})

test('Recreate: the new ReplicaSet gets all replicas at once', () => {
  expect(nextReplicas(deployment(4, { strategy: { type: 'Recreate' } }), [sized(9)], 1)).toBe(4)
})

describe('a Deployment that is scaled during a rollout', () => {
  const older = '2026-01-01T00:00:00Z'
  const newer = '2026-01-02T00:00:00Z'
  const sizesOf = (wanted: Deployment, ...active: ReplicaSet[]) => {
    const sizes = new Map(proportionalSizes(wanted, active))
    return active.map(each => sizes.get(each))
  }

  test('grows and shrinks its ReplicaSets in proportion to their sizes', () => {
    expect(sizesOf(rolling(16, '25%'), sized(6, 10), sized(4, 10))).toEqual([12, 8])
    expect(sizesOf(rolling(4, '25%'), sized(12, 20), sized(8, 20))).toEqual([3, 2])
    expect(sizesOf(rolling(0, '25%'), sized(3, 5), sized(2, 5))).toEqual([0, 0])
  })

  test('changes nothing if the sum is right, and keeps those without Pods', () => {
    expect(sizesOf(rolling(8, 2), sized(6, 20), sized(4, 20))).toEqual([6, 4])
    expect(sizesOf(rolling(8, 2), sized(5, 5), sized(0, 5))).toEqual([10, 0])
  })

  test('gives the rest to the largest; among equals to the newest when it grows, to the oldest when it shrinks', () => {
    expect(sizesOf(rolling(11, 0), sized(3, 10), sized(4, 10), sized(3, 10))).toEqual([3, 5, 3])
    const [old, young] = [sized(3, 9, older), sized(3, 9, newer)]
    expect(sizesOf(rolling(10, 0), old, young, sized(3, 9, older))).toEqual([3, 4, 3])
    expect(sizesOf(rolling(10, 0), young, old)).toEqual([7, 3])
    expect(sizesOf(rolling(5, 0), young, old)).toEqual([3, 2])
    expect(sizesOf(rolling(5, 0), old, young)).toEqual([2, 3])
  })

  test('never gives one of them more than there is to add or to remove', () => {
    expect(sizesOf(rolling(10, 0), sized(4, 4), sized(4, 4))).toEqual([6, 4])
    expect(sizesOf(rolling(6, 0), sized(4, 40), sized(4, 40))).toEqual([2, 4])
    expect(sizesOf(rolling(1, 0), sized(2), sized(2))).toEqual([0, 2])
  })

  test('knows its former size from its status if no ReplicaSet says it', () => {
    const known = { ...rolling(8, 0), status: { replicas: 4 } }
    expect(sizesOf(known, sized(3), sized(1))).toEqual([6, 2])
    expect(sizesOf(known, sized(3, 0), sized(1, 0))).toEqual([6, 2])
    expect(sizesOf(rolling(8, 0), sized(3), sized(1))).toEqual([7, 1])
    expect(sizesOf({ ...rolling(8, 0), status: { replicas: 0 } }, sized(3), sized(1))).toEqual([7, 1])
  })
})
