import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../../api/errors.ts'
import { DeletedFinalStateUnknown } from '../../api/keys.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { pod } from '../../test/scripted-lister-watcher.ts'
import type { IndexFunction } from './index-function.ts'
import { Indexer } from './indexer.ts'
import { MutationCache, type MutationCacheOptions } from './mutation-cache.ts'

const KEY = 'default/a'
const at = (resourceVersion: number, uid = 'uid1') => pod('a', resourceVersion, uid)
const byName: IndexFunction<KubernetesObject> = object => [object.metadata?.name ?? '']

/** A mutation cache over an indexer; `watch` stands for an informer and its handlers. */
function setUp(options: Partial<MutationCacheOptions<KubernetesObject>> = {}) {
  const store = new Indexer<KubernetesObject>({ indexers: { name: byName } })
  const cache = new MutationCache<KubernetesObject>({ backingCache: store, indexer: store, ...options })
  const watch = {
    put: (object: KubernetesObject) => {
      store.update(object)
      cache.onAddOrUpdate(object)
    },
    delete: (object: KubernetesObject) => {
      store.delete(object)
      cache.onDelete(object)
    },
  }
  return { store, cache, watch }
}

describe('MutationCache', () => {
  test.each([2, 3])('T-MUT-1: the watch has caught up with a write at 2, by %i', version => {
    const { store, cache } = setUp()
    store.add(at(1))
    cache.mutation(at(2))
    cache.onAddOrUpdate(at(version))
    expect(cache.getByKey(KEY)).toEqual(at(1))
  })

  test('T-MUT-2: it has not by 1', () => {
    const { store, cache } = setUp()
    store.add(at(1))
    cache.mutation(at(2))
    cache.onAddOrUpdate(at(1))
    expect(cache.getByKey(KEY)).toEqual(at(2))
  })

  test('T-MUT-3: a deletion of the same object ends what was written, though the watch saw an older state', () => {
    const { store, cache, watch } = setUp({ includeAdds: true })
    store.add(at(2))
    cache.mutation(at(3))
    watch.delete(at(1))
    expect(cache.getByKey(KEY)).toBeUndefined()
  })

  test('T-MUT-5: a deletion of another object of the name does not', () => {
    const { store, cache, watch } = setUp({ includeAdds: true })
    store.add(at(2))
    cache.mutation(at(3))
    watch.delete(at(1, 'uid2'))
    expect(cache.getByKey(KEY)).toEqual(at(3))
  })

  test('T-MUT-6: an answer that comes after the deletion is passed over', () => {
    const { cache, watch } = setUp({ includeAdds: true })
    watch.put(at(1))
    watch.put(at(2))
    watch.delete(at(2))
    cache.mutation(at(2))
    expect(cache.getByKey(KEY)).toBeUndefined()
    expect(cache.byIndex('name', 'a')).toEqual([])
  })

  test('T-MUT-7: nor does it show when the name is taken again', () => {
    const { store, cache, watch } = setUp({ includeAdds: true })
    watch.put(at(1))
    watch.delete(at(2))
    watch.put(at(3, 'uid2'))
    cache.mutation(at(2))
    expect(cache.getByKey(KEY)).toEqual(at(3, 'uid2'))
    // Nothing stays behind that would show without the backing cache.
    store.delete(at(3))
    expect(cache.getByKey(KEY)).toBeUndefined()
  })

  test('T-MUT-8: what was written stands under its index value until its deletion', () => {
    const { cache } = setUp({ includeAdds: true })
    cache.mutation(at(2))
    expect(cache.byIndex('name', 'a')).toEqual([at(2)])
    cache.onDelete(at(1))
    expect(cache.byIndex('name', 'a')).toEqual([])
  })

  test('the newer of both is shown, compared as versions and not as numbers', () => {
    const { store, cache } = setUp()
    store.add(pod('a', '90071992547409931'))
    cache.mutation(pod('a', '90071992547409932'))
    expect(cache.byIndex('name', 'a')).toEqual([pod('a', '90071992547409932')])
    store.update(pod('a', '90071992547409940'))
    expect(cache.getByKey(KEY)).toEqual(pod('a', '90071992547409940'))
  })

  test('an older answer does not replace a newer one', () => {
    const { store, cache } = setUp()
    store.add(at(1))
    cache.mutation(at(9))
    cache.mutation(at(5))
    expect(cache.getByKey(KEY)).toEqual(at(9))
  })

  test('without includeAdds an object that the backing cache does not have is missing', () => {
    const { cache } = setUp()
    cache.mutation(at(2))
    expect([cache.getByKey(KEY), cache.byIndex('name', 'a')]).toEqual([undefined, []])
  })

  test('a tombstone without an object ends what was written', () => {
    const { cache } = setUp({ includeAdds: true })
    cache.mutation(at(2))
    cache.onDelete(new DeletedFinalStateUnknown<KubernetesObject>(KEY, undefined))
    expect(cache.getByKey(KEY)).toBeUndefined()
  })

  test('a write is remembered for five minutes', async () => {
    const clock = new FakeClock()
    const { cache } = setUp({ includeAdds: true, clock })
    cache.mutation(at(2))
    await clock.advance(300_000)
    expect(cache.getByKey(KEY)).toEqual(at(2))
    await clock.advance(1)
    expect([cache.getByKey(KEY), cache.byIndex('name', 'a')]).toEqual([undefined, []])
  })

  test('a hundred writes are remembered, those that were read last', () => {
    const { cache } = setUp({ includeAdds: true })
    for (let i = 0; i < 100; i++) cache.mutation(pod(`p${i}`, 1))
    expect(cache.getByKey('default/p0')).toBeDefined()
    cache.mutation(pod('p100', 1))
    expect([cache.getByKey('default/p0'), cache.getByKey('default/p1')]).toEqual([pod('p0', 1), undefined])
  })

  test('misuse is a UsageError', () => {
    const { cache } = setUp({ indexer: undefined })
    expect(() => cache.byIndex('name', 'a')).toThrow(UsageError)
    cache.mutation(at(1))
    expect(() => cache.mutation(pod('a', 'abc', 'uid1'))).toThrow('not well formed')
  })
})
