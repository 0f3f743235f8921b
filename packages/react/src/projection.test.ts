import {
  freshnessOf,
  type InformerStatus,
  isForbidden,
  type KubernetesObject,
  StatusError,
} from '@kube-informer/core'
import type { SliceState } from '@kube-informer/worker'
import { INITIAL_SLICE_STATE } from '@kube-informer/worker/internal'
import { expect, test } from 'vitest'
import { keepPreviousData } from './placeholder.ts'
import { createProjection, rows, type Select, type View } from './projection.ts'
import { EMPTY_RESULT } from './slice-result.ts'

const a = { metadata: { name: 'a' } }
const pending: SliceState<KubernetesObject> = INITIAL_SLICE_STATE
const status = { ...pending.status, data: 'complete', link: 'live' } as const
/** A state with another status. */
const having = (state: SliceState<KubernetesObject>, status: InformerStatus) => ({
  ...state,
  status,
  freshness: freshnessOf(status),
})
const state = having({ ...pending, data: Object.freeze([a]), total: 1 }, status)

const viewOf = (view: Partial<View> = {}): View => ({ shape: rows, isEnabled: true, ...view })

test('the same state and function give the same reference', () => {
  const project = createProjection()
  expect(project(state, viewOf())).toBe(project(state, viewOf()))
})

test('the result of a disabled hook is one frozen constant', () => {
  expect(createProjection()(pending, viewOf({ isEnabled: false }))).toBe(EMPTY_RESULT)
  expect(Object.isFrozen(EMPTY_RESULT)).toBe(true)
})

test('a change that does not affect the output of select keeps the result', () => {
  const project = createProjection()
  const select: Select = row => row.metadata?.name
  const before = project(state, viewOf({ select }))
  const after = project({ ...state, data: Object.freeze([{ ...a, spec: {} }]) }, viewOf({ select }))
  expect(after).toBe(before)
})

test('error and progress come from the status', () => {
  const failed = {
    ...pending.status,
    error: new StatusError({ message: 'no', code: 403 }),
    progress: { received: 5 },
  }
  const { error, progress } = createProjection()({ ...state, status: failed }, viewOf())
  expect([isForbidden(error), progress?.received]).toEqual([true, 5])
})

const { status: initial } = pending
const error = new Error('no')
const cached = { ...initial, data: 'cached' } as const

test.each([
  ['connecting', { ...pending }, { isPending: true, isStale: true, fetchStatus: 'fetching' }],
  ['offline', { ...pending, paused: true }, { isPending: true, fetchStatus: 'paused' }],
  ['from the disk', having(state, cached), { isPending: false, isStale: true, fetchStatus: 'fetching' }],
  ['live', state, { isPending: false, isError: false, isStale: false, fetchStatus: 'idle' }],
  [
    'listing again',
    having(state, { ...status, progress: { received: 1 } }),
    { isStale: true, freshness: { state: 'catching-up', reason: 'listing' }, fetchStatus: 'fetching' },
  ],
  [
    'failed',
    having(pending, { ...initial, link: 'retrying', error }),
    { isPending: false, isError: true, isStale: true, fetchStatus: 'fetching' },
  ],
  [
    'failed with data',
    having(state, { ...status, link: 'retrying', error, provenAt: 7 }),
    {
      isPending: false,
      isError: true,
      isStale: true,
      freshness: { state: 'offline', since: 7, reason: 'no' },
    },
  ],
  ['stopped', having(pending, { ...initial, link: 'stopped' }), { isPending: true, fetchStatus: 'idle' }],
] as [string, SliceState<KubernetesObject>, object][])(
  'the flags of a slice that is %s',
  (_, given, flags) => {
    expect(createProjection()(given, viewOf())).toMatchObject({ isEnabled: true, ...flags })
  },
)

test('a disabled hook is pending, idle and not stale', () => {
  const flags = { isPending: true, isError: false, isEnabled: false, isStale: false, fetchStatus: 'idle' }
  expect(EMPTY_RESULT).toMatchObject(flags)
})

test('a placeholder of the previous result brings its total, window and groups', () => {
  const window = { offset: 3, limit: 1 }
  const previous = createProjection()({ ...state, total: 9, window }, viewOf())
  const view = viewOf({ placeholderData: keepPreviousData, previous })
  const project = createProjection()
  const result = project(pending, view)
  expect(result).toMatchObject({ data: [a], total: 9, window, isPlaceholderData: true, isPending: false })
  expect(result.data).toBe(previous.data)
  expect(project({ ...pending }, view)).toBe(result)
})

test('placeholder data of a value, of a function, and none', () => {
  const shown = (placeholderData: View['placeholderData'], previous?: View['previous']) =>
    createProjection()(pending, viewOf({ placeholderData, previous }))
  expect(shown([a])).toMatchObject({ data: [a], total: 1, isPlaceholderData: true })
  expect(shown(() => [a, a])).toMatchObject({ total: 2, isPlaceholderData: true })
  expect(shown(keepPreviousData)).toMatchObject({ data: [], isPending: true, isPlaceholderData: false })
})

test('an error and data of its own replace a placeholder', () => {
  const view = viewOf({ placeholderData: [a] })
  const failed = { ...pending, status: { ...initial, error } }
  expect(createProjection()(failed, view)).toMatchObject({
    data: [],
    isError: true,
    isPlaceholderData: false,
  })
  expect(createProjection()(state, view)).toMatchObject({ isPlaceholderData: false })
})
