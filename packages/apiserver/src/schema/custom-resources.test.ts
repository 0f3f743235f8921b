import { describe, expect, test } from 'vitest'
import { invalid } from '../status/status-errors.ts'
import { applyDefaults } from './apply-defaults.ts'
import { loadSchemas } from './load-schemas.ts'
import { prune } from './prune.ts'
import { OBJECT_META, structuralSchema } from './structural-schema.ts'
import { validate } from './validate.ts'

const schemas = await loadSchemas()

const spec = {
  type: 'object',
  required: ['n'],
  properties: {
    n: { type: 'integer', minimum: 1, maximum: 10 },
    x: { type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 10, exclusiveMaximum: true },
    m: { type: 'integer', multipleOf: 3 },
    i32: { type: 'integer', format: 'int32' },
    num: { type: 'number', multipleOf: 0.5 },
    s: { type: 'string', minLength: 2, maxLength: 4, pattern: '^[a-z]+$' },
    e: { type: 'string', enum: ['a', 'b'] },
    b: { type: 'boolean' },
    l: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string' } },
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    map: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items: {
        type: 'object',
        required: ['k'],
        properties: { k: { type: 'string' }, v: { type: 'integer', default: 5 } },
      },
    },
    o: { type: 'object', minProperties: 1, maxProperties: 2, additionalProperties: { type: 'integer' } },
    ios: { 'x-kubernetes-int-or-string': true },
    free: {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { known: { type: 'object', properties: { z: { type: 'string' } } } },
    },
    any: { 'x-kubernetes-preserve-unknown-fields': true },
    date: { type: 'string', format: 'date' },
    nul: { type: 'string', nullable: true },
    def: { type: 'string', default: 'hello' },
    odef: {
      type: 'object',
      default: {},
      properties: { a: { type: 'integer', default: 1 }, b: { type: 'string' } },
    },
    emb: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
    allof: { type: 'integer', allOf: [{ minimum: 2 }, { maximum: 4 }] },
    oneof: {
      type: 'object',
      properties: { p: { type: 'string' }, q: { type: 'string' } },
      oneOf: [{ required: ['p'] }, { required: ['q'] }],
    },
    not: { type: 'integer', not: { minimum: 5 } },
  },
}

const schemaOf = (own: object = {}) =>
  structuralSchema(
    { type: 'object', required: ['spec'], properties: { spec: { ...spec, ...own } } },
    schemas.ofType(OBJECT_META),
  )

/** The message after `is invalid: `, or the spec. */
function posted(value: unknown, schema = schemaOf()): unknown {
  const body = { apiVersion: 'g/v1', kind: 'Gauge', metadata: { name: 'x' }, spec: value }
  const object = applyDefaults(schema, prune(schema, body).value)
  const errors = validate(schema, object)
  if (errors.length > 0)
    return invalid({ kind: 'Gauge', group: 'g' }, 'x', errors).message.replace('Gauge.g "x" is invalid: ', '')
  return typeof object === 'object' && object !== null && 'spec' in object ? object.spec : undefined
}

const defaults = { def: 'hello', odef: { a: 1 } }

test('a pattern takes linear time', () => {
  const schema = schemaOf({ properties: { slow: { type: 'string', pattern: '^(a+)+$' } }, required: [] })
  expect(posted({ slow: `${'a'.repeat(60)}!` }, schema)).toContain("should match '^(a+)+$'")
  expect(posted({ slow: 'a'.repeat(60) }, schema)).toMatchObject({ slow: 'a'.repeat(60) })
})

