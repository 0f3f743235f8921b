import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DeletedFinalStateUnknown } from '../api/keys.ts'
import type { KubernetesObject } from '../api/object.ts'
import { byPath, metaNamespaceIndex } from './index-function.ts'
import { Indexer } from './indexer.ts'

interface User extends KubernetesObject {
  readonly users?: string
}
const user = (name: string, users: string): User => ({ metadata: { name }, users })
const byUsers = (object: User): readonly string[] => (object.users ? object.users.split(',') : [])
const names = (objects: readonly KubernetesObject[]): string[] =>
  objects.map(o => o.metadata?.name ?? '').sort()

describe('Indexer', () => {
  test('T-IDX-3, T-IDX-4: an index function may give many values', () => {
    const indexer = new Indexer<User>({ indexers: { byUsers } })
    for (const object of [user('one', 'ernie,bert'), user('two', 'bert,oscar'), user('tre', 'ernie,elmo')]) {
      indexer.add(object)
    }
    expect(names(indexer.byIndex('byUsers', 'ernie'))).toEqual(['one', 'tre'])
    expect(names(indexer.byIndex('byUsers', 'bert'))).toEqual(['one', 'two'])
    expect(names(indexer.byIndex('byUsers', 'unknown'))).toEqual([])
    indexer.delete(user('tre', ''))
    expect(names(indexer.byIndex('byUsers', 'ernie'))).toEqual(['one'])
    expect(names(indexer.byIndex('byUsers', 'elmo'))).toEqual([])
  })

  test('T-IDX-6: a value without objects is gone', () => {
    const indexer = new Indexer<User>({ indexers: { byUsers } })
    indexer.add(user('one', 'ernie'))
    indexer.delete(user('one', 'ernie'))
    expect(indexer.listIndexFuncValues('byUsers')).toEqual([])
  })

  test('T-IDX-1: index() answers the objects that share a value', () => {
    const indexer = new Indexer<User>({ indexers: { byUsers } })
    for (const object of [user('a', 'b'), user('c', 'b'), user('e', 'f')]) indexer.add(object)
    expect(names(indexer.index('byUsers', user('x', 'b,f')))).toEqual(['a', 'c', 'e'])
  })

  test('S-46: a name that is taken is refused, and nothing is added', () => {
    const indexer = new Indexer<User>({ indexers: { byUsers } })
    expect(() => indexer.addIndexers({ other: byUsers, byUsers })).toThrow('indexer conflict: byUsers')
    expect(Object.keys(indexer.getIndexers())).toEqual(['byUsers'])
  })

  test('an unknown index is an error that names those there are', () => {
    const indexer = new Indexer<User>({ indexers: { byUsers } })
    expect(() => indexer.byIndex('byuser', 'x')).toThrow(
      'Index with name byuser does not exist; there are: byUsers',
    )
    expect(indexer.listIndexFuncValues('byuser')).toEqual([])
  })

  test('S-49: an index function that throws leaves the store as it was', () => {
    const fail = (object: User): readonly string[] => {
      if (object.users === 'bad') throw new Error('no')
      return [object.users ?? '']
    }
    const indexer = new Indexer<User>({ indexers: { fail } })
    indexer.add(user('a', 'good'))
    expect(() => indexer.update(user('a', 'bad'))).toThrow('no')
    expect(names(indexer.byIndex('fail', 'good'))).toEqual(['a'])
    expect(indexer.getByKey('a')?.users).toBe('good')
  })

  test('a list is frozen, and the same array until something changes; so is the list of a value', () => {
    const indexer = new Indexer<User>({ indexers: { byUsers } })
    indexer.add(user('a', 'x'))
    indexer.add(user('b', 'y'))
    const all = indexer.list()
    const ofX = indexer.byIndex('byUsers', 'x')
    expect(Object.isFrozen(all) && Object.isFrozen(ofX)).toBe(true)
    indexer.update(user('b', 'y'))
    expect(indexer.list()).not.toBe(all)
    expect(indexer.byIndex('byUsers', 'x')).toBe(ofX)
  })

  test('a tombstone deletes by its key', () => {
    const indexer = new Indexer<User>()
    indexer.add(user('a', ''))
    indexer.delete(new DeletedFinalStateUnknown<User>('a', undefined))
    expect(indexer.size).toBe(0)
  })

  test('agrees with a naive store through any history', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd')
    const namespace = fc.constantFrom('', 'x', 'y', '__proto__')
    const node = fc.constantFrom(undefined, 'n1', 'n2')
    const object = fc.record({ name, namespace, node }).map(({ name, namespace, node }) => ({
      metadata: { name, namespace },
      spec: node === undefined ? {} : { nodeName: node },
    }))
    const step = fc.oneof(
      fc.record({ do: fc.constant('put' as const), object }),
      fc.record({ do: fc.constant('delete' as const), object }),
      fc.record({ do: fc.constant('replace' as const), objects: fc.array(object, { maxLength: 6 }) }),
    )
    type Placed = { metadata: { name: string; namespace: string }; spec: { nodeName?: string } }
    const keyOf = ({ metadata }: Placed) =>
      metadata.namespace ? `${metadata.namespace}/${metadata.name}` : metadata.name
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), steps => {
        const indexer = new Indexer<Placed>({
          indexers: { namespace: metaNamespaceIndex, node: byPath('spec.nodeName') },
        })
        const oracle = new Map<string, Placed>()
        for (const each of steps) {
          if (each.do === 'put') {
            indexer.add(each.object)
            oracle.set(keyOf(each.object), each.object)
          } else if (each.do === 'delete') {
            indexer.delete(each.object)
            oracle.delete(keyOf(each.object))
          } else {
            indexer.replace(each.objects)
            oracle.clear()
            for (const one of each.objects) oracle.set(keyOf(one), one)
          }
          const stored = [...oracle.values()]
          expect(new Set(indexer.list())).toEqual(new Set(stored))
          for (const value of ['', 'x', 'y', '__proto__']) {
            const expected = stored.filter(one => one.metadata.namespace === value)
            expect(new Set(indexer.byIndex('namespace', value))).toEqual(new Set(expected))
          }
          const nodes = new Set(stored.flatMap(one => one.spec.nodeName ?? []))
          expect(new Set(indexer.listIndexFuncValues('node'))).toEqual(nodes)
        }
      }),
    )
  })
})
