import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { InformerStatusTracker, type InformerStatusTrackerOptions } from './informer-status-tracker.ts'

function rig(options: Omit<InformerStatusTrackerOptions, 'clock'> = {}) {
  const clock = new FakeClock({ now: 5_000 })
  const tracker = new InformerStatusTracker({ clock, ...options })
  const listener = vi.fn<() => void>()
  const unsubscribe = tracker.subscribe(listener)
  return { clock, tracker, listener, unsubscribe }
}
const START = {
  ...{ data: 'none', link: 'connecting', resourceVersion: '' },
  counters: { objects: 0, events: 0, relists: 0, restarts: 0, bytes: 0 },
}

test('the status is frozen, and the same until it changes', () => {
  const { tracker, listener, unsubscribe } = rig()
  const { status } = tracker
  expect(status).toEqual(START)
  expect(tracker.status).toBe(status)
  expect([Object.isFrozen(status), Object.isFrozen(status.counters)]).toEqual([true, true])
  tracker.onListStart()
  expect(tracker.status).toEqual({ ...START, progress: { received: 0 } })
  expect(listener).toHaveBeenCalledTimes(1)
  unsubscribe()
  tracker.onListed('5')
  expect(listener).toHaveBeenCalledTimes(1)
})

test('the progress of a list keeps the expected number', () => {
  const { tracker } = rig()
  const after = (progress: { received: number; expected?: number }) => {
    tracker.onProgress(progress)
    return tracker.status.progress
  }
  expect(after({ received: 1 })).toEqual({ received: 1 })
  expect(after({ received: 2, expected: 9 })).toEqual({ received: 2, expected: 9 })
  expect(after({ received: 3 })).toEqual({ received: 3, expected: 9 })
  tracker.onListed('7')
  expect(tracker.status).toEqual({ ...START, resourceVersion: '7' })
})

test('counters count, and are published with the next change', () => {
  const { tracker, listener } = rig()
  tracker.onBytes(10)
  tracker.onBytes(5)
  tracker.onApplied(3)
  tracker.onApplied(2)
  expect(listener).not.toHaveBeenCalled()
  expect(tracker.status.counters).toEqual({ ...START.counters, bytes: 15, objects: 2 })
  tracker.onListed('1')
  tracker.onListed('2')
  tracker.onListed('3')
  for (let watches = 0; watches < 3; watches++) tracker.onWatchOpen()
  tracker.onEvents(4, '5')
  tracker.onEvents(1, '6')
  expect(tracker.status.counters).toEqual({ objects: 2, events: 5, relists: 2, restarts: 2, bytes: 15 })
})

test('events have a time and a resourceVersion, and say that there was a read', () => {
  const onRead = vi.fn<() => void>()
  const { tracker } = rig({ onRead })
  tracker.onEvents(1, '9')
  expect(tracker.status).toMatchObject({ lastEventAt: 5_000, resourceVersion: '9', data: 'none' })
  expect(onRead).toHaveBeenCalledTimes(1)
})

test('an error stays until the next list or watch', () => {
  const { tracker } = rig()
  tracker.onListStart()
  tracker.onError('refused')
  expect(tracker.lastError).toBe('refused')
  expect(tracker.status).toEqual({ ...START, link: 'retrying', error: new Error('refused') })
  tracker.onListed('1')
  expect([tracker.lastError, tracker.status.error]).toEqual([undefined, new Error('refused')])
  const error = new TypeError('again')
  tracker.onError(error)
  expect(tracker.status.error).toBe(error)
  tracker.onWatchOpen()
  expect([tracker.lastError, tracker.status.error, tracker.status.link]).toEqual([
    undefined,
    undefined,
    'live',
  ])
})

test('an error of an object changes neither the link nor the last error, and says what the cache misses', () => {
  const onMissed = vi.fn<() => void>()
  const { tracker } = rig({ onMissed })
  tracker.onSideError('side')
  expect(onMissed).not.toHaveBeenCalled()
  tracker.onObjectError(new Error('object'))
  expect(onMissed).toHaveBeenCalledTimes(1)
  expect(tracker.status).toEqual({ ...START, error: new Error('object') })
  expect(tracker.lastError).toBeUndefined()
})

