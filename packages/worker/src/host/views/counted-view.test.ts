import { UsageError } from '@kube-informer/core'
import { expect, test, vi } from 'vitest'
import { type InformerQuota, openCounted } from './counted-view.ts'
import { NO_VIEW } from './status-view.ts'

const heldView = () => ({ ...NO_VIEW, coveredResourceVersion: '7', release: vi.fn() })

function quota() {
  const leave = vi.fn()
  const open = vi.fn<InformerQuota['open']>(() => leave)
  return { leave, open }
}

test('counts a view until it is released, once', () => {
  const { leave, open } = quota()
  const held = heldView()
  const view = openCounted({ open }, 'pods', () => held)
  expect(open.mock.calls).toEqual([['pods']])
  expect([view.coveredResourceVersion, leave.mock.calls.length]).toEqual(['7', 0])
  view.release()
  expect([leave.mock.calls.length, held.release.mock.calls.length]).toEqual([1, 1])
  view.release()
  expect(leave).toHaveBeenCalledTimes(1)
})

test('does not count a view that cannot be opened', () => {
  const { leave, open } = quota()
  const fail = () => {
    throw new Error('closed')
  }
  expect(() => openCounted({ open }, 'pods', fail)).toThrow('closed')
  expect(leave).toHaveBeenCalledTimes(1)
})

test('has the error of the quota in place of rows, and opens nothing', () => {
  const error = new UsageError('too many')
  const { open } = quota()
  open.mockImplementation(() => {
    throw error
  })
  const opened = vi.fn(heldView)
  const view = openCounted({ open }, 'pods', opened)
  expect(view.status).toMatchObject({ data: 'none', link: 'stopped', error })
  expect([view.view.rows(), opened.mock.calls.length]).toEqual([[], 0])
  view.release()
})

test('throws another error of the quota', () => {
  const { open } = quota()
  open.mockImplementation(() => {
    throw new TypeError('a bug')
  })
  expect(() => openCounted({ open }, 'pods', heldView)).toThrow(TypeError)
})
