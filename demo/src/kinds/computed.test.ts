import { deployments, pods } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { type ComputedCondition, meets } from './computed.ts'

const pod = { status: { phase: 'Running', containerStatuses: [{ name: 'a', restartCount: 3 }] } }
const holds = (condition: ComputedCondition): boolean => meets(pods, pod as object, condition)

test.each<[boolean, ComputedCondition]>([
  [true, { field: 'status', in: ['running'] }],
  [false, { field: 'status', in: ['Pending', 'Failed'] }],
  [true, { field: 'status', matches: '^Run' }],
  [true, { field: 'restarts', gt: 2 }],
  [false, { field: 'restarts', gt: 3 }],
  [true, { field: 'restarts', gte: 3 }],
  [false, { field: 'restarts', lt: 3 }],
  [true, { field: 'restarts', lte: 3 }],
  [false, { not: { field: 'restarts', lte: 3 } }],
  [
    false,
    {
      and: [
        { field: 'restarts', gt: 1 },
        { field: 'status', in: ['Failed'] },
      ],
    },
  ],
  [
    true,
    {
      or: [
        { field: 'restarts', gt: 1 },
        { field: 'status', in: ['Failed'] },
      ],
    },
  ],
])('is %s for %j', (expected, condition) => {
  expect(holds(condition)).toBe(expected)
})

test('an object without a status meets no condition on it', () => {
  expect(meets({ ...deployments, group: 'x' }, {}, { field: 'status', in: ['Available'] })).toBe(false)
})
