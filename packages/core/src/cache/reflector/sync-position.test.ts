import { describe, expect, test } from 'vitest'
import { StatusError } from '../../api/errors.ts'
import { SyncPosition } from './sync-position.ts'
import type { WatchEnd } from './watch-end.ts'

const expired = new StatusError({ code: 410, reason: 'Expired', message: 'too old' })

describe('SyncPosition', () => {
  test('lists at "0", then at the last resourceVersion, and at the newest state once that is unavailable', () => {
    const position = new SyncPosition()
    const requested = () => [position.listResourceVersion, position.watchListResourceVersion]
    expect(requested()).toEqual(['0', ''])
    position.moveTo('5')
    expect(requested()).toEqual(['5', '5'])
    position.markUnavailable()
    expect(requested()).toEqual(['', ''])
    position.markAvailable()
    expect([...requested(), position.resourceVersion]).toEqual(['5', '5', '5'])
  })

  test('only the second 410 at the same resourceVersion makes it unavailable', () => {
    const position = new SyncPosition('5')
    position.failed(expired)
    position.failed(new Error('down'))
    expect(position.listResourceVersion).toBe('5')
    position.failed(expired)
    expect(position.listResourceVersion).toBe('')
  })

  test('skips a list once, and only after a start from a saved resourceVersion', () => {
    const saved = new SyncPosition('5')
    expect([saved.takeResume(), saved.takeResume()]).toEqual([true, false])
    expect(new SyncPosition().takeResume()).toBe(false)
  })

  test('initial events of a watch from "0" do not advance it; the first change or bookmark does', () => {
    const position = new SyncPosition('0')
    expect(position.startWatch()).toBe('0')
    position.advance('ADDED', '9')
    expect(position.resourceVersion).toBe('0')
    position.advance('MODIFIED', '7')
    position.advance('ADDED', '8')
    position.advance('ADDED', undefined)
    expect(position.resourceVersion).toBe('8')
  })

  test('verifies after the second, the fourth and the eighth consecutive watch without an event', () => {
    const position = new SyncPosition()
    const verified = (...ends: WatchEnd[]) => ends.map(end => position.watchEnded(end))
    const idle = Array<WatchEnd>(8).fill('idle-from-start')
    expect(verified(...idle)).toEqual([false, true, false, true, false, false, false, true])
    expect(verified('closed', 'idle-from-start', 'reconnect', 'closed-early', 'idle-from-start')).toEqual([
      ...[false, false, false, false],
      true,
    ])
    expect(verified('idle', 'idle-from-start')).toEqual([false, false])
  })

  test('after a start from a saved resourceVersion, verifies after the first watch without an event', () => {
    expect(new SyncPosition('5').watchEnded('idle-from-start')).toBe(true)
  })
})
