import { describe, expect, test } from 'vitest'
import type { KubernetesObject } from '../../api/object.ts'
import { FIFO } from '../queue/fifo.ts'
import { ExpirationCache } from './expiration-cache.ts'
import { Indexer } from './indexer.ts'
import type { Store } from './store.ts'
import { UndeltaStore } from './undelta-store.ts'

interface Valued extends KubernetesObject {
  readonly value?: string
}
const valued = (name: string, value: string): Valued => ({ metadata: { name }, value })
const values = (store: Store<Valued>) => new Set(store.list().map(object => object.value))

const stores: readonly [name: string, create: () => Store<Valued>][] = [
  ['Indexer', () => new Indexer<Valued>()],
  ['Indexer with a transformer', () => new Indexer<Valued>({ transformer: object => ({ ...object }) })],
  ['FIFO', () => new FIFO<Valued>()],
  ['ExpirationCache', () => new ExpirationCache<Valued>()],
  ['UndeltaStore', () => new UndeltaStore<Valued>({ pushFunction: () => {} })],
]

describe.each(stores)('%s as a store', (_name, create) => {
  test('T-STO-1, T-STO-2: what was added last is found', () => {
    const store = create()
    store.add(valued('foo', 'bar'))
    expect(store.get(valued('foo', ''))?.value).toBe('bar')
    store.update(valued('foo', 'baz'))
    expect(store.get(valued('foo', ''))?.value).toBe('baz')
  })

  test('T-STO-3: a deletion goes by the key', () => {
    const store = create()
    store.add(valued('foo', 'baz'))
    store.delete(valued('foo', ''))
    store.delete(valued('never there', ''))
    expect(store.get(valued('foo', ''))).toBeUndefined()
    expect(store.listKeys()).toEqual([])
  })

  test('T-STO-4: a list is everything', () => {
    const store = create()
    for (const object of [valued('a', 'b'), valued('c', 'd'), valued('e', 'e')]) store.add(object)
    expect(values(store)).toEqual(new Set(['b', 'd', 'e']))
    expect(store.listKeys().toSorted()).toEqual(['a', 'c', 'e'])
  })

  test('T-STO-5: a replace is everything afterwards', () => {
    const store = create()
    for (const object of [valued('a', 'b'), valued('c', 'd'), valued('e', 'e')]) store.add(object)
    store.replace([valued('foo', 'foo'), valued('bar', 'bar')], '0')
    expect(values(store)).toEqual(new Set(['foo', 'bar']))
    store.resync()
    expect(store.list()).toHaveLength(2)
  })

  test('a replace with an object that has no key changes nothing', () => {
    const store = create()
    store.replace([valued('a', 'b')], '7')
    expect(() => store.replace([valued('c', 'd'), {}], '8')).toThrow('object has no name')
    expect([store.listKeys(), store.lastStoreSyncResourceVersion]).toEqual([['a'], '7'])
  })

  test('it has the resourceVersion of the last write', () => {
    const store = create()
    const versions = [store.lastStoreSyncResourceVersion]
    const received = (write: () => void) => {
      write()
      versions.push(store.lastStoreSyncResourceVersion)
    }
    received(() => store.replace([], '3'))
    received(() => store.add({ metadata: { name: 'a', resourceVersion: '9' } }))
    received(() => store.update({ metadata: { name: 'a', resourceVersion: '4' } }))
    received(() => store.delete({ metadata: { name: 'a', resourceVersion: '5' } }))
    received(() => store.bookmark('2'))
    expect(versions).toEqual(['', '3', '9', '4', '5', '2'])
  })
})

describe('a transformer', () => {
  const marks = (object: Valued): Valued => {
    if (object.value === 'bad') throw new Error('no')
    return { metadata: { name: 'renamed' }, value: `${object.value}!` }
  }

  test('T-STO-6: sees every object that is stored, after its key was taken', () => {
    const store = new Indexer<Valued>({ transformer: marks })
    store.add(valued('a', '1'))
    store.update(valued('b', '2'))
    expect([store.listKeys(), values(store)]).toEqual([['a', 'b'], new Set(['1!', '2!'])])
    store.replace([valued('c', '3')], '1')
    store.delete(valued('gone', 'bad'))
    expect([store.listKeys(), values(store)]).toEqual([['c'], new Set(['3!'])])
  })

  test('T-STO-6: what it throws stores nothing', () => {
    const store = new Indexer<Valued>({ transformer: marks })
    store.add(valued('a', '1'))
    expect(() => store.add(valued('b', 'bad'))).toThrow('transforming: no')
    expect(() => store.replace([valued('c', '3'), valued('d', 'bad')], '1')).toThrow('transforming: no')
    expect(store.listKeys()).toEqual(['a'])
  })
})
