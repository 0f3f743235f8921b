import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyPrefix, storageKey } from '../api/storage-key.ts'
import { SortedTree } from './sorted-tree.ts'

interface Value {
  readonly key: string
  readonly version: number
}

const keysOf = (tree: SortedTree<Value>) => tree.slice(0, tree.size).map(({ key }) => key)

/** Few enough keys for collisions, and enough for a tree of three levels. */
const key = fc.integer({ min: 0, max: 9_999 }).map(number => `k${number}`)
const writes = fc.array(fc.record({ key, isRemoval: fc.boolean() }), { maxLength: 300 })

describe('a tree of sorted values', () => {
  test('is an immutable sorted map', () => {
    fc.assert(
      fc.property(fc.uniqueArray(key, { maxLength: 9_000, size: 'max' }), writes, (loaded, steps) => {
        const map = new Map(loaded.map(each => [each, { key: each, version: 0 }]))
        let tree = SortedTree.of(map.values())
        const snapshots: (readonly [SortedTree<Value>, readonly string[]])[] = []
        for (const [version, step] of steps.entries()) {
          if (version % 50 === 0) snapshots.push([tree, [...map.keys()].sort()])
          const value = { key: step.key, version: version + 1 }
          tree = step.isRemoval ? tree.without(step.key) : tree.with(value)
          if (step.isRemoval) map.delete(step.key)
          else map.set(step.key, value)
          expect(tree.get(step.key)).toBe(map.get(step.key))
          expect(tree.size).toBe(map.size)
        }
        snapshots.push([tree, [...map.keys()].sort()])
        for (const [snapshot, keys] of snapshots) expect(keysOf(snapshot)).toEqual(keys)
        const sorted = [...map.keys()].sort()
        for (const each of ['', 'k5', ...sorted.slice(0, 5), ...sorted.slice(-5), 'z'])
          expect(tree.rank(each)).toBe(sorted.filter(other => other < each).length)
        expect(tree.slice(3, 200).map(value => value.key)).toEqual(sorted.slice(3, 200))
      }),
      { numRuns: process.env.LONG ? 300 : 20 },
    )
  })

  test('grows from nothing and shrinks to nothing, in any order', () => {
    const keys = Array.from({ length: 5_000 }, (_, index) => `k${(index * 7919) % 5_000}`)
    let tree = SortedTree.of<Value>([])
    for (const each of keys) tree = tree.with({ key: each, version: 1 })
    expect(keysOf(tree)).toEqual([...keys].sort())
    for (const each of keys.toReversed()) tree = tree.without(each)
    expect(tree.size).toBe(0)
    expect(tree.get('k1')).toBeUndefined()
    expect(tree.without('k1')).toBe(tree)
    expect(keysOf(tree.with({ key: 'k1', version: 1 }))).toEqual(['k1'])
  })

  test('keeps the last of several values with the same key', () => {
    const tree = SortedTree.of([
      { key: 'a', version: 1 },
      { key: 'a', version: 2 },
    ])
    expect(tree.slice(0, 9)).toEqual([{ key: 'a', version: 2 }])
  })
})

describe('the key order', () => {
  test('is the byte order, including the slash', () => {
    const keys = [
      storageKey('foo', 'x'),
      storageKey('foo-bar', 'x'),
      storageKey('foo0', 'x'),
      storageKey('', 'x'),
    ]
    expect(keys.toSorted()).toEqual(['foo-bar/x', 'foo/x', 'foo0/x', 'x'])
    expect(storageKey('foo', 'x').startsWith(keyPrefix('foo'))).toBe(true)
    expect(keyPrefix('')).toBe('')
  })

  test('is that of UTF-8, also where UTF-16 sorts differently', () => {
    const encoder = new TextEncoder()
    const compareBytes = (a: string, b: string): number => {
      const [left, right] = [encoder.encode(a), encoder.encode(b)]
      const at = left.findIndex((byte, index) => byte !== right[index])
      return at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1)
    }
    const character = fc.constantFrom(
      '-',
      '/',
      '0',
      'a',
      'é',
      '\ud7ff',
      '\ue000',
      '\uffff',
      '\u{10000}',
      '\u{10ffff}',
    )
    const text = fc.array(character, { maxLength: 4 }).map(characters => characters.join(''))
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [left, right] = [storageKey('', a), storageKey('', b)]
        expect(Math.sign(left < right ? -1 : left > right ? 1 : 0)).toBe(Math.sign(compareBytes(a, b)))
      }),
      { numRuns: 300 },
    )
  })
})
