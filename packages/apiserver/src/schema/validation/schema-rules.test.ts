import { describe, expect, test } from 'vitest'
import { errorTexts } from '../../test/error-texts.ts'
import type { Schema } from '../schema.ts'
import { structuralSchema } from '../structural-schema.ts'
import { validateCustom } from './custom.ts'

const META: Schema = { type: 'object', typeName: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }

/** The errors of a member `a` with the schema. */
function errorsOf(schema: object, a: unknown): readonly string[] {
  const root = structuralSchema({ type: 'object', properties: { a: schema } }, META)
  return errorTexts(validateCustom(root, { a }))
}
const SHORT = { type: 'string', maxLength: 1 }
const DIGITS = { type: 'string', pattern: '^[0-9]+$' }

describe('combined schemas', () => {
  const none = (kind: string) => `<nil>: Invalid value: "": "a" must validate ${kind}`
  const long = 'a: Too long: may not be more than 1 bytes'

  test.each<[object, string, string[]]>([
    [{ anyOf: [{ maxLength: 1 }, { pattern: '^[0-9]+$' }] }, 'x', []],
    [{ anyOf: [{ maxLength: 1 }, { pattern: '^[0-9]+$' }] }, '12', []],
    [
      { anyOf: [{ maxLength: 1 }, { pattern: '^[0-9]+$' }] },
      'xx',
      [none('at least one schema (anyOf)'), long],
    ],
    [{ oneOf: [{ maxLength: 1 }, { pattern: '^[0-9]+$' }] }, 'x', []],
    [
      { oneOf: [{ maxLength: 1 }, { pattern: '^[0-9]+$' }] },
      'xx',
      [none('one and only one schema (oneOf). Found none valid'), long],
    ],
    [
      { oneOf: [{ maxLength: 1 }, { pattern: '^[0-9]+$' }] },
      '1',
      [none('one and only one schema (oneOf). Found 2 valid alternatives')],
    ],
    [{ allOf: [{ maxLength: 1 }, { pattern: '^[0-9]+$' }] }, '1', []],
    [{ allOf: [{ maxLength: 1 }, { pattern: '^[0-9]+$' }] }, '11', [long, none('all the schemas (allOf)')]],
    [{ not: { maxLength: 1 } }, 'xx', []],
    [{ not: { maxLength: 1 } }, 'x', ['<nil>: Invalid value: "": "a" must not validate the schema (not)']],
  ])('%j: %s', (schema, value, expected) => {
    expect(errorsOf({ type: 'string', ...schema }, value)).toEqual(expected)
  })
})

describe('limits', () => {
  const list = { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 2 }
  const object = {
    type: 'object',
    additionalProperties: { type: 'integer' },
    minProperties: 1,
    maxProperties: 2,
  }
  test.each<[object, unknown, string[]]>([
    [{ type: 'string', minLength: 2, maxLength: 3 }, 'ab', []],
    [{ type: 'string', minLength: 2, maxLength: 3 }, 'äöü', []],
    [{ type: 'string', maxLength: 1 }, '💡', []],
    [SHORT, 'ab', ['a: Too long: may not be more than 1 bytes']],
    [
      { type: 'string', minLength: 2 },
      'a',
      ['a: Invalid value: "a": a in body should be at least 2 chars long'],
    ],
    [DIGITS, 'x', [`a: Invalid value: "x": a in body should match '^[0-9]+$'`]],
    [list, [1], []],
    [list, [1, 2], []],
    [list, [], ['a: Invalid value: 0: a in body should have at least 1 items']],
    [list, [1, 2, 3], ['a: Too many: 3: must have at most 2 items']],
    [object, { x: 1 }, []],
    [object, { x: 1, y: 2 }, []],
    [object, {}, ['a: Invalid value: 0: a in body should have at least 1 properties']],
    [object, { x: 1, y: 2, z: 3 }, ['a: Too many: 3: must have at most 2 items']],
    [object, { x: 'b' }, ['a.x: Invalid value: "string": a.x in body must be of type integer: "string"']],
    [{ type: 'integer', enum: [1, 2] }, 2, []],
    [{ type: 'integer', enum: [1, 2] }, 3, ['a: Unsupported value: 3: supported values: "1", "2"']],
  ])('%j: %j', (schema, value, expected) => {
    expect(errorsOf(schema, value)).toEqual(expected)
  })
})

