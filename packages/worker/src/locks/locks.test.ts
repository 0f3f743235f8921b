import { createFakeLocks } from '@kube-informer/testing'
import { expect, test, vi } from 'vitest'
import { holdLock, lockReleased } from './locks.ts'

const rejecting = { request: () => Promise.reject(new Error('no storage')) }

test('a lock is held until it is released, and the next request in the queue gets it', async () => {
  const locks = createFakeLocks()
  const first = holdLock(locks.agent('a'), 'lock')
  const second = holdLock(locks.agent('b'), 'lock')
  expect(await first.granted).toBe(true)
  expect([first.isHeld, second.isHeld]).toEqual([true, false])
  first.release()
  first.release()
  expect(await second.granted).toBe(true)
  expect([first.isHeld, second.isHeld]).toEqual([false, true])
})

test('a request that is released while it waits is never granted', async () => {
  const locks = createFakeLocks()
  const onRejected = vi.fn()
  const first = holdLock(locks.agent('a'), 'lock')
  await first.granted
  const second = holdLock(locks.agent('b'), 'lock', { onRejected })
  second.release()
  expect(await second.granted).toBe(false)
  expect(onRejected).not.toHaveBeenCalled()
})

test('ifAvailable gives up at once', async () => {
  const locks = createFakeLocks()
  await holdLock(locks.agent('a'), 'lock').granted
  expect(await holdLock(locks.agent('b'), 'lock', { ifAvailable: true }).granted).toBe(false)
})

test('a stolen lock reports its loss', async () => {
  const locks = createFakeLocks()
  const onLost = vi.fn()
  const first = holdLock(locks.agent('a'), 'lock', { onLost })
  await first.granted
  const onGranted = vi.fn()
  const thief = holdLock(locks.agent('b'), 'lock', { steal: true, onGranted })
  expect(await thief.granted).toBe(true)
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce())
  expect(first.isHeld).toBe(false)
  expect(onGranted).toHaveBeenCalledOnce()
})

test('a rejected request reports its error', async () => {
  const onRejected = vi.fn()
  expect(await holdLock(rejecting, 'lock', { onRejected }).granted).toBe(false)
  expect(onRejected).toHaveBeenCalledOnce()
})

test('lockReleased waits for the holder', async () => {
  const locks = createFakeLocks()
  const held = holdLock(locks.agent('a'), 'lock')
  await held.granted
  let isReleased = false
  const released = lockReleased(locks.agent('b'), 'lock').then(() => {
    isReleased = true
  })
  expect(isReleased).toBe(false)
  held.release()
  await released
  await expect(lockReleased(rejecting, 'lock')).rejects.toThrow('no storage')
})
