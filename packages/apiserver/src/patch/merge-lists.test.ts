import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import { rejectionOf } from '../test/rejection.ts'
import { ordered } from './element-order.ts'
import { mergeLists, ofObjects } from './merge-lists.ts'
import { mergeMaps } from './merge-maps.ts'
import { listMeta, objectMeta } from './patch-meta.ts'

const TEXT: Schema = { type: 'string' }
const objectOf = (members: Readonly<Record<string, Schema>>, more: Partial<Schema> = {}): Schema => ({
  type: 'object',
  properties: new Map(Object.entries(members)),
  ...more,
})
const ITEM = objectOf({ k: TEXT, v: TEXT })
const KEYED: Schema = { type: 'array', items: ITEM, patchStrategy: 'merge', patchMergeKey: 'k' }
const SET: Schema = { type: 'array', items: TEXT, patchStrategy: 'merge' }
const TYPE = objectOf({
  keyed: KEYED,
  set: SET,
  list: { type: 'array', items: TEXT },
  whole: { ...ITEM, patchStrategy: 'replace' },
  part: { ...ITEM, patchStrategy: 'retainKeys' },
})
const item = (k: string, v = ''): JsonObject => ({ k, v })
const merged = (original: JsonObject, patch: JsonObject) => mergeMaps(original, patch, TYPE)
const messageOf = (act: () => unknown) => rejectionOf(act).message

describe('an order', () => {
  const orderOf = (list: string, patch: string, server: string) =>
    ordered([...list], { mergeKey: '', patch: [...patch], server: [...server] }).join('')

  test.each([
    ['abc', '', 'abc', 'abc'],
    ['abc', 'ca', 'abc', 'bca'],
    ['abn', 'n', 'ab', 'nab'],
    ['abcd', 'db', 'abcd', 'acdb'],
    ['abcn', 'nb', 'abc', 'nabc'],
    ['abcn', 'bn', 'abc', 'abnc'],
    ['ba', '', 'ab', 'ab'],
    ['xba', '', 'ab', 'abx'],
    ['abx', '', 'ab', 'xab'],
    ['cba', 'abc', 'abc', 'abc'],
    ['aab', 'ba', 'ab', 'baa'],
  ])('of %s by %j, stored as %s, is %s', (list, patch, server, expected) => {
    expect(orderOf(list, patch, server)).toBe(expected)
  })

  test('of items with keys needs the key of each item', () => {
    const by = (list: unknown[], patch: unknown[], server: unknown[]) =>
      ordered(list, { mergeKey: 'k', patch, server })
    const [a, b] = [item('a'), item('b')]
    expect(by([a, b], [b], [a, b])).toEqual([a, b])
    for (const bad of [{}, 'x']) {
      expect(() => by([bad], [], [])).toThrow()
      expect(() => by([], [bad], [])).toThrow()
      expect(() => by([], [], [bad])).toThrow()
    }
  })
})

describe('lists', () => {
  test('of scalars have each item once', () => {
    expect(merged({ set: ['a', 'b'] }, { set: ['c', 'a'] })).toEqual({ set: ['c', 'a', 'b'] })
    expect(merged({ set: [] }, { set: [] })).toEqual({ set: [] })
    expect(merged({ set: ['a'] }, { set: [] })).toEqual({ set: ['a'] })
    expect(merged({ set: [] }, { set: ['a'] })).toEqual({ set: ['a'] })
  })

  test('of objects are merged by key', () => {
    expect(
      merged({ keyed: [item('a', '1'), item('b')] }, { keyed: [item('c'), { k: 'a', v: '2' }] }),
    ).toEqual({
      keyed: [item('c'), item('a', '2'), item('b')],
    })
    expect(merged({ list: ['a'] }, { list: ['b'] })).toEqual({ list: ['b'] })
  })

  test('directives delete items, or replace the list', () => {
    const keyed = [item('a'), item('b'), item('c')]
    expect(merged({ keyed }, { keyed: [{ k: 'b', $patch: 'delete' }, item('d')] })).toEqual({
      keyed: [item('d'), item('a'), item('c')],
    })
    expect(merged({ keyed }, { keyed: [{ $patch: 'replace' }, item('d')] })).toEqual({ keyed: [item('d')] })
    expect(messageOf(() => merged({ keyed }, { keyed: [{ k: 'a', $patch: 'merge' }] }))).toContain(
      'merging lists cannot yet be specified in the patch',
    )
    expect(() => merged({ keyed }, { keyed: [{ k: 'a', $patch: 'other' }] })).toThrow()
    expect(() => merged({ keyed }, { keyed: [{ $patch: 'delete' }] })).toThrow()
  })

  test('have items of one type, and none is a list', () => {
    expect([ofObjects([{}], []), ofObjects([], [{}]), ofObjects(['a'], ['b'])]).toEqual([true, true, false])
    expect(messageOf(() => ofObjects([], []))).toContain('no elements in any of the given slices')
    expect(rejectionOf(() => ofObjects([['a']], ['b']))).toMatchObject({ code: 422, reason: 'Invalid' })
    expect(rejectionOf(() => ofObjects([], [['a']])).code).toBe(422)
    expect(messageOf(() => ofObjects(['a'], [1]))).toContain('list element types are not identical')
  })

  test('of objects without a key cannot be merged', () => {
    const merge = { schema: ITEM, mergeKey: '', mergeObjects: mergeMaps }
    expect(messageOf(() => mergeLists([{}], [{}], merge))).toContain('without merge key for struct')
    expect(messageOf(() => mergeLists([{}], [{}], { ...merge, schema: { type: 'any' } }))).toContain(
      'for map',
    )
  })
})