describe('validation, with the messages of a real server', () => {
  test.each([
    [5, 'spec: Invalid value: "integer": spec in body must be of type object: "integer"'],
    [null, 'spec: Required value'],
    [{}, 'spec.n: Required value'],
    [{ n: null }, 'spec.n: Required value'],
    [{ n: 'x' }, 'spec.n: Invalid value: "string": spec.n in body must be of type integer: "string"'],
    [{ n: 0 }, 'spec.n: Invalid value: 0: spec.n in body should be greater than or equal to 1'],
    [{ n: 11 }, 'spec.n: Invalid value: 11: spec.n in body should be less than or equal to 10'],
    [
      { n: 1.5 },
      '[spec.n: Invalid value: "number": spec.n in body must be of type integer: "number", <nil>: Invalid value: "": Checked value must be of type integer (default format) in spec.n]',
    ],
    [
      { n: 1e20 },
      '[spec.n: Invalid value: "number": spec.n in body must be of type integer: "number", <nil>: Invalid value: "": Checked value must be of type integer (default format) in spec.n, spec.n: Invalid value: 1e+20: spec.n in body should be less than or equal to 10]',
    ],
    [{ n: 1, x: 1 }, 'spec.x: Invalid value: 1: spec.x in body should be greater than 1'],
    [{ n: 1, x: 10 }, 'spec.x: Invalid value: 10: spec.x in body should be less than 10'],
    [{ n: 1, m: 4 }, 'spec.m: Invalid value: 4: spec.m in body should be a multiple of 3'],
    [{ n: 1, num: 1.75 }, 'spec.num: Invalid value: 1.75: spec.num in body should be a multiple of 0.5'],
    [
      { n: 1, num: 2 },
      'spec.num: Invalid value: 0: factor MultipleOf declared for spec.num must be positive: 0',
    ],
    [
      { n: 1, i32: 3e9 },
      '<nil>: Invalid value: "": Checked value must be of type integer with format int32 in spec.i32',
    ],
    [
      { n: 1, i32: 1.5 },
      '[spec.i32: Invalid value: "float64": spec.i32 in body must be of type int32: "float64", <nil>: Invalid value: "": Checked value must be of type integer with format int32 in spec.i32]',
    ],
    [{ e: 'z' }, '[spec.e: Unsupported value: "z": supported values: "a", "b", spec.n: Required value]'],
    [{ n: 1, s: 'A' }, 'spec.s: Invalid value: "A": spec.s in body should be at least 2 chars long'],
    [{ n: 1, s: 'abcde' }, 'spec.s: Too long: may not be more than 4 bytes'],
    [{ n: 1, s: 'AB' }, `spec.s: Invalid value: "AB": spec.s in body should match '^[a-z]+$'`],
    [{ n: 1, e: 'c' }, 'spec.e: Unsupported value: "c": supported values: "a", "b"'],
    [
      { n: 1, e: 5 },
      '[spec.e: Invalid value: "integer": spec.e in body must be of type string: "integer", spec.e: Unsupported value: 5: supported values: "a", "b"]',
    ],
    [{ n: 1, l: [] }, 'spec.l: Invalid value: 0: spec.l in body should have at least 1 items'],
    [{ n: 1, l: ['a', 'b', 'c'] }, 'spec.l: Too many: 3: must have at most 2 items'],
    [
      { n: 1, l: [null] },
      'spec.l[0]: Invalid value: "null": spec.l[0] in body must be of type string: "null"',
    ],
    [{ n: 1, set: ['a', 'a', 'a'] }, 'spec.set[1]: Duplicate value: "a"'],
    [{ n: 1, map: [{ k: 'a' }, { k: 'a' }] }, 'spec.map[1]: Duplicate value: {"k":"a"}'],
    [{ n: 1, map: [{ v: 1 }] }, 'spec.map[0].k: Required value'],
    [{ n: 1, o: {} }, 'spec.o: Invalid value: 0: spec.o in body should have at least 1 properties'],
    [{ n: 1, o: { a: 1, b: 2, c: 3 } }, 'spec.o: Too many: 3: must have at most 2 items'],
    [
      { n: 1, o: { a: 'x' } },
      'spec.o.a: Invalid value: "string": spec.o.a in body must be of type integer: "string"',
    ],
    [
      { n: 1, ios: true },
      'spec.ios: Invalid value: "boolean": spec.ios in body must be of type integer,string: "boolean"',
    ],
    [
      { n: 1, date: '2020-02-30' },
      'spec.date: Invalid value: "2020-02-30": spec.date in body must be of type date: "2020-02-30"',
    ],
    [{ n: 1, date: 5 }, 'spec.date: Invalid value: "int64": spec.date in body must be of type date: "int64"'],
    [{ n: 1, date: true }, 'spec.date: Invalid value: "": spec.date in body must be of type date: ""'],
    [
      { n: 1, i32: 'x' },
      'spec.i32: Invalid value: "string": spec.i32 in body must be of type integer: "string"',
    ],
    [{ n: 1, emb: {} }, '[spec.emb.apiVersion: Required value, spec.emb.kind: Required value]'],
    [
      { n: 1, allof: 9 },
      '[spec.allof: Invalid value: 9: spec.allof in body should be less than or equal to 4, <nil>: Invalid value: "": "spec.allof" must validate all the schemas (allOf)]',
    ],
    [
      { n: 1, oneof: {} },
      '[<nil>: Invalid value: "": "spec.oneof" must validate one and only one schema (oneOf). Found none valid, spec.oneof.p: Required value]',
    ],
    [
      { n: 1, oneof: { p: 'a', q: 'b' } },
      '<nil>: Invalid value: "": "spec.oneof" must validate one and only one schema (oneOf). Found 2 valid alternatives',
    ],
    [{ n: 1, not: 7 }, '<nil>: Invalid value: "": "spec.not" must not validate the schema (not)'],
  ])('%j', (value, message) => {
    expect(posted(value)).toBe(message)
  })

  test('types have their own reason', () => {
    const [error] = validate(schemaOf(), { spec: { n: 'x' } })
    expect(error?.reason).toBe('FieldValueTypeInvalid')
  })

  test('a schema with rules reports that they were not run', () => {
    const schema = schemaOf({ 'x-kubernetes-validations': [{ rule: 'true' }] })
    expect(posted({ n: 'x' }, schema)).toMatch(
      /, <nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation]$/,
    )
    expect(posted({ n: 0 }, schema)).not.toMatch('not checked')
  })
})

