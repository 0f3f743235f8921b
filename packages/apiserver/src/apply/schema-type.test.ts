import { describe, expect, test } from 'vitest'
import type { Schema } from '../schema/schema.ts'
import { FieldSet } from './field-set.ts'
import type { FieldWrite } from './field-write.ts'
import { takenOverFromKubectl, withLastApplied } from './last-applied.ts'
import { groupItems } from './list-items.ts'
import { mergeTyped } from './merge-typed.ts'
import { withNamedMembers } from './name-members.ts'
import {
  compareElements,
  fieldElement,
  fieldPath,
  keyElement,
  showElement,
  showPath,
  valueElement,
} from './path-element.ts'
import { typeOf } from './schema-type.ts'
import { ATOMIC, DEDUCED, shapeOf } from './value-type.ts'

const TEXT: Schema = { type: 'string' }
const objectOf = (members: Readonly<Record<string, Schema>>, more: Partial<Schema> = {}): Schema => ({
  type: 'object',
  properties: new Map(Object.entries(members)),
  ...more,
})
const PREFIX = 'io.k8s.apimachinery.pkg'

describe('the type of a schema', () => {
  test.each<[Schema, string | undefined]>([
    [{ type: 'integer' }, 'numeric'],
    [{ type: 'number' }, 'numeric'],
    [{ type: 'boolean' }, 'boolean'],
    [TEXT, 'string'],
    [{ type: 'string', format: 'byte' }, 'string'],
    [{ type: 'string', format: 'date-time' }, 'untyped'],
    [{ type: 'any' }, 'untyped'],
    [{ type: 'string', typeName: `${PREFIX}.api.resource.Quantity` }, 'untyped'],
    [{ type: 'object' }, undefined],
  ])('%j is the scalar %s', (schema, scalar) => {
    expect(typeOf(schema).scalar).toBe(scalar)
  })

  test('of a raw extension is atomic, and without a schema deduced', () => {
    expect(typeOf({ type: 'object', typeName: `${PREFIX}.runtime.RawExtension` })).toBe(ATOMIC)
    expect(typeOf(undefined)).toBe(DEDUCED)
  })

  test('is created once, apart for preserved parents', () => {
    const schema = objectOf({ a: TEXT })
    expect(typeOf(schema)).toBe(typeOf(schema))
    expect(typeOf(schema, true)).not.toBe(typeOf(schema))
    expect([typeOf(schema).map?.member('b'), typeOf(schema, true).map?.member('b')]).toEqual([
      undefined,
      DEDUCED,
    ])
  })

  test('of an object has its members', () => {
    const map = typeOf(objectOf({ a: TEXT, b: { type: 'integer' } }, { mapType: 'atomic' })).map
    expect([map?.isAtomic, map?.names, map?.isNamed('a'), map?.isNamed('c'), map?.isDeduced]).toEqual([
      ...[true, ['a', 'b']],
      ...[true, false, false],
    ])
    const free = typeOf({ type: 'object' }).map
    expect([free?.isAtomic, free?.names, free?.isNamed('a'), free?.isDeduced]).toEqual([
      false,
      [],
      false,
      true,
    ])
    expect(typeOf({ type: 'object', additionalProperties: TEXT }).map?.member('x')).toEqual({
      scalar: 'string',
    })
    expect(typeOf({ type: 'object', additionalProperties: TEXT }).map?.isDeduced).toBe(false)
    expect(typeOf(objectOf({ a: TEXT }, { preservesUnknown: true })).map?.member('x')).toBe(DEDUCED)
    expect(typeOf(objectOf({ a: TEXT }, { preservesUnknown: true })).map?.isDeduced).toBe(false)
  })

  test.each<[Partial<Schema>, boolean, string[]]>([
    [{}, true, []],
    [{ listType: 'atomic' }, true, []],
    [{ listType: 'set' }, false, []],
    [{ listType: 'map', listMapKeys: ['k'] }, false, ['k']],
    [{ listType: 'set', listMapKeys: ['k'] }, false, []],
    [{ patchStrategy: 'merge' }, false, []],
    [{ patchStrategy: 'merge,retainKeys', patchMergeKey: 'name' }, false, ['name']],
    [{ patchStrategy: 'replace' }, true, []],
  ])('a list with %j is atomic: %s, with the keys %j', (more, isAtomic, keys) => {
    const items = objectOf({ k: { type: 'string', default: 'x' } })
    const { list } = typeOf({ type: 'array', items, ...more })
    expect([list?.isAtomic, list?.keys]).toEqual([isAtomic, keys])
    expect([list?.keyDefault('k'), list?.keyDefault('l')]).toEqual(['x', undefined])
    expect(typeOf({ type: 'array', ...more }).list?.items).toBe(ATOMIC)
  })
})

