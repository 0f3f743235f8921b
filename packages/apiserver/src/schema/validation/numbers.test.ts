import { expect, test } from 'vitest'
import type { Schema } from '../schema.ts'
import { numberErrors } from './numbers.ts'

const errorsOf = (schema: Partial<Schema>, value: number): readonly string[] =>
  numberErrors({ type: 'integer', ...schema }, value, 'n').map(({ field, detail }) => `${field}: ${detail}`)

const outOfType = (what: string, kind = 'integer (default format)') =>
  `<nil>: "": ${what} value must be of type ${kind} in n`

test.each<[Partial<Schema>, number, readonly string[]]>([
  [{ minimum: 0.5 }, 1, [outOfType('Minimum boundary')]],
  [
    { minimum: 0.5 },
    0,
    [outOfType('Minimum boundary'), 'n: 0: n in body should be greater than or equal to 0.5'],
  ],
  [{ maximum: 1.5, exclusiveMaximum: true }, 1, [outOfType('Maximum boundary')]],
  [{ maximum: 1e19 }, 1, [outOfType('Maximum boundary')]],
  [{ multipleOf: 0.5 }, 1, [outOfType('MultipleOf')]],
  [
    { minimum: 0.5, maximum: 1.5, multipleOf: 0.5 },
    1,
    [outOfType('MultipleOf'), outOfType('Minimum boundary'), outOfType('Maximum boundary')],
  ],
  [{ minimum: 1 }, 1, []],
])('an integer bounded by what is no integer, %j, is rejected: %d', (schema, value, expected) => {
  expect(errorsOf(schema, value)).toEqual(expected)
})

test('a bound must fit the format, and large numbers are compared and printed as floats then', () => {
  const int32 = 'integer with format int32'
  expect(errorsOf({ format: 'int32', maximum: 3e9 }, 1)).toEqual([outOfType('Maximum boundary', int32)])
  expect(errorsOf({ format: 'int32', maximum: 3e9 }, 4e9)).toEqual([
    outOfType('Checked', int32),
    outOfType('Maximum boundary', int32),
    'n: 4e+09: n in body should be less than or equal to 3e+09',
  ])
  const float: Partial<Schema> = { type: 'number', format: 'float', maximum: 1e300 }
  expect(errorsOf(float, 1)).toEqual([outOfType('Maximum boundary', 'number with format float')])
})

test('an unknown format counts as none', () => {
  expect(errorsOf({ format: 'uint32', minimum: 0.5 }, 1)).toEqual([outOfType('Minimum boundary')])
})

test('an integer is compared with the integer part of a bound that may be a fraction', () => {
  const half: Partial<Schema> = { type: 'number', minimum: 1.5, maximum: 2.5 }
  expect(errorsOf(half, 1)).toEqual([])
  expect(errorsOf(half, 1.25)).toEqual(['n: 1.25: n in body should be greater than or equal to 1.5'])
  expect(errorsOf(half, 3)).toEqual(['n: 3: n in body should be less than or equal to 2'])
})

test('the error of a factor that is not positive has the factor', () => {
  const why = 'factor MultipleOf declared for n must be positive'
  expect(errorsOf({ multipleOf: -2 }, 4)).toEqual([`n: -2: ${why}: -2`])
  expect(errorsOf({ type: 'number', multipleOf: 0.5 }, 4)).toEqual([`n: 0: ${why}: 0`])
})
