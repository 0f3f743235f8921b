import { LazyObject } from '@kube-informer/cacher'
import type { KubernetesObject } from '@kube-informer/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { configMaps, pods } from '../object/resources.ts'
import { rangeOf } from './collection.ts'
import type { Conversion } from './converted-collection.ts'
import { byKey, insertSorted, lowerBound, removeSorted } from './sorted.ts'
import { Storage } from './storage.ts'
import { knownMetadata, LazyStoredObject, type StorageEvent, type StoredObject } from './stored-object.ts'

const FIRST = 1_000
const KEYS = ['a/x', 'a/y', 'a0', 'b/x', 'b/y']

const named =
  (name: string) =>
  (revision: number): KubernetesObject => ({
    metadata: { name, resourceVersion: String(revision) },
  })
const show = (state: readonly StoredObject[]) => state.map(({ key, revision }) => `${key}@${revision}`)
const showEvent = ({ key, revision, previous, current }: StorageEvent) =>
  `${revision} ${key} ${previous?.revision ?? '-'} ${current?.revision ?? '-'}`

const steps = fc.array(fc.record({ key: fc.constantFrom(...KEYS), isRemoval: fc.boolean() }), {
  maxLength: 14,
})

test('a collection has the state of each revision, and the writes after it', () => {
  fc.assert(
    fc.property(steps, fc.nat({ max: 5 }), (writes, limit) => {
      const storage = new Storage(limit)
      const collection = storage.collection(configMaps)
      const model = new Map<string, number>()
      const states = [{ revision: FIRST, state: [] as string[] }]
      const events: string[] = []
      collection.subscribe(event => events.push(showEvent(event)))
      const expected: { revision: number; text: string }[] = []
      for (const { key, isRemoval } of writes) {
        const before = model.get(key)
        if (isRemoval) collection.remove(key)
        else collection.put(key, named(key))
        if (isRemoval && before === undefined) continue
        const revision = storage.current
        if (isRemoval) model.delete(key)
        else model.set(key, revision)
        expected.push({ revision, text: `${revision} ${key} ${before ?? '-'} ${isRemoval ? '-' : revision}` })
        states.push({
          revision,
          state: [...model].sort(([a], [b]) => (a < b ? -1 : 1)).map(each => each.join('@')),
        })
      }
      expect(events).toEqual(expected.map(({ text }) => text))
      expect(collection.keys).toEqual([...model.keys()].sort())
      for (const { revision, state } of [...states, ...states]) {
        if (revision < collection.readFloor) continue
        expect(show(collection.snapshot(revision))).toEqual(state)
        expect(collection.eventsAfter(revision).map(showEvent)).toEqual(
          expected.filter(each => each.revision > revision).map(({ text }) => text),
        )
      }
      expect(show(collection.snapshot(storage.current + 5))).toEqual(states.at(-1)?.state)
    }),
    { numRuns: 60 },
  )
})

test('the history has at least as many writes as its limit, and at most half as many more', () => {
  const storage = new Storage(4)
  const collection = storage.collection(configMaps)
  const put = () => collection.put('a', named('a'))
  for (let count = 0; count < 6; count++) put()
  expect([collection.readFloor, collection.eventsAfter(0).length]).toEqual([FIRST, 6])
  put()
  expect([collection.readFloor, collection.watchFloor, collection.eventsAfter(0).length]).toEqual([
    ...[FIRST + 3, FIRST + 3],
    4,
  ])
})

test('a snapshot keeps its identity until others replace it, or it is compacted', () => {
  const storage = new Storage(100)
  const collection = storage.collection(configMaps)
  for (let count = 0; count < 6; count++) collection.put(`k${count}`, named('a'))
  const at = (revision: number) => collection.snapshot(FIRST + revision)
  const first = at(1)
  expect(at(1)).toBe(first)
  for (const revision of [2, 3, 4]) at(revision)
  expect(at(1)).toBe(first)
  at(5)
  const again = at(1)
  expect([again === first, show(again)]).toEqual([false, show(first)])
  const third = at(3)
  collection.compact(FIRST + 3)
  expect(at(3)).toBe(third)
  expect([collection.readFloor, collection.watchFloor]).toEqual([FIRST + 3, FIRST + 3])
  collection.compact(FIRST + 2)
  collection.forgetWatches(FIRST + 2)
  expect([collection.readFloor, collection.watchFloor]).toEqual([FIRST + 3, FIRST + 3])
  collection.forgetWatches(FIRST + 5)
  expect([collection.readFloor, collection.watchFloor]).toEqual([FIRST + 3, FIRST + 5])
})

