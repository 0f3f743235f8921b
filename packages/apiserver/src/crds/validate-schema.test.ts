import type { JSONSchemaProps } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import type { FieldError } from '../status/status-errors.ts'
import { completed } from './complete.ts'
import { definitionOf } from './definition-of.ts'
import { definitionErrors } from './validate-definition.ts'
import { listErrors, mapErrors } from './validate-merge-rules.ts'
import { isSchema, mergeErrors, schemaErrors } from './validate-schema.ts'

const AT = 's'
const text = (errors: readonly FieldError[]) =>
  errors.map(({ field, type, detail }) => `${field}: ${type}${detail === '' ? '' : `: ${detail}`}`)
const schemaOf = (schema: object) => schema as JSONSchemaProps

test.each<[object, string[]]>([
  [
    {
      type: 'object',
      properties: { apiVersion: { type: 'string' }, kind: {}, metadata: { type: 'object' } },
    },
    [],
  ],
  [{ type: 'object', nullable: true }, ['s.nullable: Forbidden: nullable cannot be true at the root']],
  [{}, ['s.type: Required value: must not be empty at the root']],
  [{ type: 'string' }, ['s.type: Invalid value: "string": must be object at the root']],
  [
    { type: 'object', properties: { kind: { type: 'integer' }, metadata: { type: 'string' } } },
    [
      's.properties[kind].type: Invalid value: "integer": must be string',
      's.properties[metadata].type: Invalid value: "string": must be object',
    ],
  ],
  [{ type: 'object', properties: { metadata: { properties: { name: {}, generateName: {} } } } }, []],
  [
    { type: 'object', properties: { metadata: { properties: { name: {}, uid: {} } } } },
    [
      's.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
    ],
  ],
])('the root %j', (schema, expected) => {
  expect(text(schemaErrors(schemaOf(schema), AT))).toEqual(expected)
})

const WRONG = { type: 'null' }
const UNKNOWN =
  'Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"'
const NULL = ['type: ', 'type: Forbidden: type cannot be set to null, use nullable as an alternative']

test.each<[object, string]>([
  [{ properties: { a: WRONG } }, 's.properties[a]'],
  [{ properties: { a: { type: 'array', items: WRONG } } }, 's.properties[a].items'],
  [{ additionalProperties: WRONG }, 's.additionalProperties'],
  [{ allOf: [{}, WRONG] }, 's.allOf[1]'],
  [{ anyOf: [WRONG] }, 's.anyOf[0]'],
  [{ oneOf: [WRONG] }, 's.oneOf[0]'],
  [{ not: { not: WRONG } }, 's.not.not'],
])('each schema within a schema is looked at: %j', (schema, at) => {
  expect(text(schemaErrors(schemaOf({ type: 'object', ...schema }), AT))).toEqual([
    `${at}.${NULL[0]}${UNKNOWN}`,
    `${at}.${NULL[1]}`,
  ])
})

