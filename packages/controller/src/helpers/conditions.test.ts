import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import {
  findStatusCondition,
  hasStatusCondition,
  isStatusConditionFalse,
  isStatusConditionTrue,
  removeStatusCondition,
  setStatusCondition,
  type WritableConditions,
} from './conditions.ts'

const NOW = '2026-01-01T00:00:00Z'
const EARLIER = '2020-01-01T00:00:00Z'
const ready = { type: 'Ready', status: 'True', reason: 'Deployed', message: 'fine', observedGeneration: 1 }
const stored = { ...ready, lastTransitionTime: EARLIER }
const another = { ...stored, type: 'Synced' }
const clock = new FakeClock({ now: Date.parse(NOW) + 999 })

const draft = (): WritableConditions => ({ status: { conditions: [stored, another] } })

describe('setStatusCondition', () => {
  test('C-UTL-14: adds a condition, with the time in seconds', () => {
    const empty: WritableConditions = {}
    expect(setStatusCondition(empty, ready, { clock })).toBe(true)
    expect(empty).toEqual({ status: { conditions: [{ ...ready, lastTransitionTime: NOW }] } })
  })

  test('C-UTL-14: adds a condition with its own time', () => {
    const empty: WritableConditions = { status: {} }
    expect(setStatusCondition(empty, stored, { clock })).toBe(true)
    expect(findStatusCondition(empty, 'Ready')).toEqual(stored)
  })

  test.each([
    ['reason', { reason: 'Other' }],
    ['message', { message: 'other' }],
    ['observedGeneration', { observedGeneration: 2 }],
  ])('C-UTL-14: a change of the %s keeps the time', (_, change) => {
    const object = draft()
    const condition = { ...ready, ...change, lastTransitionTime: NOW }
    expect(setStatusCondition(object, condition, { clock })).toBe(true)
    expect(object.status?.conditions).toEqual([{ ...stored, ...change }, another])
  })

  test('C-UTL-14: a change of the status changes the time', () => {
    const object = draft()
    expect(setStatusCondition(object, { ...ready, status: 'False' }, { clock })).toBe(true)
    expect(object.status?.conditions).toEqual([
      { ...stored, status: 'False', lastTransitionTime: NOW },
      another,
    ])
  })

  test('C-UTL-14: a change of the status takes a given time', () => {
    const object = draft()
    const lastTransitionTime = '2021-01-01T00:00:00Z'
    setStatusCondition(object, { ...ready, status: 'False', lastTransitionTime }, { clock })
    expect(findStatusCondition(object, 'Ready')?.lastTransitionTime).toBe(lastTransitionTime)
  })

  test('C-UTL-14: an equal condition changes nothing', () => {
    const object = draft()
    for (const condition of [ready, { ...ready, lastTransitionTime: NOW }]) {
      expect(setStatusCondition(object, condition, { clock })).toBe(false)
    }
    expect(object).toEqual(draft())
  })

  test('C-UTL-16: a condition without a generation removes the one that is stored', () => {
    const object = draft()
    const { observedGeneration: _, ...withoutGeneration } = ready
    expect(setStatusCondition(object, withoutGeneration, { clock })).toBe(true)
    expect(object.status?.conditions?.[0]).toEqual({ ...withoutGeneration, lastTransitionTime: EARLIER })
    expect(setStatusCondition(object, withoutGeneration, { clock })).toBe(false)
  })

  test('rejects a frozen status and says what to do', () => {
    const frozen = { status: Object.freeze({ conditions: [] }) }
    expect(() => setStatusCondition(frozen, ready, { clock })).toThrow('change a draft of it')
  })
})

test('C-UTL-14: removes a condition and says whether it was there', () => {
  const object = draft()
  expect(removeStatusCondition(object, 'Ready')).toBe(true)
  expect(object.status?.conditions).toEqual([another])
  expect(removeStatusCondition(object, 'Ready')).toBe(false)
  expect(removeStatusCondition({}, 'Ready')).toBe(false)
})

test('C-UTL-14: finds a condition and compares its status', () => {
  const object = draft()
  expect(findStatusCondition(object, 'Ready')).toBe(stored)
  expect([isStatusConditionTrue(object, 'Ready'), isStatusConditionFalse(object, 'Ready')]).toEqual([
    true,
    false,
  ])
  expect(hasStatusCondition(object, 'Ready', 'Unknown')).toBe(false)
  expect([isStatusConditionTrue({}, 'Ready'), isStatusConditionFalse({}, 'Ready')]).toEqual([false, false])
})