test('the initial objects have revisions and no history; lazy ones are built when they are read', () => {
  const storage = new Storage(100)
  const collection = storage.collection(configMaps)
  let built = 0
  const build = (revision: number) => {
    built++
    return named('lazy')(revision)
  }
  const lazy = new LazyObject({ metadata: { name: 'known' } }, () => named('never')(0))
  collection.load([
    { key: 'b', build: named('b') },
    { key: 'a', build, lazy },
  ])
  expect([collection.keys, storage.current, collection.readFloor, collection.watchFloor]).toEqual([
    ['a', 'b'],
    ...[FIRST + 2, FIRST + 2, FIRST + 2],
  ])
  expect(show(collection.snapshot(storage.current))).toEqual([`a@${FIRST + 2}`, `b@${FIRST + 1}`])
  const stored = collection.get('a')
  expect(stored).toBeInstanceOf(LazyStoredObject)
  if (!stored) return
  expect([knownMetadata(stored), built]).toEqual([{ name: 'known' }, 0])
  expect([stored.object.metadata?.name, built]).toEqual(['lazy', 1])
  expect(knownMetadata(stored).name).toBe('lazy')
  expect(knownMetadata({ key: 'k', revision: 1, object: {} })).toEqual({})
})

describe('a storage', () => {
  test('counts the writes of all resources, and reports each', () => {
    const storage = new Storage(100, 7)
    let writes = 0
    const stop = storage.onWrite(() => writes++)
    expect([storage.current, storage.readFloor, storage.watchFloor, storage.has(pods)]).toEqual([
      7,
      7,
      7,
      false,
    ])
    storage.collection(pods).put('a', named('a'))
    storage.collection(configMaps).put('a', named('a'))
    storage.collection(configMaps).remove('none')
    expect([storage.current, writes, storage.has(pods)]).toEqual([9, 2, true])
    stop()
    storage.collection(pods).remove('a')
    expect([storage.current, writes]).toEqual([10, 2])
  })

  test('is compacted with its collections, also those that are created later', () => {
    const storage = new Storage(100)
    const first = storage.collection(pods)
    first.put('a', named('a'))
    storage.compact(FIRST + 1)
    storage.compact(FIRST)
    const later = storage.collection(configMaps)
    expect([first.readFloor, later.readFloor, later.watchFloor]).toEqual([FIRST + 1, FIRST + 1, FIRST + 1])
    storage.forgetWatches()
    expect([storage.current, storage.watchFloor, first.watchFloor, first.readFloor]).toEqual([
      ...[FIRST + 2, FIRST + 2, FIRST + 2],
      FIRST + 1,
    ])
  })
})

