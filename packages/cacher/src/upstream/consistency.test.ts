import { describe, expect, test, vi } from 'vitest'
import { CacherRig, podAt } from '../test/cacher-rig.ts'
import { ConsistencyCheck } from './consistency.ts'

/** Three Pods, and a check that has not started. */
function checked() {
  const rig = new CacherRig()
  for (const key of ['ns/a', 'ns/b', 'ns/c']) rig.put(key)
  rig.load()
  const check = new ConsistencyCheck({ cacher: rig.cacher, source: rig, clock: rig.clock, random: () => 0 })
  return { rig, check }
}

describe('a check of the cache against its source', () => {
  test('C25: passes if both are equal', async () => {
    const { rig, check } = checked()
    expect(await check.check()).toBe(true)
    expect(rig.cacher.isConsistent).toBe(true)
    expect(rig.asked).toMatchObject([
      { resourceVersion: '1003', resourceVersionMatch: 'Exact', limit: 10_000 },
    ])
  })

  test.each([
    ['an object too few', [podAt('ns/a', 1001), podAt('ns/b', 1002)]],
    ['one too many', ['a', 'b', 'c', 'd'].map((name, index) => podAt(`ns/${name}`, 1001 + index))],
    ['another version', [podAt('ns/a', 1001), podAt('ns/b', 999), podAt('ns/c', 1003)]],
    ['another name', [podAt('ns/a', 1001), podAt('ns/bb', 1002), podAt('ns/c', 1003)]],
  ])('C25: is not passed with %s, until it is', async (_, items) => {
    const { rig, check } = checked()
    const { list } = rig
    rig.list = async () => ({ resourceVersion: '1003', items })
    expect(await check.check()).toBe(false)
    expect(rig.cacher.isConsistent).toBe(false)
    rig.list = list
    expect(await check.check()).toBe(true)
    expect(rig.cacher.isConsistent).toBe(true)
  })

  test('C25: is not passed if the source has gone back', async () => {
    const { rig, check } = checked()
    vi.spyOn(rig, 'currentResourceVersion').mockResolvedValue('1002')
    expect(await check.check()).toBe(false)
    expect([rig.cacher.isConsistent, rig.asked]).toEqual([false, []])
  })

  test('C25: compares page by page', async () => {
    const { rig, check } = checked()
    const pages = [podAt('ns/a', 1001), podAt('ns/b', 1002), podAt('ns/c', 1003)]
    const tokens: string[] = []
    rig.list = async options => {
      tokens.push(options.continue)
      return {
        resourceVersion: '1003',
        items: pages.slice(tokens.length - 1, tokens.length),
        continue: tokens.length < 3 ? `page-${tokens.length}` : '',
      }
    }
    expect(await check.check()).toBe(true)
    expect(tokens).toEqual(['', 'page-1', 'page-2'])
  })

  test('C25: runs every five minutes, and has no effect if it fails', async () => {
    const { rig, check } = checked()
    const stopping = new AbortController()
    const running = check.run(stopping.signal)
    await rig.clock.advance(5 * 60_000 - 1)
    expect(rig.asked).toHaveLength(0)
    await rig.clock.advance(1)
    expect(rig.asked).toHaveLength(1)
    rig.list = () => Promise.reject(new Error('away'))
    await rig.clock.advance(5 * 60_000)
    expect(rig.cacher.isConsistent).toBe(true)
    stopping.abort()
    await running
    expect(rig.clock.pendingTimers).toBe(0)
  })
})
