import { encodeRow } from '@kube-informer/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CachedItem } from '../items/cached-item.ts'
import type { CachedObject } from '../items/cached-object.ts'
import { ItemFactory } from '../items/item-factory.ts'
import { createMemoryBodyStore } from '../items/memory-body-store.ts'
import { podAt } from '../test/cacher-rig.ts'
import { CacheState } from './cache-state.ts'
import type { HistoryOptions } from './history.ts'
import type { SortedTree } from './sorted-tree.ts'

const stateOf = (history?: HistoryOptions) => new CacheState({ items: new ItemFactory({}), history })
const fixed = (capacity: number) => stateOf({ capacity, lowerBound: capacity, upperBound: capacity })

const versions = (tree: SortedTree<CachedItem> | undefined) =>
  tree?.slice(0, tree.size).map(({ key, resourceVersion }) => `${key}@${resourceVersion}`)

describe('the state of a cache', () => {
  test('starts at revision 0 and empty; a list replaces it and the history', () => {
    const state = stateOf()
    expect([state.revision, versions(state.tree), state.isConsistent]).toEqual(['0', [], true])
    state.put(podAt('ns/x', 5), 0)
    state.replace([podAt('ns/b', 3), podAt('ns/a', 4)], '9')
    expect([state.revision, versions(state.tree), state.history.floor]).toEqual([
      '9',
      ['ns/a@4', 'ns/b@3'],
      '9',
    ])
    expect(state.history.end - state.history.start).toBe(0)
  })

  test('each write is an event with the object before and after it', () => {
    const state = stateOf()
    const created = state.put(podAt('ns/a', 5), 70)
    const updated = state.put(podAt('ns/a', 6), 80)
    const removed = state.remove(podAt('ns/a', 6), '8', 90)
    expect([created, updated, removed].map(event => [event?.revision, event?.time])).toEqual([
      ['5', 70],
      ['6', 80],
      ['8', 90],
    ])
    expect([created.previous, updated.previous, removed?.previous]).toEqual([
      undefined,
      created.current,
      updated.current,
    ])
    expect([removed?.current, versions(state.tree), state.revision]).toEqual([undefined, [], '8'])
    expect([0, 1, 2].map(index => state.history.at(index))).toEqual([created, updated, removed])
  })

  test('removing what does not exist advances the revision only', () => {
    const state = stateOf()
    state.put(podAt('ns/a', 5), 0)
    expect(state.remove(podAt('ns/b', 1), '7', 0)).toBeUndefined()
    expect([state.revision, versions(state.tree), state.history.end]).toEqual(['7', ['ns/a@5'], 1])
  })

  test('progress advances the revision and never goes back', () => {
    const state = stateOf()
    state.replace([], '10')
    expect([state.progress('9'), state.progress('10'), state.revision]).toEqual([false, false, '10'])
    expect([state.progress('11'), state.revision, state.history.end]).toEqual([true, '11', 0])
  })

  test.each(['9', '10'])(
    'a write at resourceVersion %s, after 10, is out of order and changes nothing',
    version => {
      const state = stateOf()
      state.replace([podAt('ns/a', 10)], '10')
      const error = expect.objectContaining({
        code: 'OutOfOrder',
        message: `the feed went back from resourceVersion 10 to ${version}: list again and replace the state`,
      })
      expect(() => state.put(podAt('ns/a', version), 0)).toThrow(error)
      expect(() => state.remove(podAt('ns/a', 10), version, 0)).toThrow(error)
      expect([state.revision, versions(state.tree), state.history.end]).toEqual(['10', ['ns/a@10'], 0])
    },
  )

  test.each(['', '0', 'x', '-1'])('%j is no resourceVersion of a feed', version => {
    const state = stateOf()
    const message = `the resourceVersion of a feed must be a number, got ${JSON.stringify(version)}`
    expect(() => state.replace([], version)).toThrow(message)
    expect(() => state.progress(version)).toThrow(message)
    expect(() => state.put(podAt('ns/a', version), 0)).toThrow(message)
    expect(() => state.forgetSnapshots(version)).toThrow(message)
  })

  test('an object that is delivered again keeps its item', () => {
    const state = stateOf()
    const pod = podAt('ns/a', 5)
    state.replace([pod, podAt('ns/b', 5)], '5')
    const item = state.tree.get('ns/a')
    expect(state.cached(pod)).toBe(item)
    expect(state.cached(podAt('ns/a', 5))).not.toBe(item)
    state.replace([podAt('ns/b', 6), pod], '6')
    expect(state.tree.get('ns/a')).toBe(item)
    state.replace(state.admit([pod]), '7')
    expect([state.tree.get('ns/a'), state.tree.size]).toEqual([item, 1])
  })

  test('the next version of an object takes over the encodings of its parts', () => {
    const state = stateOf()
    const before = state.put(podAt('ns/a', 5), 0).current as CachedObject
    const parts = new Map([[{}, '{}']])
    before.parts = parts
    const after = state.put(podAt('ns/a', 6), 0).current as CachedObject
    expect([before.parts, after.parts]).toEqual([undefined, parts])
    state.remove(podAt('ns/a', 6), '7', 0)
    expect(after.parts).toBeUndefined()
  })

  test('a write frees the encodings of the version that it replaces', () => {
    const state = stateOf()
    let encoded = 0
    const encoder = { encode: () => String(++encoded) }
    const items = [5, 6].map(version => state.put(podAt('ns/a', version), 0).current as CachedObject)
    for (const item of [...items, ...items]) item.encoded(encoder)
    // Encoded once each since the writes.
    expect(encoded).toBe(2)
    state.put(podAt('ns/a', 7), 0)
    expect([items[1]?.encoded(encoder), items[0]?.encoded(encoder)]).toEqual(['3', '1'])
    const last = state.tree.get('ns/a') as CachedObject
    last.encoded(encoder)
    state.remove(podAt('ns/a', 7), '8', 0)
    expect(last.encoded(encoder)).toBe('5')
  })
})