test('waiting for a connection, and a proof', () => {
  const { tracker, listener } = rig()
  tracker.onWaiting(true)
  expect(tracker.status).toEqual({ ...START, isWaiting: true })
  tracker.onWaiting(false)
  expect(tracker.status).toEqual(START)
  expect(listener).toHaveBeenCalledTimes(2)
  tracker.onProof(7)
  expect(tracker.status).toEqual({ ...START, provenAt: 7 })
  expect(listener).toHaveBeenCalledTimes(2)
})

test('a notice of held headers hides that of the options for a while', () => {
  const { tracker, listener } = rig()
  const after = (notice: string | undefined) => {
    tracker.onHeldHeaders(notice)
    return tracker.status
  }
  expect(after(undefined)).toEqual(START)
  expect(listener).not.toHaveBeenCalled()
  expect(after('held')).toEqual({ ...START, notice: 'held' })
  expect(after(undefined)).toEqual(START)
  tracker.onNotice('option')
  expect(after('held').notice).toBe('held')
  expect(after(undefined).notice).toBe('option')
  expect(listener).toHaveBeenCalledTimes(5)
})

describe('data of a snapshot', () => {
  test('is confirmed by a watch that stays open for a second', async () => {
    const { clock, tracker } = rig()
    tracker.onCached('3')
    expect(tracker.status).toMatchObject({ data: 'cached', resourceVersion: '3' })
    tracker.onWatchOpen()
    await clock.advance(999)
    expect(tracker.status.data).toBe('cached')
    await clock.advance(1)
    expect(tracker.status.data).toBe('complete')
  })

  test.each<[string, (tracker: InformerStatusTracker) => void]>([
    ['the watch ends', tracker => tracker.onWatchEnd()],
    ['there is an error', tracker => tracker.onError(new Error('lost'))],
    ['the informer stops', tracker => tracker.onStopped()],
  ])('is not confirmed if %s before', async (_, happen) => {
    const { clock, tracker } = rig()
    tracker.onCached('3')
    tracker.onWatchOpen()
    happen(tracker)
    expect(clock.pendingTimers).toBe(0)
    await clock.advance(2_000)
    expect(tracker.status.data).toBe('cached')
  })

  test('is confirmed by an event, and by what says so', () => {
    for (const confirm of ['onEvents', 'onConfirmed'] as const) {
      const { tracker } = rig()
      tracker.onCached('3')
      tracker[confirm](1, '4')
      expect(tracker.status.data).toBe('complete')
    }
  })

  test('does not replace complete data, and data that is not of one needs no confirmation', () => {
    const { clock, tracker, listener } = rig()
    tracker.onConfirmed()
    tracker.onWatchOpen()
    expect([tracker.status.data, clock.pendingTimers]).toEqual(['none', 0])
    tracker.onComplete()
    tracker.onCached('3')
    const calls = listener.mock.calls.length
    tracker.onComplete()
    expect(tracker.status).toMatchObject({ data: 'complete', resourceVersion: '' })
    expect(listener).toHaveBeenCalledTimes(calls)
  })

  test('starts no timer for an informer that a listener stops', () => {
    const { clock, tracker } = rig()
    tracker.onCached('3')
    tracker.subscribe(() => {
      if (tracker.status.link === 'live') tracker.onStopped()
    })
    tracker.onWatchOpen()
    expect(clock.pendingTimers).toBe(0)
  })
})

test('stopping ends the progress', () => {
  const { tracker } = rig()
  tracker.onListStart()
  tracker.onStopped()
  expect(tracker.status).toEqual({ ...START, link: 'stopped' })
})

test('an error of a callback does not affect the others', async () => {
  const onWatchError = vi.fn<(error: unknown) => void>(() => {
    throw new Error('callback')
  })
  const { clock, tracker, listener } = rig({ onWatchError })
  const broken = () => {
    throw new Error('listener')
  }
  tracker.subscribe(broken)
  const last = vi.fn<() => void>()
  tracker.subscribe(last)
  tracker.onWatchError('lost')
  expect(onWatchError).toHaveBeenCalledExactlyOnceWith('lost')
  tracker.onListStart()
  expect([listener, last].map(each => each.mock.calls.length)).toEqual([1, 1])
  // The host reports each of them later.
  await expect(clock.advance(0)).rejects.toThrow('callback')
  await expect(clock.advance(0)).rejects.toThrow('listener')
})
