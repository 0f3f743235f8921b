import { expect, test } from 'vitest'
import { structuralSchema } from './structural-schema.ts'

/** The schema of a member. */
const memberOf = (node: unknown) =>
  structuralSchema({ type: 'object', properties: { spec: node } }, undefined).properties?.get('spec')

test('the root has a type, a version and metadata, and so does an embedded object', () => {
  const metadata = { type: 'object', typeName: 'm' } as const
  const root = structuralSchema({ type: 'object', properties: {} }, metadata)
  expect(root.properties?.get('metadata')).toBe(metadata)
  expect([root.properties?.get('kind')?.type, root.properties?.get('apiVersion')?.type]).toEqual([
    'string',
    'string',
  ])
  expect(structuralSchema({ type: 'object' }, undefined).properties?.get('metadata')).toMatchObject({
    type: 'object',
    preservesUnknown: true,
  })
})

test.each([
  [{ 'x-kubernetes-int-or-string': true }, 'int-or-string'],
  [{ 'x-kubernetes-int-or-string': 'yes', type: 'integer' }, 'integer'],
  [{ type: 'boolean' }, 'boolean'],
  [{ type: 'unknown' }, 'any'],
  [{}, 'any'],
])('the type of %j is %s', (node, type) => {
  expect(memberOf(node)?.type).toBe(type)
})

test.each([
  [{ 'x-kubernetes-preserve-unknown-fields': true }, { preservesUnknown: true }],
  [{ 'x-kubernetes-map-type': 'atomic' }, { mapType: 'atomic' }],
  [{ 'x-kubernetes-list-type': 'set' }, { listType: 'set' }],
  [
    { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a', 1] },
    { listType: 'map', listMapKeys: ['a'] },
  ],
  [{ 'x-kubernetes-list-type': 'atomic' }, { listType: 'atomic' }],
  [{ enum: ['a', 1] }, { enum: ['a', 1] }],
  [
    { exclusiveMinimum: true, minimum: 1 },
    { exclusiveMinimum: true, minimum: 1 },
  ],
  [
    { exclusiveMaximum: true, maximum: 2 },
    { exclusiveMaximum: true, maximum: 2 },
  ],
  [
    { uniqueItems: true, minItems: 1, maxItems: 2 },
    { uniqueItems: true, minItems: 1, maxItems: 2 },
  ],
  [
    { pattern: 'a', format: 'date', minLength: 1 },
    { pattern: 'a', format: 'date', minLength: 1 },
  ],
])('%j is read', (keywords, expected) => {
  expect(memberOf({ type: 'object', ...keywords })).toMatchObject(expected)
})

test('keywords of other types are not read', () => {
  const wrong = memberOf({
    ...{ type: 'object', 'x-kubernetes-map-type': 'granular', 'x-kubernetes-list-type': 'other', enum: 'a' },
    ...{ 'x-kubernetes-preserve-unknown-fields': 'true', exclusiveMinimum: 'true', exclusiveMaximum: 1 },
    ...{ uniqueItems: 'true', pattern: 1, minimum: '1', 'x-kubernetes-list-map-keys': 'a' },
  })
  expect(wrong?.mapType).not.toBe('atomic')
  expect([wrong?.listType, wrong?.enum, wrong?.pattern, wrong?.minimum, wrong?.listMapKeys]).toEqual([
    ...[undefined, undefined, undefined],
    ...[undefined, undefined],
  ])
  expect([
    wrong?.preservesUnknown,
    wrong?.exclusiveMinimum,
    wrong?.exclusiveMaximum,
    wrong?.uniqueItems,
  ]).toEqual([...[false, false], ...[false, false]])
})

test('an object has rules if a schema within it has some', () => {
  const rules = { 'x-kubernetes-validations': [{ rule: 'self.a' }] }
  const hasRules = (node: object) => structuralSchema({ type: 'object', ...node }).hasRules
  expect([hasRules(rules), hasRules({ allOf: [{}, { properties: { a: rules } }] })]).toEqual([true, true])
  expect([hasRules({}), hasRules({ properties: { a: { type: 'string', enum: [1, null] } } })]).toEqual([
    false,
    false,
  ])
  expect(hasRules({ 'x-kubernetes-validations': {} })).toBe(false)
  expect(structuralSchema({}).isEmbeddedResource).toBe(true)
})