test.each<[unknown, string]>([
  [{}, 'map'],
  [[], 'list'],
  [1, 'scalar'],
  [null, 'map'],
  [undefined, 'map'],
])('%j of an unknown type is a %s', (value, kind) => {
  expect(shapeOf(DEDUCED, value).kind).toBe(kind)
})

test('a type that allows nothing is an atomic list', () => {
  expect(shapeOf({}, 1)).toMatchObject({ kind: 'list', list: { isAtomic: true } })
})

test('the named members above a field are members, others are not', () => {
  const inner = objectOf({ c: TEXT })
  const type = typeOf(
    objectOf({
      a: inner,
      free: { type: 'object', additionalProperties: inner },
      list: { type: 'array', listType: 'map', listMapKeys: ['k'], items: objectOf({ k: TEXT, n: inner }) },
    }),
  )
  const set = FieldSet.of(
    fieldPath('a', 'c'),
    fieldPath('free', 'x', 'c'),
    [fieldElement('list'), keyElement({ k: '1' }), fieldElement('n'), fieldElement('c')],
    fieldPath('unknown', 'x'),
  )
  expect([...withNamedMembers(set, type).paths()].map(showPath)).toEqual([
    ...['.a', '.free', '.list'],
    ...['.a.c', '.free.x.c', '.list[k="1"].n', '.list[k="1"].n.c', '.unknown.x'],
  ])
})

describe('elements of paths', () => {
  test('are in the order of members, keys, values and indexes', () => {
    const sorted = [
      fieldElement('a'),
      fieldElement('b'),
      keyElement({ a: 1 }),
      keyElement({ a: 1, b: 1 }),
      keyElement({ a: 2 }),
      keyElement({ b: 1 }),
      valueElement(1),
      valueElement(2),
      valueElement('a'),
      'i:0',
      'i:1',
    ] as const
    expect([...sorted].reverse().sort(compareElements)).toEqual(sorted)
    expect(compareElements(sorted[0], sorted[0])).toBe(0)
  })

  test.each([
    [fieldElement('spec'), '.spec'],
    [keyElement({ name: 'a', port: 80 }), '[name="a",port=80]'],
    [keyElement({ o: { b: 1 } as never }), '[o={"b":1}]'],
    [keyElement({ o: null as never }), '[o=null]'],
    [valueElement('x'), '[="x"]'],
    ['i:3' as ReturnType<typeof fieldElement>, '[3]'],
  ])('%s is shown as %s', (element, text) => {
    expect(showElement(element)).toBe(text)
  })
})

const SET = typeOf({ type: 'array', listType: 'set', items: TEXT })
const KEYED = typeOf({
  type: 'array',
  listType: 'map',
  listMapKeys: ['k'],
  items: objectOf({ k: TEXT, v: TEXT, w: TEXT }),
})

