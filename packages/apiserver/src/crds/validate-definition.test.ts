import type { JSONSchemaProps } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { completed } from './complete.ts'
import { definitionOf } from './definition-of.ts'
import { definitionErrors } from './validate-definition.ts'

const VERSION = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }
const SPEC = {
  group: 'example.com',
  scope: 'Namespaced',
  names: { plural: 'things', kind: 'Thing' },
  versions: [VERSION],
}

function errors(spec: object, name = 'things.example.com'): string[] {
  const definition = completed(definitionOf({ metadata: { name }, spec }))
  return definitionErrors(definition).map(({ field, type, detail }) =>
    detail ? `${field}: ${type}: ${detail}` : `${field}: ${type}`,
  )
}
const ofVersion = (more: object) => errors({ ...SPEC, versions: [{ ...VERSION, ...more }] })
const ofSchema = (openAPIV3Schema: unknown) => ofVersion({ schema: { openAPIV3Schema } })
const ofField = (spec: JSONSchemaProps | object) => ofSchema({ type: 'object', properties: { spec } })

test('a valid definition', () => {
  expect(errors(SPEC)).toEqual([])
  expect(
    ofField({
      type: 'object',
      properties: {
        port: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
        any: { 'x-kubernetes-preserve-unknown-fields': true },
        map: { type: 'object', additionalProperties: { type: 'string' } },
      },
    }),
  ).toEqual([])
})

test('required members', () => {
  expect(errors({})).toEqual([
    'metadata.name: Invalid value: "things.example.com": must be spec.names.plural+"."+spec.group',
    'spec.group: Required value',
    'spec.scope: Required value',
    'spec.versions: Invalid value: null: must have exactly one version marked as storage version',
    'spec.names.plural: Required value',
    'spec.names.singular: Required value',
    'spec.names.kind: Required value',
    'spec.names.listKind: Required value',
    'status.storedVersions: Invalid value: null: must have at least one stored version',
  ])
  expect(ofVersion({ schema: undefined })).toEqual([
    'spec.versions[0].schema.openAPIV3Schema: Required value',
  ])
})

test('names, group and scope', () => {
  expect(errors(SPEC, 'foo.bar')).toEqual([
    'metadata.name: Invalid value: "foo.bar": must be spec.names.plural+"."+spec.group',
  ])
  expect(errors({ ...SPEC, scope: 'Foo' })).toEqual([
    'spec.scope: Unsupported value: "Foo": supported values: "Cluster", "Namespaced"',
  ])
  expect(errors({ ...SPEC, group: 'example' }, 'things.example')).toEqual([
    'spec.group: Invalid value: "example": should be a domain with at least one dot',
  ])
  expect(errors({ ...SPEC, group: 'foo.k8s.io' }, 'things.foo.k8s.io')).toEqual([
    'metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111',
  ])
  expect(errors({ ...SPEC, names: { ...SPEC.names, listKind: 'Thing' } })).toEqual([
    'spec.names.listKind: Invalid value: "Thing": kind and listKind may not be the same',
  ])
  expect(errors({ ...SPEC, names: { ...SPEC.names, kind: 'thing!' } })[1]).toContain(
    'spec.names.kind: Invalid value: "thing!": may have mixed case, but should otherwise match: a DNS-1035 label must consist of',
  )
})

test('versions', () => {
  const printed =
    '{"Name":"v1","Served":true,"Storage":true,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}'
  expect(errors({ ...SPEC, versions: [VERSION, { ...VERSION, name: 'v2' }] })).toEqual([
    `spec.versions: Invalid value: [${printed},${printed.replace('v1', 'v2')}]: must have exactly one version marked as storage version`,
    'status.storedVersions: Invalid value: ["v1"]: must have the storage version v2',
  ])
  expect(ofVersion({ deprecated: true, deprecationWarning: '' })).toEqual([
    'spec.versions[0].deprecationWarning: Invalid value: "": must not be an empty string',
  ])
  const schema = { openAPIV3Schema: { properties: { s: { type: 'strin' } } } }
  const other = { name: 'v2', served: true, storage: false, schema, subresources: { scale: {} } }
  expect(errors({ ...SPEC, versions: [VERSION, other] })).toEqual([
    'spec.versions[1].schema.openAPIV3Schema.type: Required value: must not be empty at the root',
    'spec.versions[1].schema.openAPIV3Schema.properties[s].type: Unsupported value: "strin": supported values: "array", "boolean", "integer", "number", "object", "string"',
    'spec.versions[1].subresources.scale.specReplicasPath: Required value',
    'spec.versions[1].subresources.scale.statusReplicasPath: Required value',
  ])
})

