import { ListenerSet } from '@kube-informer/core/internal'
import { expect, it, vi } from 'vitest'
import { ReadFollower } from './read-follower.ts'

it('calls back only while something waits', () => {
  const listeners = new ListenerSet()
  const listener = vi.fn()
  const reads = new ReadFollower(each => listeners.add(each), listener)
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
