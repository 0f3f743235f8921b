import { createFakeLocks } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { WriterLock } from './writer-lock.ts'

const NAME = 'kube-informer:db:pods'
const settled = () => new Promise<void>(resolve => setImmediate(resolve))
const keeping = (
  locks: ReturnType<ReturnType<typeof createFakeLocks>['agent']> | undefined,
  takeOver = false,
) => new WriterLock({ name: NAME, locks, takeOver: () => takeOver })

describe('WriterLock', () => {
  test('is held by one store, and passes to the next on release', async () => {
    const locks = createFakeLocks()
    const [first, second] = [keeping(locks.agent()), keeping(locks.agent())]
    expect(await first.isHeld()).toBe(true)
    expect(await second.isHeld()).toBe(false)
    first.release()
    await settled()
    expect(await first.isHeld()).toBe(false)
    expect(await second.isHeld()).toBe(true)
  })

  test('passes to the next store when its holder crashes', async () => {
    const locks = createFakeLocks()
    const tab = locks.agent()
    const [first, second] = [keeping(tab), keeping(locks.agent())]
    await first.isHeld()
    await second.isHeld()
    tab.die()
    await settled()
    expect(await second.isHeld()).toBe(true)
  })

  test('is stolen from a hanging holder, which queues for it again', async () => {
    const locks = createFakeLocks()
    const stuck = locks.agent()
    const first = keeping(stuck)
    await first.isHeld()
    stuck.freeze()
    const second = keeping(locks.agent(), true)
    expect(await second.isHeld()).toBe(true)
    stuck.thaw()
    await settled()
    expect(await first.isHeld()).toBe(false)
    second.release()
    await settled()
    expect(await first.isHeld()).toBe(true)
  })

  test('a released store leaves the queue', async () => {
    const locks = createFakeLocks()
    const [first, second] = [keeping(locks.agent()), keeping(locks.agent())]
    await first.isHeld()
    await second.isHeld()
    expect(locks.waiters(NAME)).toHaveLength(1)
    second.release()
    first.release()
    await settled()
    expect(locks.waiters(NAME)).toEqual([])
    expect(locks.holders(NAME)).toEqual([])
  })

  test('is always held without Web Locks', async () => {
    const alone = keeping(undefined)
    expect(await alone.isHeld()).toBe(true)
  })

  test('is never held where Web Locks are denied', async () => {
    const request = () => Promise.reject(new DOMException('no', 'SecurityError'))
    const refused = new WriterLock({ name: NAME, locks: { request }, takeOver: () => false })
    expect(await refused.isHeld()).toBe(false)
  })
})
