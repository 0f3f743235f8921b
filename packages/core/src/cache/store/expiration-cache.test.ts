import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { KubernetesObject } from '../../api/object.ts'
import { at } from '../../test/queue-steps.ts'
import { ExpirationCache, type ExpirationPolicy } from './expiration-cache.ts'

/** Everything is too old at once, but for these. */
const allBut = (...names: string[]): ExpirationPolicy<KubernetesObject> => ({
  isExpired: ({ object }) => !names.includes(object.metadata?.name ?? ''),
})

describe('ExpirationCache', () => {
  test('T-EXP-2: an entry that went can come again', () => {
    const expired = new Set(['foo'])
    const cache = new ExpirationCache<KubernetesObject>({
      expirationPolicy: { isExpired: ({ object }) => expired.has(object.metadata?.name ?? '') },
    })
    cache.add(at('foo', 1))
    expect(cache.getByKey('foo')).toBeUndefined()
    expect(cache.listKeys()).toEqual([])
    expired.clear()
    cache.add(at('foo', 2))
    expect(cache.getByKey('foo')).toEqual(at('foo', 2))
  })

  test('T-EXP-3: a list has what is young enough, and the rest goes', () => {
    const cache = new ExpirationCache<KubernetesObject>({ expirationPolicy: allBut('foo1') })
    cache.replace([at('foo', 1), at('foo1', 1), at('foo2', 1)], '1')
    expect(cache.listKeys()).toEqual(['foo', 'foo1', 'foo2'])
    expect(cache.list()).toEqual([at('foo1', 1)])
    expect(cache.listKeys()).toEqual(['foo1'])
  })

  test('T-EXP-4: an entry of exactly the time to live is not too old yet', async () => {
    const clock = new FakeClock()
    const cache = new ExpirationCache<KubernetesObject>({ ttlMs: 30_000, clock })
    cache.add(at('foo', 1))
    expect(cache.get(at('foo', 0))).toBeDefined()
    await clock.advance(30_000)
    expect(cache.get(at('foo', 0))).toBeDefined()
    await clock.advance(1)
    expect(cache.get(at('foo', 0))).toBeUndefined()
  })

  test.each([0, -1])('T-EXP-5: with a time to live of %i nothing grows too old', async ttlMs => {
    const clock = new FakeClock()
    const cache = new ExpirationCache<KubernetesObject>({ ttlMs, clock })
    cache.add(at('foo', 1))
    await clock.advance(1_000_000)
    expect(cache.list()).toHaveLength(1)
  })

  test('an update makes an entry young again, and a replace all of them', async () => {
    const clock = new FakeClock()
    const cache = new ExpirationCache<KubernetesObject>({ ttlMs: 10, clock })
    cache.replace([at('a', 1), at('b', 1)], '1')
    await clock.advance(8)
    cache.update(at('a', 2))
    await clock.advance(8)
    expect(cache.list()).toEqual([at('a', 2)])
    cache.replace([at('a', 2)], '2')
    await clock.advance(8)
    expect(cache.getByKey('a')).toBeDefined()
    cache.delete(at('a', 3))
    expect(cache.listKeys()).toEqual([])
  })
})
