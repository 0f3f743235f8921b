import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KeyError, TransactionError } from '../../api/errors.ts'
import { DeletedFinalStateUnknown } from '../../api/keys.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'
import { byPath, indexFunctionToKeyFunction, metaNamespaceIndex } from './index-function.ts'
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

  test('T-IDX-2: the values of an index', () => {
    const indexer = new Indexer<User>({ indexers: { byUsers } })
    for (const object of [user('a', 'bar'), user('b', 'bar'), user('c', 'biz')]) indexer.add(object)
    expect(indexer.listIndexFuncValues('byUsers').toSorted()).toEqual(['bar', 'biz'])
  })

  test('T-IDX-7: a value stays while one object has it', () => {
    const indexer = new Indexer<User>({ indexers: { byUsers } })
    for (const object of [user('a', 'bar'), user('b', 'bar')]) indexer.add(object)
    indexer.delete(user('a', 'bar'))
    expect(indexer.listIndexFuncValues('byUsers')).toEqual(['bar'])
    expect(indexer.indexKeys('byUsers', 'bar')).toEqual(['b'])
  })

  test('S-48: an object without values is reachable by its key only', () => {
    const indexer = new Indexer<User>({ indexers: { byUsers } })
    indexer.add(user('a', ''))
    expect(indexer.getByKey('a')).toEqual(user('a', ''))
    expect(indexer.listIndexFuncValues('byUsers')).toEqual([])
    expect(indexer.index('byUsers', user('a', ''))).toEqual([])
  })

  test('S-46: indexes may be added over objects that are there', () => {
    const indexer = new Indexer<User>()
    indexer.add(user('a', 'x'))
    indexer.addIndexers({ byUsers })
    expect(names(indexer.byIndex('byUsers', 'x'))).toEqual(['a'])
  })

  test('keys under a value are sorted', () => {
    const indexer = new Indexer<User>({ indexers: { byUsers } })
    for (const name of ['c', 'a', 'b']) indexer.add(user(name, 'x'))
    expect(indexer.indexKeys('byUsers', 'x')).toEqual(['a', 'b', 'c'])
    expect(indexer.countByIndex('byUsers', 'x')).toBe(3)
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

  test('S-49: of several index functions, the one that throws leaves the others as they were', () => {
    const fail = (object: User): readonly string[] => {
      if (object.users === 'bad') throw new Error('no')
      return []
    }
    const indexer = new Indexer<User>({ indexers: { byUsers, fail } })
    indexer.replace([user('a', 'good')], '1')
    expect(() => indexer.update(user('a', 'bad'))).toThrow('no')
    expect(() => indexer.replace([user('b', 'good'), user('a', 'bad')], '2')).toThrow('no')
    const broken = () => {
      throw new Error('no')
    }
    expect(() => indexer.addIndexers({ fine: byUsers, broken })).toThrow('no')
    expect(indexer.listIndexFuncValues('byUsers')).toEqual(['good'])
    expect([indexer.listKeys(), Object.keys(indexer.getIndexers())]).toEqual([['a'], ['byUsers', 'fail']])
  })

  test('exchangeAll reports removed objects first, then chooses what to store; an error changes nothing', () => {
    const indexer = new Indexer<User>({ indexers: { byUsers } })
    const kept = user('b', 'x')
    indexer.replace([user('a', 'x'), kept], '1')
    const received: string[] = []
    const choose = (object: User, stored: User | undefined): User => {
      received.push(`${object.metadata?.name} for ${stored?.users ?? 'nothing'}`)
      if (object.users === 'bad') throw new Error('no')
      return stored ?? object
    }
    const onGone = (key: string, stored: User) => void received.push(`${key} was ${stored.users}`)
    const bad = [user('b', 'y'), user('c', 'bad')]
    expect(() => indexer.exchangeAll(bad, '2', { onGone, choose })).toThrow('no')
    expect(received.splice(0)).toEqual(['a was x', 'b for x', 'c for nothing'])
    expect([indexer.listKeys(), names(indexer.byIndex('byUsers', 'x'))]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
    indexer.exchangeAll([user('b', 'y'), user('c', 'z')], '2', { onGone, choose })
    expect([indexer.listKeys(), indexer.getByKey('b') === kept]).toEqual([['b', 'c'], true])
    expect(indexer.listIndexFuncValues('byUsers')).toEqual(['x', 'z'])
    expect(indexer.lastStoreSyncResourceVersion).toBe('2')
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

  describe('transactions', () => {
    const keyFunction = (object: User | DeletedFinalStateUnknown<User>): string => {
      if (object instanceof DeletedFinalStateUnknown) return object.key
      if (object.users === 'bad') throw new KeyError(object, new Error('no key'))
      return object.metadata?.name ?? ''
    }
    const failureOf = (indexer: Indexer<User>, objects: readonly User[]): TransactionError => {
      try {
        indexer.transaction(objects.map(object => ({ type: 'add', object })))
      } catch (error) {
        if (error instanceof TransactionError) return error
        throw error
      }
      throw new Error('it should have failed')
    }

    test('T-STO-7: all of them may fail', () => {
      const indexer = new Indexer<User>({ keyFunction })
      const error = failureOf(indexer, [user('a', 'bad'), user('b', 'bad')])
      expect(error).toMatchObject({ successfulIndices: [], totalTransactions: 2 })
      expect(error.errors).toHaveLength(2)
      expect(indexer.size).toBe(0)
    })

    test('T-STO-8: those that can be applied are', () => {
      const indexer = new Indexer<User>({ keyFunction, indexers: { byUsers } })
      const error = failureOf(indexer, [user('a', 'x'), user('b', 'bad'), user('c', 'x'), user('d', 'bad')])
      expect(error.successfulIndices).toEqual([0, 2])
      expect(error.message).toBe(
        "failed to execute (2/4) transactions failed due to: couldn't create key for object: no key; " +
          "couldn't create key for object: no key",
      )
      expect(indexer.indexKeys('byUsers', 'x')).toEqual(['a', 'c'])
    })

    test('T-STO-9: adds, updates and deletions, in their order', () => {
      const indexer = new Indexer<User>({ keyFunction, indexers: { byUsers } })
      indexer.transaction([
        { type: 'add', object: user('a', 'x') },
        { type: 'update', object: user('a', 'y') },
        { type: 'add', object: user('b', 'y') },
        { type: 'delete', object: user('a', '') },
        { type: 'delete', object: new DeletedFinalStateUnknown<User>('never', undefined) },
      ])
      expect(names(indexer.byIndex('byUsers', 'y'))).toEqual(['b'])
      expect(indexer.listIndexFuncValues('byUsers')).toEqual(['y'])
    })
  })

  describe('its resourceVersion', () => {
    const at = (name: string, resourceVersion: number): User => ({
      metadata: { name, resourceVersion: String(resourceVersion) },
    })

    test('T-RV-2: is that of the last object written', () => {
      const indexer = new Indexer<User>()
      const versions = [at('a', 10), at('b', 10), at('a', 20)].map(object => {
        indexer.add(object)
        return indexer.lastStoreSyncResourceVersion
      })
      expect(versions).toEqual(['10', '10', '20'])
    })

    test('T-RV-3: a deletion tells one too, also of what is not there', () => {
      const indexer = new Indexer<User>()
      indexer.delete(at('a', 30))
      expect(indexer.lastStoreSyncResourceVersion).toBe('30')
    })

    test('T-RV-4: an object without one tells none', () => {
      const indexer = new Indexer<User>({ keyFunction: () => 'key' })
      indexer.add(at('a', 30))
      indexer.add({})
      expect(indexer.lastStoreSyncResourceVersion).toBe('30')
    })

    test('T-RV-5: nor does a tombstone, whose object is an old state', () => {
      const indexer = new Indexer<User>()
      indexer.add(at('a', 30))
      indexer.delete(new DeletedFinalStateUnknown('a', at('a', 20)))
      expect(indexer.lastStoreSyncResourceVersion).toBe('30')
    })

    test('T-RV-6: a transaction leaves that of its last write, even where it is lower', () => {
      const indexer = new Indexer<User>()
      for (const last of [50, 5]) {
        indexer.transaction([
          { type: 'add', object: at('a', 40) },
          { type: 'update', object: at('b', 30) },
          { type: 'delete', object: at('a', last) },
        ])
        expect(indexer.lastStoreSyncResourceVersion).toBe(String(last))
      }
    })
  })

  describe('work', () => {
    /** An indexer of so many objects over ten values, and how often its index function has run. */
    function counted(size: number) {
      let calls = 0
      const byTen = (object: User): readonly string[] => {
        calls++
        return [object.users ?? '']
      }
      const indexer = new Indexer<User>({ indexers: { byTen } })
      indexer.replace(
        Array.from({ length: size }, (_, i) => user(`u${i}`, `v${i % 10}`)),
        '1',
      )
      return { indexer, calls: () => calls }
    }

    test.each([1_000, 100_000])('an update of one of %i runs each index function for two objects', size => {
      const { indexer, calls } = counted(size)
      expect(calls()).toBe(size)
      indexer.update(user('u7', 'v7'))
      indexer.update(user('u7', 'v8'))
      expect(calls()).toBe(size + 4)
    })

    test('a relist that changes nothing runs no index function', () => {
      const { indexer, calls } = counted(1_000)
      const [all, ofThree] = [indexer.list(), indexer.byIndex('byTen', 'v3')]
      indexer.replace(all, '2')
      expect(calls()).toBe(1_000)
      expect([indexer.list() === all, indexer.byIndex('byTen', 'v3') === ofThree]).toEqual([true, true])
    })

    test('after K changes, only the values they touched are listed anew', () => {
      const { indexer } = counted(1_000)
      const listings = () => Array.from({ length: 10 }, (_, i) => indexer.byIndex('byTen', `v${i}`))
      const before = listings()
      indexer.update(user('u13', 'v3'))
      indexer.update(user('u15', 'v6'))
      const kept = listings().map((listing, i) => listing === before[i])
      expect(kept).toEqual([true, true, true, false, true, false, false, true, true, true])
    })

    test('half a million objects', () => {
      const { indexer } = counted(500_000)
      expect([indexer.list().length, indexer.byIndex('byTen', 'v0').length]).toEqual([500_000, 50_000])
    }, 30_000)
  })

  test('an index function may be a key function where it gives one value', () => {
    const keyFunction = indexFunctionToKeyFunction(byUsers)
    const indexer = new Indexer<User>({
      keyFunction: (object, access) =>
        object instanceof DeletedFinalStateUnknown ? object.key : keyFunction(object, access),
    })
    indexer.add(user('one', 'ernie'))
    expect(indexer.listKeys()).toEqual(['ernie'])
    expect(() => indexer.add(user('two', ''))).toThrow('unexpected empty indexKeys')
    expect(() => indexer.add(user('two', 'ernie,bert'))).toThrow('too many keys: ernie, bert')
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

describe('Indexer with an access that repacks', () => {
  const COUNT = 200
  const list = (resourceVersion: string): User[] =>
    Array.from({ length: COUNT }, (_, i) => ({ metadata: { name: `${i}`, resourceVersion } }))

  /** An indexer, and the objects that each call of `repack` received. */
  function createRepacking() {
    const repacked: (readonly User[])[] = []
    const indexer = new Indexer<User>({
      access: { ...(objectAccess as ObjectAccess<User>), repack: objects => repacked.push(objects) },
    })
    return { indexer, repacked }
  }

  test('does so after half of its objects, and some, were replaced or removed', () => {
    const { indexer, repacked } = createRepacking()
    indexer.replace(list('1'))
    for (const object of list('2').slice(0, 100)) indexer.add(object)
    // 143 of them, when half of the remaining ones is 78.
    for (const object of list('2').slice(100, 142)) indexer.delete(object)
    expect(repacked.length).toBe(0)
    indexer.delete(user('142', ''))
    expect(repacked).toEqual([indexer.list()])
    expect(indexer.size).toBe(157)
  })

  test('does not count new objects', () => {
    const { indexer, repacked } = createRepacking()
    indexer.replace(list('1'))
    for (let i = COUNT; i < 5 * COUNT; i++) indexer.add(user(`${i}`, ''))
    expect(repacked.length).toBe(0)
  })

  test('counts objects of a list that are not stored, since the stored ones are the same', () => {
    const { indexer, repacked } = createRepacking()
    indexer.replace(list('1'))
    const stored = indexer.list()
    indexer.exchangeAll(list('1'), '1', { choose: (object, before) => before ?? object })
    expect(repacked).toEqual([stored])
    expect(indexer.list()).toBe(stored)
  })
})