describe('the states of the past', () => {
  /** A list at 10, and writes at 11 (a), 13 (b) and 15 (a removed). */
  const written = (state = stateOf()) => {
    state.replace([podAt('ns/a', 3)], '10')
    state.put(podAt('ns/a', 11), 0)
    state.put(podAt('ns/b', 13), 0)
    state.remove(podAt('ns/a', 11), '15', 0)
    return state
  }
  const EXPECTED: readonly (readonly [string, readonly string[] | undefined])[] = [
    ['9', undefined],
    ['10', ['ns/a@3']],
    ['11', ['ns/a@11']],
    ['12', ['ns/a@11']],
    ['13', ['ns/a@11', 'ns/b@13']],
    ['14', ['ns/a@11', 'ns/b@13']],
    ['15', ['ns/b@13']],
    ['16', ['ns/b@13']],
  ]
  const statesOf = (state: CacheState) =>
    EXPECTED.map(([revision]) => [revision, versions(state.snapshotAt(revision))])
  const expectedFrom = (floor: number) =>
    EXPECTED.map(([revision, keys]) => [revision, Number(revision) < floor ? undefined : keys])

  test('are available since the list', () => {
    expect(statesOf(written())).toEqual(EXPECTED)
  })

  test('end with the events that the history has dropped', () => {
    // With room for two events, the first one is dropped, and with it the state of the list.
    expect(statesOf(written(fixed(2)))).toEqual(expectedFrom(13))
    expect(statesOf(written(fixed(3)))).toEqual(EXPECTED)
  })

  test.each([9, 10, 11, 12, 13, 15])(
    'before %i are not available once the source has compacted them',
    floor => {
      const state = written()
      state.forgetSnapshots(String(floor))
      expect(statesOf(state)).toEqual(expectedFrom(floor))
      state.forgetSnapshots('10')
      expect(statesOf(state)).toEqual(expectedFrom(floor))
    },
  )

  test('that are compacted are not kept in memory', () => {
    const state = written()
    state.forgetSnapshots('14')
    expect([0, 1, 2].map(index => versions(state.history.at(index)?.snapshot))).toEqual([
      undefined,
      ['ns/a@11', 'ns/b@13'],
      ['ns/b@13'],
    ])
  })

  test('are not available while the cache is inconsistent, and afterwards since then', () => {
    const state = written()
    state.isConsistent = true
    expect(statesOf(state)).toEqual(EXPECTED)
    state.isConsistent = false
    expect(statesOf(state)).toEqual(expectedFrom(Number.POSITIVE_INFINITY))
    state.put(podAt('ns/c', 17), 0)
    expect([0, 1, 2, 3].map(index => state.history.at(index)?.snapshot)).toEqual(Array(4).fill(undefined))
    state.isConsistent = true
    state.put(podAt('ns/d', 19), 0)
    expect(['16', '17', '18', '19'].map(revision => versions(state.snapshotAt(revision)))).toEqual([
      undefined,
      undefined,
      undefined,
      ['ns/b@13', 'ns/c@17', 'ns/d@19'],
    ])
  })

  test('of a list that replaces an inconsistent state are available once it is consistent', () => {
    const state = stateOf()
    state.isConsistent = false
    state.replace([podAt('ns/a', 3)], '10')
    expect(state.snapshotAt('10')).toBeUndefined()
    state.isConsistent = true
    expect(versions(state.snapshotAt('10'))).toEqual(['ns/a@3'])
    state.put(podAt('ns/a', 12), 0)
    expect([state.snapshotAt('10'), versions(state.snapshotAt('12'))]).toEqual([undefined, ['ns/a@12']])
  })

  test('equal those of a naive storage', () => {
    const step = fc.record({ name: fc.constantFrom('a', 'b', 'c'), isRemoval: fc.boolean(), gap: fc.nat(2) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), fc.integer({ min: 1, max: 8 }), (steps, capacity) => {
        const state = fixed(capacity)
        state.replace([], '10')
        const past = new Map<number, readonly string[]>()
        const current = new Map<string, string>()
        const record = (from: number, to: number) => {
          for (let at = from; at < to; at++) past.set(at, [...current.values()].sort())
        }
        let revision = 10
        for (const { name, isRemoval, gap } of steps) {
          const next = revision + 1 + gap
          record(revision, next)
          revision = next
          const pod = podAt(`ns/${name}`, revision)
          if (isRemoval) state.remove(pod, String(revision), 0)
          else state.put(pod, 0)
          if (isRemoval) current.delete(name)
          else current.set(name, `ns/${name}@${revision}`)
        }
        record(revision, revision + 2)
        const first = state.history.at(state.history.start)
        const isWhole = state.history.start === 0
        const floor = isWhole || !first ? 10 : Number(first.revision)
        for (const [at, keys] of past)
          expect(versions(state.snapshotAt(String(at)))).toEqual(at < floor ? undefined : keys)
      }),
      { numRuns: 100 },
    )
  })
})

