import { ListenerSet } from '@kube-informer/core/internal'
import { expect, it, vi } from 'vitest'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import { ReadFollower } from '../held-view/read-follower.ts'
import { NO_SORTED_ROWS } from '../slices/sorted-rows.ts'
import { HandoverView } from './handover-view.ts'
import { PlannedView, type ViewPlan } from './planned-view.ts'
import { NOT_RUNNING } from './status-view.ts'

const COMPLETE = { ...NOT_RUNNING, data: 'complete', link: 'live' } as const

/** A view with all rows up to a resourceVersion, which a test may change. */
const viewAt = (resourceVersion: string) => ({
  view: NO_SORTED_ROWS,
  status: COMPLETE,
  coveredResourceVersion: resourceVersion,
  newestResourceVersion: resourceVersion,
  countGroups: undefined,
  release: vi.fn(),
})

/** The reads of a cluster. */
function fakeReads() {
  const listeners = new ListenerSet()
  return { listeners, followReads: (listener: () => void) => listeners.add(listener) }
}

const user = () => ({ onRows: vi.fn(), onStatus: vi.fn() }) satisfies ViewUser

it('calls back only while something waits', () => {
  const { listeners, followReads } = fakeReads()
  const listener = vi.fn()
  const reads = new ReadFollower(followReads, listener)
  listeners.emit()
  expect(listener).toHaveBeenCalledTimes(0)
  reads.update(true)
  reads.update(true)
  listeners.emit()
  expect(listener).toHaveBeenCalledTimes(1)
  reads.update(false)
  reads.update(false)
  listeners.emit()
  expect([listener.mock.calls.length, listeners.size]).toEqual([1, 0])
})

it('a planned view leaves the view that it replaced with the read that reaches its resourceVersion', () => {
  const { listeners, followReads } = fakeReads()
  const [previous, current] = [viewAt('10'), viewAt('9')]
  const views: HeldView[] = [previous, current]
  let replan = () => {}
  const plan = {
    version: 1,
    takesOver: false,
    open: () => views.shift() ?? viewAt('11'),
    forbidden: () => {},
    subscribe: (listener: () => void) => {
      replan = listener
      return () => {}
    },
  } satisfies ViewPlan
  const shown = user()
  const view = new PlannedView({ plan, user: shown, order: () => 0, followReads } as never)
  expect(listeners.size).toBe(0)
  plan.version = 2
  replan()
  listeners.emit()
  expect(previous.release).toHaveBeenCalledTimes(0)
  current.coveredResourceVersion = '10'
  listeners.emit()
  expect(previous.release).toHaveBeenCalledTimes(1)
  expect([view.coveredResourceVersion, listeners.size]).toEqual(['10', 0])
  expect(shown.onRows).toHaveBeenCalledTimes(1)
  view.release()
})

it('a namespace takes over with the read that reaches the resourceVersion of the rows that it was given', () => {
  const { listeners, followReads } = fakeReads()
  const [last, own] = [viewAt(''), viewAt('9')]
  const shown = user()
  const view = new HandoverView({
    last,
    lastResourceVersion: '10',
    user: shown,
    open: () => own,
    followReads,
  })
  listeners.emit()
  expect(shown.onRows).toHaveBeenCalledTimes(0)
  own.coveredResourceVersion = '10'
  listeners.emit()
  expect([shown.onRows.mock.calls.length, listeners.size]).toEqual([1, 0])
  expect(view.coveredResourceVersion).toBe('10')
  view.release()
})

it('a view that is released while it waits follows no reads', () => {
  const { listeners, followReads } = fakeReads()
  const open = () => viewAt('9')
  const view = new HandoverView({
    last: viewAt(''),
    lastResourceVersion: '10',
    user: user(),
    open,
    followReads,
  })
  expect(listeners.size).toBe(1)
  view.release()
  expect(listeners.size).toBe(0)
})