describe('objects', () => {
  test('are merged, replaced, or deleted', () => {
    expect(merged({ part: item('a', '1') }, { part: { v: '2' } })).toEqual({ part: item('a', '2') })
    expect(merged({ whole: item('a', '1') }, { whole: { v: '2' } })).toEqual({ whole: { v: '2' } })
    expect(merged({ part: item('a') }, { part: null })).toEqual({})
    expect(merged({ part: item('a') }, { part: { $patch: 'replace', v: '2' } })).toEqual({ part: { v: '2' } })
    expect(merged({ part: item('a') }, { part: { $patch: 'delete' } })).toEqual({ part: {} })
    expect(merged({}, { part: { k: null, v: '1' } })).toEqual({ part: { v: '1' } })
    expect(merged({ set: ['a'] }, { set: 'x' })).toEqual({ set: 'x' })
  })

  test('retain the keys that are listed', () => {
    expect(merged({ part: item('a', '1') }, { part: { $retainKeys: ['v'], v: '2' } })).toEqual({
      part: { v: '2' },
    })
    expect(merged({ part: item('a', '1') }, { part: { $retainKeys: ['v'], v: '2', k: null } })).toEqual({
      part: { v: '2' },
    })
    const lists = {
      $retainKeys: ['set'],
      '$deleteFromPrimitiveList/set': ['a'],
      '$setElementOrder/set': ['c', 'b'],
    }
    expect(merged({ set: ['a', 'b', 'c'], list: [] }, lists)).toEqual({ set: ['c', 'b'] })
    for (const bad of [{ $retainKeys: ['k'], v: '2' }, { $retainKeys: 'v' }])
      expect(() => merged({ part: item('a') }, { part: bad })).toThrow()
  })

  test('items of scalar lists are deleted', () => {
    const from = (value: unknown) => ({ '$deleteFromPrimitiveList/set': value }) as JsonObject
    expect(merged({ set: ['a', 'b', 'a'] }, from(['a', 'x']))).toEqual({ set: ['b'] })
    expect(merged({}, from(['a']))).toEqual({})
    expect(merged({ set: ['a'] }, from('a'))).toEqual({ set: ['a'] })
  })
})

describe('an element order', () => {
  const orderBy = (keys: readonly string[]) => keys.map(k => ({ k }))
  test('orders a list that the patch has or has not', () => {
    const keyed = [item('a'), item('b')]
    const order = { '$setElementOrder/keyed': orderBy(['b', 'a']) }
    expect(merged({ keyed }, order)).toEqual({ keyed: [item('b'), item('a')] })
    expect(merged({}, order)).toEqual({})
    expect(merged({}, { ...order, keyed: [item('b'), item('a')] })).toEqual({ keyed: [item('b'), item('a')] })
    expect(merged({ keyed }, { ...order, keyed: [{ k: 'a', v: '2' }] })).toEqual({
      keyed: [item('b'), item('a', '2')],
    })
    const deleted = { '$setElementOrder/keyed': orderBy(['b']), keyed: [{ k: 'a', $patch: 'delete' }] }
    expect(merged({ keyed }, deleted)).toEqual({ keyed: [item('b')] })
  })

  test('orders a list that is not merged', () => {
    expect(merged({ list: ['a'] }, { '$setElementOrder/list': ['c', 'b'], list: ['c', 'b'] })).toEqual({
      list: ['c', 'b'],
    })
  })

  test('has the items of the patch in their order', () => {
    const order = { '$setElementOrder/set': ['a', 'b'] }
    expect(merged({ set: ['x'] }, { ...order, set: ['b'] })).toEqual({ set: ['b', 'x'] })
    for (const set of [['b', 'a'], ['c'], ['a', 'c']])
      expect(messageOf(() => merged({ set: ['x'] }, { ...order, set }))).toContain(
        "doesn't match $setElementOrder list",
      )
    expect(() => merged({ set: 'x' }, order)).toThrow()
    expect(() => merged({ set: ['x'] }, { '$setElementOrder/set': 'a' })).toThrow()
  })
})

describe('the metadata of a member', () => {
  test('is its strategy and key', () => {
    expect(listMeta(TYPE, 'keyed')).toEqual({ schema: ITEM, strategy: 'merge', mergeKey: 'k' })
    expect(listMeta(TYPE, 'list')).toEqual({ schema: TEXT, strategy: '', mergeKey: '' })
    expect(objectMeta(TYPE, 'part')).toMatchObject({ strategy: '', mergeKey: '' })
    expect(objectMeta(TYPE, 'whole').strategy).toBe('replace')
    const both = objectOf({ a: { ...ITEM, patchStrategy: 'retainKeys,merge' } })
    expect(objectMeta(both, 'a').strategy).toBe('merge')
  })

  test('is known for members of structs', () => {
    expect(messageOf(() => listMeta(TYPE, 'whole'))).toContain(
      'expected slice or array type, but got: struct',
    )
    expect(messageOf(() => listMeta(objectOf({ a: { type: 'array' } }), 'a'))).toContain(
      'expected slice or array',
    )
    expect(messageOf(() => objectMeta({ type: 'object', additionalProperties: TEXT }, 'a'))).toContain(
      'merging an object in json but data type is not struct',
    )
    expect(messageOf(() => objectMeta({ ...TYPE, typeName: 'io.k8s.v1.Widget' }, 'none'))).toContain(
      'unable to find api field in struct Widget for the json field "none"',
    )
    expect(messageOf(() => objectMeta(TYPE, 'none'))).toContain('in struct  for the json field')
  })
})
