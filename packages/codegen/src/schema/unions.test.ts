import { expect, test } from 'vitest'
import type { JsonSchema } from '../model/json-schema.ts'
import { unionsOf } from './unions.ts'

const required = (...names: readonly string[]): JsonSchema => ({ required: names })
const names = Array.from({ length: 70 }, (_, index) => `p${index}`)
const schema = (more: JsonSchema, count = 70): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(names.slice(0, count).map(name => [name, { type: 'string' }])),
  ...more,
})
const formsOf = (more: JsonSchema): readonly number[] => unionsOf(schema(more)).map(union => union.length)

test('unions of many forms stay bounded', () => {
  expect(formsOf({ oneOf: names.slice(0, 64).map(name => required(name)) })).toEqual([64])
  expect(formsOf({ oneOf: names.map(name => required(name)) })).toEqual([])
  expect(formsOf({ anyOf: names.map(name => required(name)) })).toEqual([])
  const pairs = Array.from({ length: 30 }, (_, index) => required(`p${2 * index}`, `p${2 * index + 1}`))
  expect(formsOf({ oneOf: pairs })).toEqual([])
  const three = { oneOf: [required('p0'), required('p1'), required('p2')] }
  const four = { anyOf: ['p3', 'p4', 'p5', 'p6'].map(name => required(name)) }
  expect(formsOf({ allOf: [three, four, four, four] })).toEqual([3, 4, 4])
})

test('the forms of pairs exclude one name of each other pair', () => {
  expect(unionsOf(schema({ oneOf: [required('p0', 'p1'), required('p2')] }))).toEqual([
    [
      { required: ['p0', 'p1'], absent: ['p2'] },
      { required: ['p2'], absent: ['p0'] },
      { required: ['p2'], absent: ['p1'] },
    ],
  ])
})

test('a name that several other forms have is excluded once', () => {
  const oneOf = [required('p0'), required('p1', 'p2'), required('p2', 'p3')]
  expect(unionsOf(schema({ oneOf }))[0]?.filter(({ required }) => required.includes('p0'))).toEqual([
    { required: ['p0'], absent: ['p1', 'p2'] },
    { required: ['p0'], absent: ['p1', 'p3'] },
    { required: ['p0'], absent: ['p2'] },
  ])
})

test.each<JsonSchema>([
  { oneOf: [required('p0'), {}] },
  { oneOf: [required('p0'), required()] },
  { anyOf: [required('p0'), { type: 'object' }] },
  { oneOf: [required('p0'), { not: { properties: {} } }] },
  { oneOf: [required('p0'), { not: { anyOf: [required('p1'), { not: required('p2') }] } }] },
  { oneOf: [required('p0'), { not: required('p1', 'p2') }] },
  { oneOf: [required('p0'), { ...required('p1'), not: required('p2') }] },
  { oneOf: [required('p0'), required('other')] },
  { oneOf: [] },
  { not: { anyOf: [required('p0')] } },
])('%j makes no union', more => {
  expect(unionsOf(schema(more))).toEqual([])
})