describe('a converted collection', () => {
  const suffixed = (object: KubernetesObject, from: string, to: string): KubernetesObject => ({
    metadata: { ...object.metadata, name: `${object.metadata?.name?.replace(from, '')}${to}` },
  })
  const conversion: Conversion = {
    toView: object => suffixed(object, '.stored', '.view'),
    toStored: object => suffixed(object, '.view', '.stored'),
  }
  const setUp = (more: Partial<Conversion> = {}) => {
    const storage = new Storage(100)
    const viewed = { ...configMaps, version: 'v2' }
    storage.convert(viewed, { ...conversion, ...more }, configMaps)
    return { storage, viewed, base: storage.collection(configMaps), view: storage.collection(viewed) }
  }
  const nameOf = (stored: StoredObject | undefined) => stored?.object.metadata?.name

  test('reads and writes the stored form of the other', () => {
    const { base, view, storage } = setUp()
    const events: unknown[] = []
    view.subscribe(({ previous, current }) => events.push([nameOf(previous), nameOf(current)]))
    expect(nameOf(view.put('a', named('a.view')))).toBe('a.view')
    expect([nameOf(base.get('a')), nameOf(view.get('a')), view.keys]).toEqual(['a.stored', 'a.view', ['a']])
    expect(view.get('a')).toBe(view.get('a'))
    expect(view.snapshot(storage.current).map(nameOf)).toEqual(['a.view'])
    base.put('a', named('b.stored'))
    expect(
      view.eventsAfter(FIRST + 1).map(({ previous, current }) => [nameOf(previous), nameOf(current)]),
    ).toEqual([['a.view', 'b.view']])
    const removed = view.remove('a')
    expect([nameOf(removed?.previous), removed?.current, view.remove('a')]).toEqual([
      'b.view',
      undefined,
      undefined,
    ])
    expect(events).toEqual([
      [undefined, 'a.view'],
      ['a.view', 'b.view'],
      ['b.view', undefined],
    ])
  })

  test('loads, compacts and forgets those of the other', () => {
    const { base, view, storage } = setUp()
    view.load([{ key: 'a', build: named('a.view') }])
    expect([nameOf(base.get('a')), view.readFloor]).toEqual(['a.stored', FIRST + 1])
    view.put('b', named('b.view'))
    view.compact(storage.current)
    view.forgetWatches(storage.current + 1)
    expect([base.readFloor, base.watchFloor, view.readFloor, view.watchFloor]).toEqual([
      ...[FIRST + 2, FIRST + 3],
      ...[FIRST + 2, FIRST + 3],
    ])
  })

  test('says whether its objects are decoded or stale', () => {
    const plain = setUp().view.put('a', named('a.view'))
    expect([plain.isDecoded, plain.isStale]).toEqual([false, false])
    const other = setUp({ decodes: true, isStale: object => object.metadata?.name === 'a.stored' }).view
    const [stale, fresh] = ['a', 'b'].map(name => other.put(name, named(`${name}.view`)))
    expect([stale?.isDecoded, stale?.isStale, fresh?.isStale]).toEqual([true, true, false])
  })

  test('is the stored form again without a conversion', () => {
    const { storage, viewed, base } = setUp()
    expect(storage.formOf(viewed)).not.toBe(storage.formOf(configMaps))
    storage.convert(viewed, undefined)
    expect([storage.collection(viewed), storage.formOf(viewed)]).toEqual([base, storage.formOf(configMaps)])
  })
})

test('a range has the keys of a namespace from a key on', () => {
  const snapshot = [...KEYS].sort().map(key => ({ key, revision: 1, object: {} }))
  const keysIn = (namespace: string, startKey: string) => {
    const { start, end } = rangeOf(snapshot, namespace, startKey)
    return snapshot.slice(start, end).map(({ key }) => key)
  }
  expect(keysIn('', '')).toEqual([...KEYS].sort())
  expect(keysIn('', 'a/y')).toEqual(['a/y', 'a0', 'b/x', 'b/y'])
  expect(keysIn('a', '')).toEqual(['a/x', 'a/y'])
  expect(keysIn('b', 'a/x')).toEqual(['b/x', 'b/y'])
  expect(keysIn('b', 'b/x\0')).toEqual(['b/y'])
  expect(keysIn('c', '')).toEqual([])
})

test('sorted keys stay sorted and unique', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...KEYS)), fc.array(fc.constantFrom(...KEYS)), (added, removed) => {
      const keys: string[] = []
      for (const key of added) insertSorted(keys, key)
      expect(keys).toEqual([...new Set(added)].sort())
      for (const key of removed) removeSorted(keys, key)
      expect(keys).toEqual([...new Set(added)].filter(key => !removed.includes(key)).sort())
      for (const key of KEYS)
        expect(lowerBound(keys, key, each => each)).toBe(keys.filter(each => each < key).length)
    }),
    { numRuns: 50 },
  )
  const [a, b] = [{ key: 'a' }, { key: 'b' }]
  expect([byKey(a, b), byKey(b, a), byKey(a, { ...a })]).toEqual([-1, 1, 0])
})