describe('the texts of rows', () => {
  const rowAt = (key: string, version: number, labels = {}) => encodeRow(podAt(key, version, { labels }))
  const SIZE = rowAt('ns/a', 10).body as unknown as string
  function start(maxBodyBytes = 0, maxBytes?: number) {
    const bodyStore = createMemoryBodyStore()
    const items = new ItemFactory({ bodyStore, maxBodyBytes })
    return { store: bodyStore, items, state: new CacheState({ items, history: { maxBytes } }) }
  }

  test('of a list that fails while it is read leave the store', () => {
    const { state, store } = start()
    state.replace([rowAt('ns/a', 10)], '10')
    function* failing() {
      yield rowAt('ns/a', 10)
      yield rowAt('ns/b', 10)
      throw new Error('the connection was lost')
    }
    expect(() => state.admit(failing())).toThrow('the connection was lost')
    expect([store.size, store.get('ns/a', '10')]).toEqual([1, SIZE])
  })

  test('of a state that is dismissed leave the store, apart from those in use', () => {
    const { state, store } = start()
    state.replace([rowAt('ns/a', 10)], '10')
    const items = state.admit([rowAt('ns/a', 10), rowAt('ns/b', 10)])
    expect(store.size).toBe(2)
    state.dismiss(items)
    expect([store.size, store.get('ns/a', '10')]).toEqual([1, SIZE])
  })

  test('of a state that is replaced no longer count', () => {
    const { state, items } = start(10 * SIZE.length)
    state.replace([rowAt('ns/a', 10), rowAt('ns/b', 10)], '10')
    expect(items.bodyBytes).toBe(2 * SIZE.length)
    state.replace([rowAt('ns/a', 10)], '11')
    expect(items.bodyBytes).toBe(SIZE.length)
    state.replace([rowAt('ns/a', 11), rowAt('ns/a', 12)], '12')
    expect(items.bodyBytes).toBe(SIZE.length)
  })

  test('count once their event has left the history, while they are current', () => {
    const { state, items } = start(10 * SIZE.length, SIZE.length)
    state.replace([], '10')
    state.put(rowAt('ns/a', 11), 0)
    expect(items.bodyBytes).toBe(0)
    state.put(rowAt('ns/b', 12), 0)
    expect(items.bodyBytes).toBe(SIZE.length)
    state.put(rowAt('ns/b', 13), 0)
    // The first version of b left the history when it was no longer current.
    expect(items.bodyBytes).toBe(SIZE.length)
    state.remove(rowAt('ns/a', 11), '14', 0)
    expect(items.bodyBytes).toBe(SIZE.length)
  })
})
