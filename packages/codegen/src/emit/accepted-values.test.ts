import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonSchema } from '../model/json-schema.ts'
import type { ResourceModel } from '../model/resource-model.ts'
import { judge } from '../test/judge.ts'
import { widgetModel, widgetWith } from '../test/model.ts'

/** What the type of a schema accepts, and what it does not. The schema is one of `spec`, unless there is a model. */
interface Case {
  readonly title: string
  readonly schema?: JsonSchema
  readonly model?: ResourceModel
  readonly accepts: readonly string[]
  readonly refuses: readonly string[]
}

const string: JsonSchema = { type: 'string' }
const text = (properties: Readonly<Record<string, JsonSchema>>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
})
/** A schema as a property, so that a value of any form is an object with it. */
const field = (schema: JsonSchema): JsonSchema => text({ a: schema })
const required = (...names: readonly string[]): JsonSchema => ({ required: names })

const members = text({ git: text({ url: string }, required('url')), http: string, name: string })

const CASES: readonly Case[] = [
  {
    title: 'C-GEN-4: without metadata in the schema, metadata is ObjectMeta, and the identity is literal',
    model: widgetModel(),
    accepts: [
      '{}',
      `{ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a', labels: { a: 'b' } } }`,
    ],
    refuses: [
      `{ apiVersion: 'example.com/v2' }`,
      `{ kind: 'Gadget' }`,
      '{ metadata: { nam: 1 } }',
      '{ spec: 1 }',
    ],
  },
  {
    title: 'C-GEN-4: metadata as an object, and with a restricted name, is ObjectMeta',
    model: widgetModel({
      schema: text(
        { apiVersion: string, kind: string, metadata: text({ name: { type: 'string', pattern: '^a' } }) },
        required('metadata', 'kind'),
      ),
    }),
    accepts: ['{}', `{ metadata: { name: 'a', finalizers: ['b'] } }`],
    refuses: [`{ metadata: { name: 1 } }`, `{ kind: 'widget' }`],
  },
  {
    title: 'C-GEN-5: required and optional properties, nested objects and lists of lists',
    schema: text(
      {
        size: { type: 'integer' },
        on: { type: 'boolean' },
        inner: text({ deep: text({ x: string }, required('x')) }),
        matrix: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
      },
      required('size'),
    ),
    accepts: [
      '{ spec: { size: 1 } }',
      `{ spec: { size: 1, on: true, inner: { deep: { x: '' } }, matrix: [[1], []] } }`,
    ],
    refuses: [
      '{ spec: {} }',
      `{ spec: { size: '1' } }`,
      '{ spec: { size: 1, inner: { deep: {} } } }',
      '{ spec: { size: 1, inner: { other: 1 } } }',
      '{ spec: { size: 1, matrix: [1] } }',
      '{ spec: { size: null } }',
      '{ spec: { size: undefined } }',
    ],
  },
  ...[
    { 'x-kubernetes-int-or-string': true },
    { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, string] },
    {
      'x-kubernetes-int-or-string': true,
      allOf: [{ anyOf: [{ type: 'integer' }, string] }, { pattern: 'a' }],
    },
    { type: 'string', format: 'int-or-string' },
  ].map(schema => ({
    title: `C-GEN-6: a number or text: ${JSON.stringify(schema)}`,
    schema: field(schema),
    accepts: ['{ spec: { a: 1 } }', `{ spec: { a: '50%' } }`, '{ spec: {} }'],
    refuses: ['{ spec: { a: true } }', '{ spec: { a: null } }', '{ spec: { a: [1] } }'],
  })),
  {
    title: 'C-GEN-7: texts of an enum, and the empty text among them',
    schema: field({ type: 'string', enum: ['', 'a', `it's "b"`, 'c\\d\n\u2028'] }),
    accepts: [
      `{ spec: { a: '' } }`,
      String.raw`{ spec: { a: "it's \"b\"" } }`,
      String.raw`{ spec: { a: 'c\\d\n\u2028' } }`,
    ],
    refuses: [`{ spec: { a: 'b' } }`, '{ spec: { a: null } }'],
  },
  {
    title: 'C-GEN-7: numbers of an enum',
    schema: field({ type: 'integer', enum: [1, -2, 1e21] }),
    accepts: ['{ spec: { a: 1 } }', '{ spec: { a: -2 } }', '{ spec: { a: 1e21 } }'],
    refuses: ['{ spec: { a: 2 } }', `{ spec: { a: '1' } }`],
  },
  {
    title: 'C-GEN-7: an enum with null that is nullable, and an enum of one value',
    schema: text({
      a: { type: 'string', enum: ['x', null], nullable: true },
      b: { type: 'boolean', enum: [true] },
    }),
    accepts: ['{ spec: { a: null } }', `{ spec: { a: 'x', b: true } }`],
    refuses: [`{ spec: { a: 'y' } }`, '{ spec: { b: false } }', '{ spec: { b: null } }'],
  },
  {
    title: 'C-GEN-7: an enum of objects restricts no type',
    schema: field({ type: 'array', items: string, enum: [['a'], ['b']] }),
    accepts: [`{ spec: { a: ['a'] } }`],
    refuses: [`{ spec: { a: 'a' } }`],
  },
  {
    title: 'C-GEN-8: maps by a schema, by true, of lists, of objects',
    schema: text({
      texts: { type: 'object', additionalProperties: string },
      all: { type: 'object', additionalProperties: true },
      lists: { type: 'object', additionalProperties: { type: 'array', items: string } },
      objects: { type: 'object', additionalProperties: text({ x: string }, required('x')) },
    }),
    accepts: [
      `{ spec: { texts: { a: 'b' }, all: { a: 1, b: [null] }, lists: { a: ['b'] }, objects: { a: { x: '' } } } }`,
      '{ spec: { texts: {}, all: {}, lists: {}, objects: {} } }',
    ],
    refuses: [
      '{ spec: { texts: { a: 1 } } }',
      '{ spec: { all: 1 } }',
      '{ spec: { lists: { a: [1] } } }',
      '{ spec: { objects: { a: {} } } }',
    ],
  },
  {
    title: 'C-GEN-8: an object without properties has no members',
    schema: text({ none: { type: 'object' }, no: { type: 'object', additionalProperties: false } }),
    accepts: ['{ spec: { none: {}, no: {} } }', '{}'],
    refuses: [
      '{ spec: { none: { a: 1 } } }',
      '{ spec: { no: { a: 1 } } }',
      '{ spec: { none: 1 } }',
      '{ spec: { none: null } }',
    ],
  },
  {
    title: 'C-GEN-9: unknown fields at the root, beside properties',
    model: widgetModel({
      schema: text({ spec: text({ a: string }) }, { 'x-kubernetes-preserve-unknown-fields': true }),
    }),
    accepts: [`{ spec: { a: '' }, other: 1, metadata: { name: 'a' } }`],
    refuses: ['{ spec: { a: 1 } }', '{ spec: { b: 1 } }', '{ metadata: 1, other: 1 }', `{ kind: 'Gadget' }`],
  },
  {
    title: 'C-GEN-9: unknown fields at the root, without properties',
    model: widgetModel({ schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }),
    accepts: ['{ spec: [1] }'],
    refuses: [`{ kind: 'Gadget' }`],
  },
  {
    title: 'C-GEN-9: unknown fields in a nested object and at leaves',
    schema: text({
      nested: text({ a: string }, { ...required('a'), 'x-kubernetes-preserve-unknown-fields': true }),
      object: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      any: { 'x-kubernetes-preserve-unknown-fields': true },
      list: { type: 'array', items: { 'x-kubernetes-preserve-unknown-fields': true } },
    }),
    accepts: [
      `{ spec: { nested: { a: '', b: 1 }, object: { a: [1] }, any: 'text', list: [1, 'a', null, {}] } }`,
      '{ spec: { any: null } }',
    ],
    refuses: [
      '{ spec: { nested: { b: 1 } } }',
      '{ spec: { nested: { a: 1 } } }',
      '{ spec: { object: 1 } }',
      '{ spec: { x: 1 } }',
    ],
  },
  {
    title: 'an embedded object requires apiVersion and kind, has ObjectMeta, and the properties given',
    schema: text({
      any: {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        'x-kubernetes-preserve-unknown-fields': true,
      },
      some: text(
        {
          kind: { type: 'string', enum: ['Pod'] },
          metadata: text({ name: string }),
          spec: text({ a: string }),
        },
        { 'x-kubernetes-embedded-resource': true, ...required('metadata') },
      ),
    }),
    accepts: [
      `{ spec: { any: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { x: 1 } } } }`,
      `{ spec: { some: { apiVersion: 'v1', kind: 'Pod', metadata: { labels: {} }, spec: { a: '' } } } }`,
    ],
    refuses: [
      `{ spec: { any: { kind: 'Pod' } } }`,
      `{ spec: { any: { apiVersion: 'v1', kind: 'Pod', metadata: { nam: 1 } } } }`,
      `{ spec: { some: { apiVersion: 'v1', kind: 'Pod' } } }`,
      `{ spec: { some: { apiVersion: 'v1', kind: 'Node', metadata: {} } } }`,
      `{ spec: { some: { apiVersion: 'v1', kind: 'Pod', metadata: {}, other: 1 } } }`,
    ],
  },
  {
    title: 'nullable values may be null, also with a default',
    schema: text(
      {
        a: { type: 'string', nullable: true },
        b: { type: 'integer', nullable: true, default: 1 },
        c: text({ x: string }, { nullable: true }),
        d: { type: 'array', items: { type: 'string', nullable: true } },
        e: { type: 'object', additionalProperties: { type: 'string', nullable: true } },
      },
      required('a'),
    ),
    accepts: [`{ spec: { a: null, b: null, c: null, d: [null, ''], e: { x: null } } }`],
    refuses: ['{ spec: {} }', '{ spec: { a: null, d: null } }', '{ spec: { a: null, e: null } }'],
  },
  {
    title: 'C-GEN-11: a property with a default stays optional, as its parent may be absent',
    schema: text({
      a: text({ b: { type: 'integer', default: 1 } }),
      c: text({ d: { type: 'integer', default: 2 } }, { default: {} }),
    }),
    accepts: ['{}', '{ spec: {} }', '{ spec: { a: {}, c: {} } }', '{ spec: { a: { b: 2 } } }'],
    refuses: [`{ spec: { a: { b: '1' } } }`],
  },
  {
    title: 'C-GEN-11: a required property with a default may be omitted, because the server sets it first',
    schema: text({ a: { type: 'integer', default: 1 }, b: { type: 'integer' } }, required('a', 'b')),
    accepts: ['{ spec: { b: 1 } }', '{ spec: { a: 2, b: 1 } }'],
    refuses: ['{ spec: { a: 2 } }'],
  },
  {
    title: 'C-GEN-15: formats do not change the type',
    schema: text({
      long: { type: 'integer', format: 'int64' },
      real: { type: 'number', format: 'double' },
      bytes: { type: 'string', format: 'byte' },
      time: { type: 'string', format: 'date-time' },
    }),
    accepts: [`{ spec: { long: 1, real: 1.5, bytes: 'YQ==', time: '2026-01-01T00:00:00Z' } }`],
    refuses: [
      `{ spec: { long: '1' } }`,
      '{ spec: { time: 1 } }',
      '{ spec: { time: new Date() } }',
      '{ spec: { long: 1n } }',
    ],
  },
  {
    title: 'oneOf with required: exactly one of the members',
    schema: field({ ...members, oneOf: [required('git'), required('http')] }),
    accepts: [`{ spec: { a: { git: { url: '' } } } }`, `{ spec: { a: { http: '', name: 'x' } } }`],
    refuses: [
      `{ spec: { a: { git: { url: '' }, http: '' } } }`,
      `{ spec: { a: { name: '' } } }`,
      `{ spec: { a: { git: {} } } }`,
      `{ spec: { a: { http: '', other: 1 } } }`,
    ],
  },
  {
    title: 'oneOf whose first member is the absence of all others: at most one of the members',
    schema: field({
      ...members,
      oneOf: [{ not: { anyOf: [required('git'), required('http')] } }, required('git'), required('http')],
    }),
    accepts: [
      '{ spec: { a: {} } }',
      `{ spec: { a: { git: { url: '' } } } }`,
      `{ spec: { a: { http: '', name: 'x' } } }`,
    ],
    refuses: [`{ spec: { a: { git: { url: '' }, http: '' } } }`],
  },
  {
    title: 'anyOf with required: at least one of the members',
    schema: field({ ...members, anyOf: [required('git'), required('http')] }),
    accepts: [`{ spec: { a: { git: { url: '' }, http: '' } } }`, `{ spec: { a: { http: '' } } }`],
    refuses: [`{ spec: { a: { name: '' } } }`, '{ spec: { a: {} } }'],
  },
  {
    title: 'oneOf with several required members, and one that the others imply',
    schema: text({
      two: text({ a: string, b: string, c: string }, { oneOf: [required('a', 'b'), required('c')] }),
      implied: text({ a: string, b: string }, { oneOf: [required('a'), required('a', 'b')] }),
    }),
    accepts: [
      `{ spec: { two: { a: '', b: '' } } }`,
      `{ spec: { two: { a: '', c: '' } } }`,
      `{ spec: { implied: { a: '' } } }`,
    ],
    refuses: [
      `{ spec: { two: { a: '' } } }`,
      `{ spec: { two: { a: '', b: '', c: '' } } }`,
      `{ spec: { implied: { a: '', b: '' } } }`,
    ],
  },
  {
    title: 'several unions of one object, in its allOf',
    schema: field({
      ...text({ a: string, b: string, c: string, d: string }),
      allOf: [{ oneOf: [required('a'), required('b')] }, { anyOf: [required('c'), required('d')] }],
    }),
    accepts: [`{ spec: { a: { a: '', c: '', d: '' } } }`, `{ spec: { a: { b: '', d: '' } } }`],
    refuses: [`{ spec: { a: { a: '', b: '', c: '' } } }`, `{ spec: { a: { a: '' } } }`],
  },
  {
    title: 'a union at the root, and one beside unknown fields',
    model: widgetModel({
      schema: text(
        {
          a: string,
          b: string,
          c: text(
            { x: string, y: string },
            { ...unionOf('x', 'y'), 'x-kubernetes-preserve-unknown-fields': true },
          ),
        },
        unionOf('a', 'b'),
      ),
    }),
    accepts: [`{ a: '' }`, `{ b: '', metadata: {} }`, `{ a: '', c: { x: '', z: 1 } }`],
    refuses: [`{ a: '', b: '' }`, '{}', `{ a: '', c: { z: 1 } }`, `{ a: '', kind: 'Gadget' }`],
  },
  {
    title: 'oneOf, anyOf and not that say more only restrict values',
    schema: text(
      { a: string, b: { type: 'integer' } },
      {
        oneOf: [{ ...required('a'), properties: { b: { minimum: 1 } } }, required('b')],
        anyOf: [{ properties: { a: { pattern: 'x' } } }, required('b')],
        not: required('a', 'b'),
        allOf: [{ oneOf: [required('unknown'), required('a')] }, { not: required('a') }],
      },
    ),
    accepts: ['{ spec: {} }', `{ spec: { a: '', b: 1 } }`],
    refuses: [`{ spec: { a: 1 } }`],
  },
  {
    title: 'properties that each object inherits, that are no identifiers, and that are quoted',
    schema: text(
      Object.fromEntries(
        [
          'constructor',
          'toString',
          'valueOf',
          'hasOwnProperty',
          '__proto__',
          '2nd',
          'readonly',
          'get',
          'new',
          'default',
          '123',
          '$ref',
          'x-y',
          '',
          `it's`,
          '"',
          '\\',
          '\u2028',
          '*/',
          '`',
          'ä',
        ].map(name => [name, string] as const),
      ),
    ),
    accepts: [
      '{ spec: {} }',
      `{ spec: { constructor: '', toString: 'a', valueOf: '', hasOwnProperty: '', '__proto__': '', '2nd': '', readonly: '', get: '', new: '', default: '', 123: '', $ref: '', 'x-y': '', '': '' } }`,
      String.raw`{ spec: { "it's": '', '"': '', '\\': '', '\u2028': '', '*/': '', ä: '' } }`,
    ],
    refuses: [
      '{ spec: { constructor: 1 } }',
      '{ spec: { toString: true } }',
      '{ spec: { __proto__: 1 } }',
      '{ spec: { "2nd": 1 } }',
      '{ spec: { $ref: 1 } }',
      String.raw`{ spec: { '\u2028': 1 } }`,
    ],
  },
  {
    title: 'a required property that each object inherits, and a union of such, which is none',
    schema: text({
      a: text({ constructor: string }, required('constructor')),
      b: text({ constructor: string, toString: string }, unionOf('constructor', 'toString')),
    }),
    accepts: [
      `{ spec: { a: { constructor: '' } } }`,
      `{ spec: { b: { toString: '' } } }`,
      '{ spec: { b: {} } }',
    ],
    refuses: ['{ spec: { a: {} } }', '{ spec: { b: { constructor: 1 } } }'],
  },
  {
    title: 'lists of objects: the type of an item is that of the path',
    schema: field({
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: text({ name: string }, required('name')),
    }),
    accepts: [`{ spec: { a: [{ name: '' }] } }`, '{ spec: { a: [] } }'],
    refuses: ['{ spec: { a: [{}] } }', `{ spec: { a: { name: '' } } }`],
  },
  {
    title: 'a list without items, and a schema without a type',
    schema: text({
      list: { type: 'array' },
      any: {},
      object: { properties: { x: string } },
      items: { items: string },
    }),
    accepts: [`{ spec: { list: [1, 'a'], any: [1], object: { x: '' }, items: [''] } }`],
    refuses: ['{ spec: { list: 1 } }', '{ spec: { object: { x: 1 } } }', '{ spec: { items: [1] } }'],
  },
]

function unionOf(...names: readonly string[]): JsonSchema {
  return { oneOf: names.map(name => required(name)) }
}

describe('generated types', () => {
  let accepted: ReadonlyMap<string, readonly boolean[]>
  beforeAll(async () => {
    const judged = await judge(
      CASES.map(({ schema = {}, model = widgetWith(schema), accepts, refuses }) => ({
        model,
        expressions: [...accepts, ...refuses],
      })),
    )
    accepted = new Map(CASES.map(({ title }, index) => [title, judged[index] ?? []]))
  }, 60_000)

  test.each(CASES)('$title', ({ title, accepts, refuses }) => {
    const results = accepted.get(title) ?? []
    const found = [...accepts, ...refuses].filter((_, index) => results[index])
    expect(found).toEqual(accepts)
  })
})
