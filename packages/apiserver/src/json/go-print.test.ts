import { expect, test } from 'vitest'
import { goFloat, goSyntax, goType, goValue } from './go-print.ts'

test.each([
  [0, '0'],
  [-1.5, '-1.5'],
  [999_999, '999999'],
  [1e6, '1e+06'],
  [3_000_000_000.5, '3.0000000005e+09'],
  [1e300, '1e+300'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
])('%d is %s in Go', (value, text) => {
  expect(goFloat(value)).toBe(text)
})

const VALUE = { b: [1, 'x', null], a: { c: true } }

test('%v: members by name, no commas, no quotes', () => {
  expect(goValue(VALUE)).toBe('map[a:map[c:true] b:[1 x <nil>]]')
  expect(goValue(undefined)).toBe('<nil>')
})

test('%#v: the syntax of Go', () => {
  expect(goSyntax(VALUE)).toBe(
    'map[string]interface {}{"a":map[string]interface {}{"c":true}, "b":[]interface {}{1, "x", interface {}(nil)}}',
  )
  expect(goSyntax(undefined)).toBe('interface {}(nil)')
})

test.each([
  [null, '<nil>'],
  [undefined, '<nil>'],
  [[1], '[]interface {}'],
  ['x', 'string'],
  [false, 'bool'],
  [1, 'float64'],
  [{}, 'map[string]interface {}'],
])('the type of %j is %s', (value, type) => {
  expect(goType(value)).toBe(type)
})