describe('keywords', () => {
  const errorsOf = (schema: object) => text(schemaErrors(schemaOf({ type: 'object', ...schema }), AT))

  test('that a server does not support', () => {
    const given = {
      $ref: 'a',
      additionalItems: false,
      patternProperties: {},
      dependencies: {},
      definitions: {},
    }
    const used = ['$ref', 'additionalItems', 'patternProperties', 'dependencies']
    expect(errorsOf(given)).toEqual(used.map(name => `s.${name}: Forbidden: ${name} is not supported`))
    expect(errorsOf({ definitions: { a: {} } })).toEqual([
      's.definitions: Forbidden: definitions is not supported',
    ])
  })

  test('that have to fit', () => {
    expect(errorsOf({ pattern: '(' })).toEqual([
      `s.pattern: Invalid value: "(": must be a valid regular expression, but isn't`,
    ])
    expect(errorsOf({ pattern: '^a$', additionalProperties: { type: 'string' } })).toEqual([])
    expect(errorsOf({ properties: {}, additionalProperties: { type: 'string' } })).toEqual([])
  })

  test('of embedded resources', () => {
    const embedded = { 'x-kubernetes-embedded-resource': true }
    const preserving = { ...embedded, 'x-kubernetes-preserve-unknown-fields': true }
    const member = (schema: object) =>
      text(schemaErrors(schemaOf({ type: 'object', properties: { a: schema } }), AT))
    expect(member({ type: 'object', ...preserving })).toEqual([])
    expect(member({ type: 'object', ...embedded, properties: { b: {} } })).toEqual([])
    expect(member({ type: 'object', ...embedded })).toHaveLength(1)
    expect(member({ type: 'string', ...preserving })).toEqual([
      's.properties[a].type: Invalid value: "string": must be object if x-kubernetes-embedded-resource is true',
    ])
    expect(member(preserving)).toEqual([
      's.properties[a].type: Invalid value: "": must be object if x-kubernetes-embedded-resource is true',
    ])
  })

  test('a single schema is an object', () => {
    expect([isSchema({}), isSchema([] as never), isSchema(true), isSchema(undefined)]).toEqual([
      ...[true, false],
      ...[false, false],
    ])
  })
})

describe('merge rules', () => {
  const list = (schema: object) => text(listErrors(schemaOf({ type: 'array', ...schema }), AT))
  const KEYS = 'x-kubernetes-list-map-keys'
  const set = (items: object) => list({ 'x-kubernetes-list-type': 'set', items })
  const map = (keys: readonly string[], items?: object) =>
    list({ 'x-kubernetes-list-type': 'map', [KEYS]: keys, ...(items && { items }) })

  test('a list type needs an array', () => {
    expect(list({})).toEqual([])
    expect(list({ [KEYS]: [] })).toEqual([])
    expect(text(listErrors({ 'x-kubernetes-list-type': 'atomic' }, AT))).toEqual([
      's.type: Required value: must be array if x-kubernetes-list-type is specified',
    ])
    expect(list({ type: 'object', 'x-kubernetes-list-type': 'atomic' })).toEqual([
      's.type: Invalid value: "object": must be array if x-kubernetes-list-type is specified',
    ])
  })

  test('only a map has keys', () => {
    const wrong = (type: string) =>
      `s.x-kubernetes-list-type: Invalid value: "${type}": must be map if x-kubernetes-list-map-keys is non-empty`
    expect(list({ 'x-kubernetes-list-type': 'atomic', [KEYS]: ['a'] })).toEqual([wrong('atomic')])
    expect(list({ 'x-kubernetes-list-type': 'set', [KEYS]: ['a'], items: {} })).toEqual([wrong('set')])
    expect(list({ 'x-kubernetes-list-type': 'atomic', [KEYS]: [] })).toEqual([])
  })

  test('items of a set are scalars or atomic', () => {
    for (const items of [
      { type: 'string' },
      { type: 'object', 'x-kubernetes-map-type': 'atomic' },
      { type: 'array' },
      { type: 'array', 'x-kubernetes-list-type': 'atomic' },
      { type: 'string', 'x-kubernetes-list-type': 'set' },
    ])
      expect(set(items)).toEqual([])
    const rule = 'must be atomic as item of a list with x-kubernetes-list-type=set'
    expect(set({ type: 'object' })).toEqual([`s.items.x-kubernetes-map-type: Invalid value: null: ${rule}`])
    expect(set({ type: 'object', 'x-kubernetes-map-type': 'granular' })).toEqual([
      `s.items.x-kubernetes-map-type: Invalid value: "granular": ${rule}`,
    ])
    expect(set({ type: 'array', 'x-kubernetes-list-type': 'set' })).toEqual([
      `s.items.x-kubernetes-list-type: Invalid value: "set": ${rule}`,
    ])
  })

  test('the keys of a map are properties of its items, which are required or have a default', () => {
    const items = (more: object) => ({ type: 'object', properties: { a: { type: 'string' } }, ...more })
    expect(map(['a'], items({ required: ['a'] }))).toEqual([])
    expect(map(['a'], items({ properties: { a: { default: 'x' } } }))).toEqual([])
    expect(map(['a'])).toEqual([])
    expect(map(['a'], items({}))).toHaveLength(1)
    expect(map([], items({}))).toEqual([
      's.x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map',
    ])
    const typed = (type: string) =>
      `s.items.type: Invalid value: "${type}": must be object if parent array's x-kubernetes-list-type is map`
    expect([map(['a'], { type: 'string' }), map(['a'], {})]).toEqual([[typed('string')], [typed('')]])
    expect(map(['a', 'toString'], items({ required: ['a', 'toString'] }))).toEqual([
      's.x-kubernetes-list-map-keys: Invalid value: ["a","toString"]: entries must all be names of item properties',
    ])
  })

  test('a map type is atomic or granular, and needs an object', () => {
    const of = (mapType: string | undefined, type?: string) =>
      text(mapErrors(schemaOf({ ...(type && { type }), 'x-kubernetes-map-type': mapType }), AT))
    expect([of(undefined), of('atomic', 'object'), of('granular', 'object')]).toEqual([[], [], []])
    expect(of('atomic', 'array')).toEqual([
      's.type: Invalid value: "array": must be object if x-kubernetes-map-type is specified',
    ])
    expect(of('other')).toEqual([
      's.type: Required value: must be object if x-kubernetes-map-type is specified',
      's.x-kubernetes-map-type: Unsupported value: "other": supported values: "atomic", "granular"',
    ])
  })

  test('are looked at in each schema', () => {
    const wrong = { type: 'string', 'x-kubernetes-map-type': 'atomic' }
    const schema = { properties: { a: wrong }, items: wrong, not: wrong }
    expect(mergeErrors(schemaOf(schema), AT).map(({ field }) => field)).toEqual([
      ...['s.properties[a].type', 's.items.type', 's.not.type'],
    ])
  })
})

