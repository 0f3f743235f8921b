import { expect, test } from 'vitest'
import type { Schema } from '../schema/schema.ts'
import type { Schemas } from '../schema/schemas.ts'
import { SchemaWriter } from './schema-object.ts'

const TEXT: Schema = { type: 'string' }
const objectOf = (members: Readonly<Record<string, Schema>>, more: Partial<Schema> = {}): Schema => ({
  type: 'object',
  properties: new Map(Object.entries(members)),
  ...more,
})

/** The types that are written for a type `root`. */
function typesOf(root: Schema, others: Readonly<Record<string, Schema>> = {}) {
  const known = new Map(Object.entries({ ...others, root }))
  const writer = new SchemaWriter({ ofType: (name: string) => known.get(name) } as unknown as Schemas)
  expect(writer.refer('root')).toEqual(REFERENCE('root'))
  return writer.types()
}
const REFERENCE = (name: string) => ({ $ref: `#/components/schemas/${name}` })

test.each<[Schema, object]>([
  [{ type: 'any' }, {}],
  [{ type: 'int-or-string' }, {}],
  [TEXT, { type: 'string' }],
  [
    { type: 'string', format: 'byte', enum: ['a'] },
    { type: 'string', format: 'byte', enum: ['a'] },
  ],
  [objectOf({ a: TEXT }, { required: [] }), { type: 'object', properties: { a: TEXT } }],
  [objectOf({ a: TEXT }, { required: ['a'] }), { type: 'object', required: ['a'], properties: { a: TEXT } }],
  [
    { type: 'object', additionalProperties: TEXT, mapType: 'atomic' },
    { type: 'object', additionalProperties: TEXT, 'x-kubernetes-map-type': 'atomic' },
  ],
  [
    { type: 'array', items: { ...TEXT, default: 'x' }, listType: 'map', listMapKeys: ['k'] },
    {
      ...{ type: 'array', items: { type: 'string', default: 'x' } },
      ...{ 'x-kubernetes-list-map-keys': ['k'], 'x-kubernetes-list-type': 'map' },
    },
  ],
  [
    { type: 'array', items: TEXT, patchStrategy: 'merge', patchMergeKey: 'k' },
    {
      ...{ type: 'array', items: TEXT },
      ...{ 'x-kubernetes-patch-merge-key': 'k', 'x-kubernetes-patch-strategy': 'merge' },
    },
  ],
])('%j is written as %j', (schema, expected) => {
  expect(typesOf(schema)).toEqual({ root: expected })
})

test('a named type is a reference, with what an occurrence adds to it', () => {
  const named = objectOf({ x: TEXT }, { typeName: 'named', mapType: 'atomic' })
  const members = {
    plain: named,
    initial: { ...named, default: {} },
    granular: { ...named, mapType: 'granular' },
    merged: { ...named, patchStrategy: 'merge' },
    unknown: { type: 'object', typeName: 'none' },
  } as const
  const types = typesOf(objectOf(members), { named })
  const reference = REFERENCE('named')
  expect(types).toEqual({
    named: { type: 'object', properties: { x: TEXT }, 'x-kubernetes-map-type': 'atomic' },
    none: {},
    root: {
      type: 'object',
      properties: {
        plain: reference,
        initial: { default: {}, allOf: [reference] },
        granular: { 'x-kubernetes-map-type': 'granular', allOf: [reference] },
        merged: { 'x-kubernetes-patch-strategy': 'merge', allOf: [reference] },
        unknown: REFERENCE('none'),
      },
    },
  })
  expect(Object.keys(types)).toEqual(['named', 'none', 'root'])
})
