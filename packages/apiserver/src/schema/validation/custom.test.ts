import { describe, expect, test } from 'vitest'
import { gaugeSchema, postedGauge } from '../../test/gauges.ts'
import { validate } from '../validate.ts'

test('a pattern takes linear time', () => {
  const schema = gaugeSchema({ properties: { slow: { type: 'string', pattern: '^(a+)+$' } }, required: [] })
  expect(postedGauge({ slow: `${'a'.repeat(60)}!` }, schema)).toContain("should match '^(a+)+$'")
  expect(postedGauge({ slow: 'a'.repeat(60) }, schema)).toMatchObject({ slow: 'a'.repeat(60) })
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
    expect(postedGauge(value)).toBe(message)
  })

  test('types have their own reason', () => {
    const [error] = validate(gaugeSchema(), { spec: { n: 'x' } })
    expect(error?.reason).toBe('FieldValueTypeInvalid')
  })

  test('a schema with rules reports that they were not run', () => {
    const schema = gaugeSchema({ 'x-kubernetes-validations': [{ rule: 'true' }] })
    expect(postedGauge({ n: 'x' }, schema)).toMatch(
      /, <nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation]$/,
    )
    expect(postedGauge({ n: 0 }, schema)).not.toMatch('not checked')
  })
})
