import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownedRow } from '../../test/related-rows.ts'
import { rowOf } from '../../test/rows.ts'
import { eventTime, eventUids, ownerUids } from './owner-uids.ts'
import { RelatedItem, type RelatedResource } from './related-item.ts'
import { RelationGraph } from './relation-graph.ts'
import { SentTree } from './sent-tree.ts'
import { SortedItems } from './sorted-items.ts'

const ascending = (a: number, b: number) => a - b

describe('sorted items', () => {
  test('are those that were added and not deleted, in order, after any changes', () => {
    const change = fc.record({ value: fc.nat(60), isRead: fc.boolean() })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 120, size: 'max' }), changes => {
        const items = new SortedItems(ascending)
        const oracle = new Set<number>()
        for (const { value, isRead } of changes) {
          if (oracle.delete(value)) items.delete(value)
          else {
            oracle.add(value)
            items.add(value)
          }
          expect(items.size).toBe(oracle.size)
          expect([...items].sort(ascending)).toEqual([...oracle].sort(ascending))
          if (isRead) expect(items.first(7)).toEqual([...oracle].sort(ascending).slice(0, 7))
        }
        expect(items.first(1000)).toEqual([...oracle].sort(ascending))
      }),
      { numRuns: 100 },
    )
  })
})

const resource: RelatedResource = { name: 'pods', rank: 1, isEvents: false }
const events: RelatedResource = { name: 'events', rank: 2, isEvents: true }
const item = (key: string, owners: readonly string[] = [], of = resource) =>
  new RelatedItem(of, ownedRow({ key, uid: `uid ${key}`, owners }))

describe('a graph of owners', () => {
  test('finds objects by key and by uid, until they are deleted', () => {
    const graph = new RelationGraph()
    const one = item('a/x')
    graph.add(one)
    expect([graph.find('pods', 'a/x'), graph.findUid('uid a/x'), graph.keysOf('pods')]).toEqual([
      one,
      one,
      ['a/x'],
    ])
    expect([graph.find('jobs', 'a/x'), graph.keysOf('jobs')]).toEqual([undefined, []])
    graph.delete(one)
    expect([graph.find('pods', 'a/x'), graph.findUid('uid a/x'), graph.keysOf('pods')]).toEqual([
      undefined,
      undefined,
      [],
    ])
  })

  test('has no uid for objects without one', () => {
    const graph = new RelationGraph()
    const without = new RelatedItem(resource, rowOf({ metadata: { name: 'x' } }))
    graph.add(without)
    expect([graph.findUid(''), without.id]).toEqual([undefined, 'pods/x'])
  })

  test('has the owners that are in it, in the namespace of the object or none', () => {
    const graph = new RelationGraph()
    const [local, other, cluster] = [item('a/o'), item('b/o'), item('o')]
    const owned = item('a/x', ['uid o', 'uid b/o', 'uid absent', 'uid a/o'])
    for (const each of [local, other, cluster, owned]) graph.add(each)
    expect(graph.ownersOf(owned)).toEqual([cluster, local])
    expect([local, other, cluster].map(each => [...graph.dependentsOf(each)])).toEqual([[owned], [], [owned]])
    graph.setOwners(owned, ['uid a/o'])
    expect([graph.ownersOf(owned), [...graph.dependentsOf(cluster)]]).toEqual([[local], []])
    graph.delete(owned)
    expect([...graph.dependentsOf(local)]).toEqual([])
  })

  test('has no dependents of Events', () => {
    const graph = new RelationGraph()
    const event = item('a/e', [], events)
    const owned = item('a/x', ['uid a/e'])
    graph.add(event)
    graph.add(owned)
    expect([graph.ownersOf(owned), [...graph.dependentsOf(event)]]).toEqual([[], []])
  })
})