describe('defaults', () => {
  test('apply to defaulted objects as well; a forbidden null counts as absent', () => {
    expect(posted({ n: 1 })).toEqual({ n: 1, ...defaults })
    expect(posted({ n: 1, def: null, b: null, nul: null })).toEqual({ n: 1, nul: null, ...defaults })
    expect(posted({ n: 1, map: [{ k: 'a' }], odef: { b: 'x' } })).toEqual({
      n: 1,
      map: [{ k: 'a', v: 5 }],
      def: 'hello',
      odef: { a: 1, b: 'x' },
    })
  })
})

test('the nulls of an apply stay unless they have a default', () => {
  const object = { spec: { n: 1, b: null, def: null } }
  expect(applyDefaults(schemaOf(), object, { keepsNulls: true })).toEqual({
    spec: { n: 1, b: null, ...defaults },
  })
})

describe('pruning', () => {
  const pruned = (value: object) => prune(schemaOf(), { metadata: { name: 'x' }, ...value })

  test('removes unknown fields and reports them sorted', () => {
    const { value, unknownFields } = pruned({
      spec: { n: 1, unk: 1, odef: { zz: 1 }, map: [{ k: 'a', q: 1 }] },
      extra: 1,
    })
    expect(value).toEqual({ metadata: { name: 'x' }, spec: { n: 1, odef: {}, map: [{ k: 'a' }] } })
    expect(unknownFields).toEqual(['extra', 'spec.map[0].q', 'spec.odef.zz', 'spec.unk'])
  })

  test('keeps preserved fields, but not within known ones', () => {
    const free = { a: { b: 1 }, known: { q: 1, z: 'a' } }
    const { value, unknownFields } = pruned({ spec: { free, any: [1, { a: null }] } })
    expect(value).toMatchObject({ spec: { free: { a: { b: 1 }, known: { z: 'a' } }, any: [1, { a: null }] } })
    expect(unknownFields).toEqual(['spec.free.known.q'])
  })

  test('metadata is decoded as for built-in kinds, also in embedded objects', () => {
    const emb = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'A', bogus: 1 }, q: 1 }
    const own = { name: 'x', labels: { a: null }, annotations: {}, bogus: 1 }
    const { value, unknownFields } = prune(schemaOf(), { metadata: own, spec: { emb } })
    expect(value).toEqual({
      metadata: { name: 'x', labels: { a: '' } },
      spec: { emb: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'A' }, q: 1 } },
    })
    expect(unknownFields).toEqual(['metadata.bogus', 'spec.emb.metadata.bogus'])
    expect(prune(schemaOf(), { metadata: { labels: { a: 1 } } }).errors).toEqual([
      { message: 'json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string' },
    ])
  })
})