describe('a merge', () => {
  test.each<[unknown[] | undefined, unknown[] | undefined, unknown[] | undefined]>([
    [['a', 'b'], ['c'], ['a', 'b', 'c']],
    [
      ['a', 'b', 'c'],
      ['c', 'a'],
      ['b', 'c', 'a'],
    ],
    [
      ['a', 'x', 'b'],
      ['b', 'a'],
      ['x', 'b', 'a'],
    ],
    [
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ],
    [['a'], undefined, ['a']],
    [undefined, ['a'], ['a']],
    [[], [], []],
    [['a'], [], ['a']],
    [['a', 'a'], ['a'], ['a']],
  ])('of the sets %j and %j is %j', (live, applied, expected) => {
    expect(mergeTyped(live, applied, SET)).toEqual(expected)
  })

  test('of items with keys merges their members; an applied item replaces duplicates', () => {
    const live = [
      { k: '1', v: 'a' },
      { k: '2', v: 'b' },
      { k: '2', v: 'c' },
    ]
    expect(
      mergeTyped(
        live,
        [
          { k: '1', w: 'x' },
          { k: '2', w: 'y' },
        ],
        KEYED,
      ),
    ).toEqual([
      { k: '1', v: 'a', w: 'x' },
      { k: '2', w: 'y' },
    ])
  })
})

test('duplicate items share an element', () => {
  const list = SET.list as NonNullable<typeof SET.list>
  expect([...groupItems(list, ['a', 'b', 'a'])]).toEqual([
    [valueElement('a'), ['a', 'a']],
    [valueElement('b'), ['b']],
  ])
})

describe('the annotation of kubectl', () => {
  const NAME = 'kubectl.kubernetes.io/last-applied-configuration'
  const schema = objectOf({
    apiVersion: TEXT,
    metadata: objectOf({}, { preservesUnknown: true }),
    data: { type: 'object', additionalProperties: TEXT },
    set: { type: 'array', listType: 'set', items: TEXT },
  })
  const write = { schema, apiVersion: 'v1' } as FieldWrite
  const liveOf = (applied: unknown, data: object = { x: '1', y: '2' }) => ({
    ...{ apiVersion: 'v1', data },
    metadata: { annotations: { [NAME]: typeof applied === 'string' ? applied : JSON.stringify(applied) } },
  })
  const taken = (applied: unknown, data?: object) => {
    const set = takenOverFromKubectl(write, liveOf(applied, data))
    return set && [...set.paths()].map(showPath)
  }

  test('gives the fields that still have their values', () => {
    expect(taken({ apiVersion: 'v1', data: { x: '1', y: '0', z: '3' } })).toEqual(['.apiVersion', '.data.x'])
  })

  test.each([
    '',
    'x',
    '[]',
    { apiVersion: 'v2', data: { x: '1' } },
    { apiVersion: 'v1', data: { x: 1 } },
    { apiVersion: 'v1', set: [null] },
  ])('%j is unusable', applied => {
    expect(taken(applied)).toBeUndefined()
    expect(takenOverFromKubectl(write, { metadata: {} })).toBeUndefined()
  })

  const updated = (config: object) =>
    (withLastApplied(liveOf('{}'), { ...config }) as ReturnType<typeof liveOf>).metadata.annotations[NAME]

  test('becomes the configuration without itself, with sorted members', () => {
    expect(updated({ b: [{ d: 1, c: '<' }], a: null })).toBe('{"a":null,"b":[{"c":"\\u003c","d":1}]}\n')
    expect(updated({ metadata: { annotations: { [NAME]: 'x', o: '1' } } })).toBe(
      '{"metadata":{"annotations":{"o":"1"}}}\n',
    )
    const without = { metadata: {} }
    expect(withLastApplied(without, {})).toBe(without)
  })

  test('is removed if all annotations have more than 256 KiB', () => {
    const most = 256 * 1024 - NAME.length - '{"a":""}\n'.length
    expect(updated({ a: 'x'.repeat(most) })).toHaveLength(most + '{"a":""}\n'.length)
    expect(updated({ a: 'x'.repeat(most + 1) })).toBeUndefined()
  })
})