test('the items of one parent are in the order of resource, namespace and name, Events from the newest', () => {
  const parent = item('a/parent')
  const at = (key: string, rank: number) => item(key, [], { ...resource, rank })
  const children = [at('a/x', 2), at('b/a', 1), at('a/y', 1), at('a/x', 1)]
  for (const child of children) parent.children.add(child)
  expect(parent.children.first(9).map(({ row, resource: { rank } }) => `${rank} ${row.key}`)).toEqual([
    ...['1 a/x', '1 a/y', '1 b/a', '2 a/x'],
  ])
  const event = (key: string, time: string) =>
    new RelatedItem(events, ownedRow({ key, uid: key, about: 'u', time }))
  const [older, newer] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']
  for (const key of ['b/1', 'a/2', 'a/1']) parent.events.add(event(key, older))
  parent.events.add(event('z/9', newer))
  expect(parent.events.first(9).map(({ row }) => row.key)).toEqual(['z/9', 'a/1', 'a/2', 'b/1'])
  expect(parent.clear()).toHaveLength(8)
  expect([parent.children.size, parent.events.size, parent.clear()]).toEqual([0, 0, []])
})

describe('what a row says of its owners', () => {
  test.each<[unknown, readonly string[]]>([
    [undefined, []],
    ['none', []],
    [[], []],
    [
      [{ uid: 'a' }, { uid: 'b', controller: true }, { uid: 'a' }],
      ['b', 'a'],
    ],
    [
      [null, 'text', {}, { uid: '' }, { uid: 7 }, { uid: 'a', controller: 'yes' }, { uid: 'b' }],
      ['a', 'b'],
    ],
  ])('the owner references %j are %j', (ownerReferences, expected) => {
    expect(ownerUids(rowOf({ metadata: { name: 'x', ownerReferences } as object }))).toEqual(expected)
  })

  test.each<[object, readonly string[]]>([
    [{}, []],
    [{ involvedObject: { uid: 'a' } }, ['a']],
    [{ regarding: { uid: 'b' } }, ['b']],
    [{ involvedObject: { uid: '' }, regarding: { uid: 'b' } }, ['b']],
    [{ involvedObject: { uid: 7 } }, []],
  ])('the Event %j is about %j', (object, expected) => {
    expect(eventUids(rowOf({ metadata: { name: 'x' }, ...object }))).toEqual(expected)
  })

  const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']
  test.each<[object, string | undefined]>([
    [{}, undefined],
    [{ series: { lastObservedTime: late }, lastTimestamp: early }, late],
    [{ lastTimestamp: late, eventTime: early }, late],
    [{ lastTimestamp: null, deprecatedLastTimestamp: late, eventTime: early }, late],
    [{ lastTimestamp: 'soon', eventTime: late }, late],
    [{ metadata: { name: 'x', creationTimestamp: late } }, late],
  ])('the Event %j was last seen at %s', (object, expected) => {
    const row = rowOf({ metadata: { name: 'x' }, ...object })
    expect(eventTime(row)).toBe(expected === undefined ? 0 : Date.parse(expected))
  })
})

describe('the order that a page has', () => {
  /** The splices of a root whose children change, one after the other. */
  function splices(...orders: readonly (readonly string[])[]) {
    const root = item('a/root')
    const sent = new SentTree(100)
    const all = new Map<string, RelatedItem>()
    const at = (name: string) => {
      const known = all.get(name) ?? item(`a/${name}`)
      all.set(name, known)
      return known
    }
    const updates = orders.map(names => {
      const before = [...root.children]
      for (const each of before) root.children.delete(each)
      for (const name of names) root.children.add(at(name))
      return sent.diff({ root, changed: new Set([root]) }).nodes?.find(({ id }) => id === root.id)?.children
    })
    return updates.slice(1)
  }

  test.each<[string, string, object | undefined]>([
    ['abc', 'abc', undefined],
    ['abcd', 'abd', { at: 2, remove: 1, insert: [] }],
    ['abd', 'abcd', { at: 2, remove: 0, insert: ['uid a/c'] }],
    ['bcd', 'abcd', { at: 0, remove: 0, insert: ['uid a/a'] }],
    ['abc', 'abcd', { at: 3, remove: 0, insert: ['uid a/d'] }],
    ['abef', 'acef', { at: 1, remove: 1, insert: ['uid a/c'] }],
    ['abc', '', { at: 0, remove: 3, insert: [] }],
  ])('from %s to %s is one splice', (before, now, expected) => {
    expect(splices([...before], [...now])).toEqual([expected])
  })
})