describe('a definition', () => {
  const errorsOf = (more: object, status?: object) => {
    const version = {
      name: 'v1',
      served: true,
      storage: true,
      schema: { openAPIV3Schema: { type: 'object' } },
    }
    const names = { plural: 'things', kind: 'Thing' }
    const spec = { group: 'example.com', scope: 'Namespaced', names, versions: [version], ...more }
    const sent = { metadata: { name: `things.${spec.group}` }, spec, ...(status && { status }) }
    return text(definitionErrors(completed(definitionOf(sent))))
  }
  const webhook = { clientConfig: { url: 'https://a.example' }, conversionReviewVersions: ['v1'] }

  test('converts by no strategy, or by a webhook', () => {
    expect(errorsOf({ conversion: { strategy: 'None' } })).toEqual([])
    expect(errorsOf({ conversion: { strategy: 'Webhook', webhook } })).toEqual([])
    expect(errorsOf({ conversion: { strategy: 'Other' } })).toEqual([
      'spec.conversion.strategy: Unsupported value: "Other": supported values: "None", "Webhook"',
    ])
    expect(
      errorsOf({ conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: [] } } }),
    ).toEqual([
      'spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook',
      'spec.conversion.conversionReviewVersions: Required value',
    ])
  })

  test('does not preserve unknown fields as a whole', () => {
    const preserved =
      'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead'
    expect(errorsOf({ preserveUnknownFields: true })).toEqual([preserved])
    expect(errorsOf({ preserveUnknownFields: true, conversion: { strategy: 'Webhook', webhook } })).toEqual([
      'spec.conversion.strategy: Invalid value: "Webhook": must be None if spec.preserveUnknownFields is true',
      preserved,
    ])
  })

  test('keeps the versions in which objects are stored', () => {
    expect(errorsOf({}, { storedVersions: ['v0', 'v1'] })).toEqual([
      expect.stringMatching(
        /^status.storedVersions\[0\]: Invalid value: "v0": missing from spec.versions; v0 was/,
      ),
    ])
  })
})