describe('types', () => {
  const typed = (type: string, found: string) =>
    `a: Invalid value: "${found}": a in body must be of type ${type}: "${found}"`
  const INT_OR_STRING = { 'x-kubernetes-int-or-string': true }
  test.each<[object, unknown, string[]]>([
    [{ type: 'number' }, 1, []],
    [{ type: 'number' }, 1.5, []],
    [{ type: 'integer' }, 2 ** 62, []],
    [{ type: 'string' }, [], [typed('string', 'array')]],
    [{ type: 'string', nullable: true }, null, []],
    [{ type: 'string', format: 'date' }, [], []],
    [{ type: 'string', format: 'date' }, 1, [typed('date', 'int64')]],
    [{ type: 'string', format: 'date' }, 1.5, [typed('date', 'float64')]],
    [{ type: 'string', format: 'date' }, null, [typed('string', 'null')]],
    [{ type: 'string', format: 'date' }, true, [typed('date', '')]],
    [{ type: 'string', format: 'date' }, 'x', [typed('date', 'x')]],
    [{ type: 'string', format: 'unknown' }, 1, [typed('string', 'integer')]],
    [INT_OR_STRING, 1, []],
    [INT_OR_STRING, 'x', []],
    [INT_OR_STRING, true, [typed('integer,string', 'boolean')]],
    [{ type: 'integer', format: 'int32' }, true, [typed('int32', '')]],
    [{ type: 'integer', format: 'int64' }, {}, [typed('int64', '')]],
    [{ type: 'integer', format: 'int64' }, 'x', [typed('integer', 'string')]],
  ])('%j: %j', (schema, value, expected) => {
    expect(errorsOf(schema, value)).toEqual(expected)
  })
})

describe('items', () => {
  const SET = { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } }
  const MAP = {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k', 'l'],
    items: {
      type: 'object',
      properties: { k: { type: 'string' }, l: { type: 'string' }, v: { type: 'string' } },
    },
  }
  test.each<[object, unknown, string[]]>([
    [SET, ['x', 'y'], []],
    [SET, ['x', 'y', 'x', 'x'], ['a[2]: Duplicate value: "x"']],
    [{ ...SET, 'x-kubernetes-list-type': 'atomic' }, ['x', 'x'], []],
    [MAP, [{ k: 'x' }, { k: 'x', l: 'y' }], []],
    [
      MAP,
      [
        { k: 'x', v: '1' },
        { k: 'x', v: '2' },
      ],
      ['a[1]: Duplicate value: {"k":"x"}'],
    ],
    [
      MAP,
      ['x'],
      [
        'a[0]: Invalid value: "string": a[0] in body must be of type object: "string"',
        'a[0]: Invalid value: "x": must be an object for an array of list-type map',
      ],
    ],
  ])('%j: %j', (schema, value, expected) => {
    expect(errorsOf(schema, value)).toEqual(expected)
  })

  test('duplicates within items are found', () => {
    const schema = { type: 'array', items: { type: 'object', properties: { s: SET } } }
    expect(errorsOf(schema, [{ s: [] }, { s: ['x', 'x'] }])).toEqual(['a[1].s[1]: Duplicate value: "x"'])
  })
})

test('an embedded object has a type', () => {
  const schema = {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  }
  expect(errorsOf(schema, { apiVersion: 'v1', kind: 'Pod', metadata: {} })).toEqual([])
  expect(errorsOf(schema, {})).toEqual(['a.apiVersion: Required value', 'a.kind: Required value'])
})

test('rules are not run if an error could affect them', () => {
  const rules = { 'x-kubernetes-validations': [{ rule: 'true' }] }
  const blocked = (schema: object, value: unknown) =>
    errorsOf({ ...schema, ...rules }, value).some(text =>
      text.includes('some validation rules were not checked'),
    )
  expect(blocked({ type: 'string' }, 'x')).toBe(false)
  expect(blocked({ type: 'string' }, 1)).toBe(true)
  expect(blocked(SHORT, 'xx')).toBe(true)
  expect(blocked({ type: 'object', required: ['x'] }, {})).toBe(true)
  expect(blocked({ type: 'string', enum: ['a'] }, 'b')).toBe(true)
  expect(blocked({ type: 'array', items: { type: 'string' }, maxItems: 0 }, ['a'])).toBe(true)
  expect(blocked(DIGITS, 'x')).toBe(false)
})
