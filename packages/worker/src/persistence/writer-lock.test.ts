import { createFakeLocks } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { WriterLock } from './writer-lock.ts'

const NAME = 'kube-informer:db:pods'
const settled = () => new Promise<void>(resolve => setImmediate(resolve))
const keeping = (
  locks: ReturnType<ReturnType<typeof createFakeLocks>['agent']> | undefined,
  takeOver = false,
) => new WriterLock({ name: NAME, locks, takeOver: () => takeOver })

describe('the keeping of a collection', () => {
  test('belongs to one, and goes to the next when that one hands it on', async () => {
    const locks = createFakeLocks()
    const [first, second] = [keeping(locks.agent()), keeping(locks.agent())]
    expect(await first.isOurs()).toBe(true)
    expect(await second.isOurs()).toBe(false)
    first.release()
    await settled()
    expect(await first.isOurs()).toBe(false)
    expect(await second.isOurs()).toBe(true)
  })

  test('goes to the next when its keeper dies', async () => {
    const locks = createFakeLocks()
    const tab = locks.agent()
    const [first, second] = [keeping(tab), keeping(locks.agent())]
    await first.isOurs()
    await second.isOurs()
    tab.die()
    await settled()
    expect(await second.isOurs()).toBe(true)
  })

  test('is taken over from who is stuck, who waits for it from then on', async () => {
    const locks = createFakeLocks()
    const stuck = locks.agent()
    const first = keeping(stuck)
    await first.isOurs()
    stuck.freeze()
    const second = keeping(locks.agent(), true)
    expect(await second.isOurs()).toBe(true)
    stuck.thaw()
    await settled()
    expect(await first.isOurs()).toBe(false)
    second.release()
    await settled()
    expect(await first.isOurs()).toBe(true)
  })

  test('leaves nobody waiting who was released', async () => {
    const locks = createFakeLocks()
    const [first, second] = [keeping(locks.agent()), keeping(locks.agent())]
    await first.isOurs()
    await second.isOurs()
    expect(locks.waiters(NAME)).toHaveLength(1)
    second.release()
    first.release()
    await settled()
    expect(locks.waiters(NAME)).toEqual([])
    expect(locks.holders(NAME)).toEqual([])
  })

  test('is nobody else’s where there are no locks', async () => {
    const alone = keeping(undefined)
    expect(await alone.isOurs()).toBe(true)
  })

  test('is nobody’s where locks are refused', async () => {
    const request = () => Promise.reject(new DOMException('no', 'SecurityError'))
    const refused = new WriterLock({ name: NAME, locks: { request }, takeOver: () => false })
    expect(await refused.isOurs()).toBe(false)
  })
})
