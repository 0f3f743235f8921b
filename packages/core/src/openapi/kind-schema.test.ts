import { expect, test } from 'vitest'
import type { JSONSchema } from './json-schema.ts'
import { kindSchemaOf } from './kind-schema.ts'

const KIND = { group: 'a.io', version: 'v1', kind: 'Thing' }
const REF = '#/components/schemas/'
const root = (members: JSONSchema = {}, kind: object = KIND): JSONSchema => ({
  'x-kubernetes-group-version-kind': [
    { group: '', version: 'v9', kind: 'DeleteOptions' },
    { ...KIND, ...kind },
  ],
  ...members,
})

test('a schema has the types that it refers to, over any number of references, and those of cycles once', () => {
  const document = {
    components: {
      schemas: {
        Other: { type: 'string' },
        A: { properties: { b: { $ref: `${REF}B` }, self: { $ref: `${REF}A` } } },
        B: { items: { $ref: `${REF}C` }, enum: [1, null, 'x'] },
        Root: root({ allOf: [{ $ref: `${REF}A` }, { $ref: '#/elsewhere' }] }),
      },
    },
  }
  const before = structuredClone(document)
  expect(kindSchemaOf(document, KIND)).toEqual({
    ...root({ allOf: [{ $ref: '#/definitions/A' }, { $ref: '#/elsewhere' }] }),
    definitions: {
      A: { properties: { b: { $ref: '#/definitions/B' }, self: { $ref: '#/definitions/A' } } },
      B: { items: { $ref: '#/definitions/C' }, enum: [1, null, 'x'] },
      C: {},
    },
  })
  expect(document).toEqual(before)
})

test('a property may have the name of a reference, and other members its text', () => {
  const properties = { $ref: { type: 'string' }, a: { description: `${REF}A` } }
  const document = { components: { schemas: { Root: root({ properties }) } } }
  expect(kindSchemaOf(document, KIND)).toEqual({ ...root({ properties }), definitions: {} })
})

test.each([[{ group: 'b.io' }], [{ version: 'v2' }], [{ kind: 'Other' }]])(
  'a type of %j is another kind',
  kind => {
    const document = { components: { schemas: { Plain: {}, Root: root({}, kind) } } }
    expect(kindSchemaOf(document, KIND)).toBeUndefined()
  },
)

test.each([[{}], [{ components: {} }], [{ components: { schemas: {} } }]])('%j has no kinds', document => {
  expect(kindSchemaOf(document, KIND)).toBeUndefined()
})