test.each<[object, string]>([
  [
    { type: 'strin' },
    '.type: Unsupported value: "strin": supported values: "array", "boolean", "integer", "number", "object", "string"',
  ],
  [{ type: 'array' }, '.items: Required value: must be specified'],
  [
    { type: 'array', items: [{ type: 'string' }] },
    '.items: Forbidden: items must be a schema object and not an array',
  ],
  [{ type: 'array', items: {} }, '.items.type: Required value: must not be empty for specified array items'],
  [{}, '.type: Required value: must not be empty for specified object fields'],
  [
    { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: { type: 'string' } },
    '.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive',
  ],
  [
    { type: 'array', items: { type: 'string' }, uniqueItems: true },
    '.uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
  ],
  [
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': false },
    '.x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined',
  ],
  [
    { type: 'object', 'x-kubernetes-embedded-resource': true },
    '.properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
  ],
  [
    { type: 'array', 'x-kubernetes-list-type': 'map', items: { type: 'object', properties: {} } },
    '.x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map',
  ],
  [
    {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['a'],
      items: { type: 'object', properties: { a: { type: 'string' } } },
    },
    '.items.properties[a].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
  ],
  [
    {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['zz'],
      items: { type: 'object', properties: { a: { type: 'string' } } },
    },
    '.x-kubernetes-list-map-keys: Invalid value: ["zz"]: entries must all be names of item properties',
  ],
  [
    { type: 'array', 'x-kubernetes-list-type': 'foo', items: { type: 'string' } },
    '.x-kubernetes-list-type: Unsupported value: "foo": supported values: "atomic", "set", "map"',
  ],
  [
    { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'object' } },
    '.items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set',
  ],
  [
    { type: 'array', 'x-kubernetes-list-map-keys': ['a'], items: { type: 'string' } },
    '.x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty',
  ],
])('a schema: %j', (schema, expected) => {
  expect(ofField(schema)).toEqual([`spec.validation.openAPIV3Schema.properties[spec]${expected}`])
})

test('schemas in anyOf must not specify types', () => {
  const anyOf = [{ type: 'object', properties: { a: { type: 'string' } } }]
  const at = 'spec.validation.openAPIV3Schema.properties[spec].anyOf[0]'
  expect(ofField({ type: 'object', anyOf })).toEqual([
    `${at}.properties[a].type: Forbidden: must be empty to be structural`,
    `${at}.type: Forbidden: must be empty to be structural`,
  ])
  const outer = 'spec.validation.openAPIV3Schema.properties[spec]'
  expect(ofField({ type: 'object', oneOf: [{ required: ['a'] }] })).toEqual([])
  const properties = { a: { type: 'string' } }
  expect(ofField({ type: 'object', properties, not: { properties: { a: { enum: ['x'] } } } })).toEqual([])
  expect(ofField({ type: 'object', allOf: [{ properties: { b: { minimum: 1 } } }] })).toEqual([
    `${outer}.properties[b]: Required value: because it is defined in ${outer}.allOf[0].properties[b]`,
  ])
})

test('the root of the schema', () => {
  expect(ofSchema({ type: 'array', items: { type: 'string' } })).toEqual([
    'spec.validation.openAPIV3Schema.type: Invalid value: "array": must be object at the root',
  ])
  const metadata = { type: 'object', properties: { labels: { type: 'object' } } }
  expect(ofSchema({ type: 'object', properties: { metadata } })).toEqual([
    'spec.validation.openAPIV3Schema.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
  ])
})

test('columns, fields and the paths of scale', () => {
  const columns = [
    { name: '', type: 'foo', jsonPath: 'spec' },
    { name: 'a', type: 'string', jsonPath: '.spec.x', format: 'q' },
  ]
  expect(ofVersion({ additionalPrinterColumns: columns })).toEqual([
    'spec.additionalPrinterColumns[0].name: Required value',
    'spec.additionalPrinterColumns[0].type: Invalid value: "foo": must be one of boolean,date,integer,number,string',
    'spec.additionalPrinterColumns[0].JSONPath: Invalid value: "spec": must be a simple json path starting with .',
    'spec.additionalPrinterColumns[1].format: Invalid value: "q": must be one of byte,date,date-time,double,float,int32,int64,password',
  ])
  expect(ofVersion({ selectableFields: [{ jsonPath: '.spec.color' }, { jsonPath: 'spec.a' }] })).toEqual([
    'spec.selectableFields[0].jsonPath: Invalid value: ".spec.color": is an invalid path: does not refer to a valid field',
    'spec.selectableFields[1].jsonPath: Invalid value: "spec.a": is an invalid path: expected [ or . but got: spec',
  ])
  const scale = { specReplicasPath: 'spec.replicas', statusReplicasPath: '.foo.x' }
  expect(ofVersion({ subresources: { scale } })).toEqual([
    'spec.subresources.scale.specReplicasPath: Invalid value: "spec.replicas": must be a simple json path starting with .',
    'spec.subresources.scale.statusReplicasPath: Invalid value: ".foo.x": should be a json path under .status',
  ])
})

test.each<[object, string]>([
  [
    { type: 'object', properties: { a: { type: 'string', default: 1 } } },
    '.properties[a].default: Invalid value: "integer":  in body must be of type string: "integer"',
  ],
  [
    { type: 'object', default: { b: 1 }, properties: { a: { type: 'string' } } },
    '.default: Invalid value: {"b":1}: must not have unknown fields',
  ],
  [{ type: 'string', enum: ['a'], default: 'b' }, '.default: Unsupported value: "b": supported values: "a"'],
  [
    { type: 'integer', minimum: 3, default: 0 },
    '.default: Invalid value: 0:  in body should be greater than or equal to 3',
  ],
  [
    { type: 'object', required: ['a'], default: {}, properties: { a: { type: 'string' } } },
    '.default.a: Required value',
  ],
  [
    { type: 'array', items: { type: 'integer' }, default: ['a'] },
    '.default.[0]: Invalid value: "string": [0] in body must be of type integer: "string"',
  ],
  [
    { type: 'integer', minimum: 0.5, default: 1 },
    '.default: Invalid value: "": Minimum boundary value must be of type integer (default format) in ',
  ],
])('a default that does not fit: %j', (schema, expected) => {
  expect(ofField(schema)).toEqual([`spec.validation.openAPIV3Schema.properties[spec]${expected}`])
})

test('an integer may be bounded by a fraction, which rejects its values only', () => {
  expect(ofField({ type: 'integer', minimum: 0.5, maximum: 1.5 })).toEqual([])
})
