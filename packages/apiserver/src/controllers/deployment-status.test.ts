import type { Deployment, DeploymentCondition, ReplicaSet } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import { deployment, replicaSet } from '../test/workloads.ts'
import { conditionOf, deadlineMs, setCondition, withoutCondition } from './deployments/conditions.ts'
import {
  countedStatus,
  isComplete,
  isSameStatus,
  rolloutStatus,
  stuckInMs,
} from './deployments/deployment-status.ts'

const NOW = Date.UTC(2026, 0, 1)
const SOON = '2026-01-01T00:00:00Z'
const BEFORE = '2025-12-31T23:59:00Z'
const UNLIMITED = 2 ** 31 - 1

type Status = NonNullable<ReplicaSet['status']>

const counted = (name: string, replicas: number, status?: Partial<Status>): ReplicaSet => ({
  ...replicaSet(replicas),
  metadata: { name },
  ...(status && { status: { replicas, ...status } }),
})

const condition = (type: string, status: string, reason: string): DeploymentCondition =>
  ({
    ...{ type, status, reason, message: 'm' },
    ...{ lastUpdateTime: BEFORE, lastTransitionTime: BEFORE },
  }) as DeploymentCondition

const AVAILABLE = {
  ...{ type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable' },
  ...{ message: 'Deployment has minimum availability.', lastUpdateTime: SOON, lastTransitionTime: SOON },
}

describe('conditions', () => {
  const known = condition('A', 'True', 'R')

  test('one with the same status and reason stays as it is', () => {
    const list = [known]
    expect(setCondition(list, ['A', 'True', 'R', 'other'], NOW)).toBe(list)
  })

  test('another reason or status replaces it at the end; the transition time changes with the status', () => {
    const other = condition('B', 'True', 'R')
    const next = { type: 'A', message: 'n', lastUpdateTime: SOON }
    expect(setCondition([known, other], ['A', 'True', 'S', 'n'], NOW)).toEqual([
      other,
      { ...next, status: 'True', reason: 'S', lastTransitionTime: BEFORE },
    ])
    expect(setCondition([known], ['A', 'False', 'R', 'n'], NOW)).toEqual([
      { ...next, status: 'False', reason: 'R', lastTransitionTime: SOON },
    ])
    const { lastTransitionTime: _, ...timeless } = known
    expect(setCondition([timeless], ['A', 'True', 'S', 'n'], NOW)).toMatchObject([
      { lastTransitionTime: SOON },
    ])
  })

  test('one is found and removed by its type', () => {
    const list = [known, condition('B', 'True', 'R')]
    expect([conditionOf(list, 'A'), conditionOf(list, 'C'), conditionOf(undefined, 'A')]).toEqual([
      known,
      undefined,
      undefined,
    ])
    expect(withoutCondition(list, 'B')).toEqual([known])
  })

  test.each([
    [{}, 600_000],
    [{ progressDeadlineSeconds: 5 }, 5_000],
    [{ progressDeadlineSeconds: UNLIMITED }, undefined],
    [{ progressDeadlineSeconds: UNLIMITED - 1 }, (UNLIMITED - 1) * 1_000],
  ])('the deadline of %j is %s ms', (spec, expected) => {
    expect(deadlineMs(deployment(1, spec))).toBe(expected)
  })
})

test('the status is the sum of all ReplicaSets; a count of 0 is omitted, except for terminatingReplicas', () => {
  const current = counted('new', 2, { readyReplicas: 2, availableReplicas: 1, terminatingReplicas: 1 })
  const old = [counted('old', 3, { readyReplicas: 3, availableReplicas: 3 }), counted('new-born', 1)]
  const wanted = { ...deployment(5), metadata: { name: 'web', generation: 4 } }
  expect(countedStatus(wanted, { current, old }, NOW)).toEqual({
    observedGeneration: 4,
    ...{ replicas: 5, updatedReplicas: 2, readyReplicas: 5, availableReplicas: 4 },
    ...{ unavailableReplicas: 2, terminatingReplicas: 1 },
    conditions: [AVAILABLE],
  })
  expect(
    countedStatus({ ...deployment(0), status: { collisionCount: 0 } }, { current: undefined, old: [] }, NOW),
  ).toEqual({ terminatingReplicas: 0, collisionCount: 0, conditions: [AVAILABLE] })
})

test.each([
  [4, 'True'],
  [3, 'True'],
  [2, 'False'],
])('with maxUnavailable 1 of 4, %s available replicas are enough: %s', (availableReplicas, expected) => {
  const strategy = { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } }
  const current = counted('new', 4, { availableReplicas })
  const { conditions } = countedStatus(deployment(4, { strategy }), { current, old: [] }, NOW)
  expect(conditions).toMatchObject([{ type: 'Available', status: expected }])
})

