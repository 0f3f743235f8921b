import { isForbidden, type KubernetesObject, StatusError } from '@kube-informer/core'
import { INITIAL_SLICE_STATE } from '@kube-informer/worker'
import { expect, test } from 'vitest'
import { createProjection } from './projection.ts'
import { EMPTY_RESULT } from './slice-result.ts'

const a = { metadata: { name: 'a' } }
const state = { ...INITIAL_SLICE_STATE, data: Object.freeze([a]), total: 1 }

test('the same state and function give the same reference', () => {
  const project = createProjection()
  expect(project(state, undefined)).toBe(project(state, undefined))
})

test('the empty state is one frozen constant for every hook', () => {
  expect(createProjection()(INITIAL_SLICE_STATE, undefined)).toBe(EMPTY_RESULT)
  expect(Object.isFrozen(EMPTY_RESULT)).toBe(true)
})

test('a change that does not affect the output of select keeps the result', () => {
  const project = createProjection()
  const name = (row: KubernetesObject) => row.metadata?.name
  const before = project(state, name)
  const after = project({ ...state, data: Object.freeze([{ ...a, spec: {} }]) }, name)
  expect(after).toBe(before)
})

test('error and progress come from the status', () => {
  const status = {
    ...INITIAL_SLICE_STATE.status,
    error: new StatusError({ message: 'no', code: 403 }),
    progress: { received: 5 },
  }
  const { error, progress } = createProjection()({ ...state, status }, undefined)
  expect([isForbidden(error), progress?.received]).toEqual([true, 5])
})