describe('the condition Progressing', () => {
  const progress = (
    before: Deployment['status'],
    current: ReplicaSet | undefined,
    spec: Partial<Deployment['spec']> = {},
    old: readonly ReplicaSet[] = [],
  ) => {
    const wanted: Deployment = { ...deployment(2, spec), ...(before && { status: before }) }
    const { conditions } = rolloutStatus(wanted, { current, old }, NOW)
    return conditionOf(conditions, 'Progressing')
  }
  const complete = counted('new', 2, { readyReplicas: 2, availableReplicas: 2 })
  const waiting = counted('new', 2, {})
  const updating = condition('Progressing', 'True', 'ReplicaSetUpdated')

  test('is removed without a deadline', () => {
    const unlimited = { progressDeadlineSeconds: UNLIMITED }
    expect(progress({ conditions: [updating] }, waiting, unlimited)).toBeUndefined()
  })

  test('says that the rollout is complete, and stays until the next one', () => {
    expect(progress({ conditions: [updating] }, complete)).toEqual({
      ...{ type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' },
      message: 'ReplicaSet "new" has successfully progressed.',
      ...{ lastUpdateTime: SOON, lastTransitionTime: BEFORE },
    })
    const done = condition('Progressing', 'True', 'NewReplicaSetAvailable')
    const fewer = counted('new', 2, { readyReplicas: 1, availableReplicas: 1 })
    expect(progress({ conditions: [done], replicas: 2, updatedReplicas: 2 }, fewer)).toEqual(done)
    const old = [counted('old', 1, {})]
    expect(progress({ conditions: [done] }, waiting, {}, old)).toMatchObject({ reason: 'ReplicaSetUpdated' })
  })

  const base = { replicas: 3, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 }
  const pods = (updated: number, ready: number, available: number) =>
    counted('new', updated, { readyReplicas: ready, availableReplicas: available })
  const oldOf = (replicas: number) => [counted('old', replicas, { readyReplicas: 0, availableReplicas: 0 })]

  test.each([
    ['more updated replicas', pods(2, 1, 1), oldOf(2), true],
    ['fewer old replicas', pods(1, 1, 1), oldOf(1), true],
    ['more ready replicas', pods(1, 2, 1), oldOf(2), true],
    ['more available replicas', pods(1, 1, 2), oldOf(2), true],
    ['more replicas of both', pods(2, 1, 1), oldOf(3), true],
    ['the same counts', pods(1, 1, 1), oldOf(2), false],
    ['fewer ready replicas', pods(1, 0, 0), oldOf(2), false],
    ['more old replicas', pods(1, 1, 1), oldOf(3), false],
  ])('%s: %#', (_, current, old, hasProgressed) => {
    const known = { ...updating, lastUpdateTime: BEFORE }
    const next = progress({ ...base, conditions: [known] }, current, {}, old)
    expect(next?.lastUpdateTime).toBe(hasProgressed ? SOON : BEFORE)
    expect(next?.lastTransitionTime).toBe(BEFORE)
  })

  test.each([
    [pods(1, 0, 0), {}, true],
    [pods(0, 0, 0), {}, false],
    [pods(1, 1, 0), { replicas: 1, updatedReplicas: 1 }, true],
    [pods(1, 0, 1), { replicas: 1, updatedReplicas: 1 }, true],
    [pods(1, 0, 0), { replicas: 1, updatedReplicas: 1 }, false],
  ])('a count that is omitted is 0: %#', (current, counts, hasProgressed) => {
    const next = progress({ ...counts, conditions: [updating] }, current)
    expect(next?.lastUpdateTime).toBe(hasProgressed ? SOON : BEFORE)
  })

  test('of a Deployment without a ReplicaSet is about the Deployment', () => {
    expect(progress({ ...base, conditions: [] }, undefined)).toMatchObject({
      ...{ status: 'True', reason: 'ReplicaSetUpdated', lastTransitionTime: SOON },
      message: 'Deployment "web" is progressing.',
    })
  })

  test('fails after the deadline, counted from the last progress', () => {
    const before = { replicas: 2, updatedReplicas: 2, conditions: [updating] }
    const failed = { status: 'False', reason: 'ProgressDeadlineExceeded', lastTransitionTime: SOON }
    expect(progress(before, waiting, { progressDeadlineSeconds: 60 })).toEqual(updating)
    expect(progress(before, waiting, { progressDeadlineSeconds: 59 })).toMatchObject({
      ...failed,
      message: 'ReplicaSet "new" has timed out progressing.',
    })
    const timeless = { ...before, conditions: [] }
    expect(progress(timeless, waiting, { progressDeadlineSeconds: 59 })).toBeUndefined()
    const exceeded = condition('Progressing', 'False', 'ProgressDeadlineExceeded')
    expect(progress({ ...before, conditions: [exceeded] }, waiting)).toEqual(exceeded)
  })

  test('is joined by the failure of a ReplicaSet while it lasts', () => {
    const failure = {
      type: 'ReplicaFailure',
      status: 'True',
      reason: 'FailedCreate',
      message: 'quota',
    } as const
    const failing = counted('new', 2, { conditions: [failure] })
    const status = rolloutStatus(deployment(2), { current: failing, old: [] }, NOW)
    expect(conditionOf(status.conditions, 'ReplicaFailure')).toMatchObject(failure)
    const next = rolloutStatus({ ...deployment(2), status }, { current: complete, old: [] }, NOW)
    expect(conditionOf(next.conditions, 'ReplicaFailure')).toBeUndefined()
    const { current, old } = { current: complete, old: [failing] }
    const ofOld = rolloutStatus(deployment(2), { current, old }, NOW)
    expect(conditionOf(ofOld.conditions, 'ReplicaFailure')).toMatchObject(failure)
  })
})

test('a Deployment is complete when all replicas are updated and available, and the status is up to date', () => {
  const full = { replicas: 2, updatedReplicas: 2, availableReplicas: 2, observedGeneration: 3 }
  const wanted = { ...deployment(2), metadata: { generation: 3 } }
  const all = (...statuses: object[]) => statuses.map(status => isComplete(wanted, { ...full, ...status }))
  expect(all({}, { observedGeneration: 4 })).toEqual([true, true])
  expect(all({ replicas: 3 }, { updatedReplicas: 1 }, { availableReplicas: 1 })).toEqual([
    false,
    false,
    false,
  ])
  expect(all({ observedGeneration: 2 })).toEqual([false])
  expect([isComplete(deployment(0)), isComplete(deployment(1))]).toEqual([true, false])
  expect(isComplete({ ...deployment(0), metadata: { generation: 1 } })).toBe(false)
  expect(isComplete({ ...wanted, status: full })).toBe(true)
})

test('a rollout is looked at again one second after its deadline, at the earliest in a second', () => {
  const conditions = [condition('Progressing', 'True', 'ReplicaSetUpdated')]
  const waitMs = (spec: Partial<Deployment['spec']>, status: Deployment['status'] = { conditions }) =>
    stuckInMs(deployment(2, spec), status, NOW)
  expect(waitMs({ progressDeadlineSeconds: 100 })).toBe(41_000)
  expect(waitMs({ progressDeadlineSeconds: 60 })).toBe(1_000)
  expect(waitMs({ progressDeadlineSeconds: 10 })).toBe(1_000)
  expect(waitMs({ progressDeadlineSeconds: UNLIMITED })).toBeUndefined()
  expect(waitMs({ paused: true })).toBeUndefined()
  expect(waitMs({}, {})).toBeUndefined()
  expect(waitMs({}, { conditions: [condition('Progressing', 'False', 'ProgressDeadlineExceeded')] })).toBe(
    undefined,
  )
  expect(waitMs({}, { conditions, replicas: 2, updatedReplicas: 2, availableReplicas: 2 })).toBeUndefined()
})

test('two statuses are equal if their counts and conditions are; 0 may be omitted', () => {
  const same = { replicas: 1, conditions: [condition('A', 'True', 'R')] }
  expect(isSameStatus({ ...same, updatedReplicas: 0 }, { ...same, collisionCount: 0 })).toBe(true)
  expect([isSameStatus(undefined, {}), isSameStatus({}, { conditions: [] })]).toEqual([true, true])
  expect(isSameStatus({ conditions: [] }, {})).toBe(true)
  for (const other of [
    { replicas: 2 },
    { conditions: [] },
    { terminatingReplicas: 1 },
    { collisionCount: 1 },
  ])
    expect(isSameStatus(same, { ...same, ...other })).toBe(false)
})
