import fc from 'fast-check'
import { expect, test } from 'vitest'
import { equalData } from '../equal.ts'
import { fieldChanges } from './field-changes.ts'

const pathsOf = (before: unknown, after: unknown): string[] =>
  fieldChanges(before, after).map(({ path }) => path)

test('a changed, a new and a removed field are one change each', () => {
  expect(fieldChanges({ spec: { a: 1, b: 2 } }, { spec: { a: 2, c: { d: 3 } } })).toEqual([
    { path: '.spec.a', before: 1, after: 2 },
    { path: '.spec.b', before: 2, after: undefined },
    { path: '.spec.c', before: undefined, after: { d: 3 } },
  ])
})

test('a new object is one change', () => {
  expect(fieldChanges(undefined, { a: 1 })).toEqual([{ path: '', before: undefined, after: { a: 1 } }])
})

test('items with names are compared by name, as the server names them', () => {
  const [web, side] = [
    { name: 'web', image: 'web:1' },
    { name: 'side', image: 'side:1' },
  ]
  expect(pathsOf([web], [side, { ...web, image: 'web:2' }])).toEqual(['[name="web"].image', '[name="side"]'])
})

test('other items are compared by index', () => {
  expect(pathsOf({ args: ['a', 'b'] }, { args: ['a', 'c', 'd'] })).toEqual(['.args[1]', '.args[2]'])
  expect(pathsOf([{ name: 'a' }, { name: 'a' }], [{ name: 'a' }, { name: 'b' }])).toEqual(['[1].name'])
})

test('items that only changed their order are one change of the list', () => {
  const list = [{ name: 'a' }, { name: 'b' }]
  expect(pathsOf({ list }, { list: list.toReversed() })).toEqual(['.list'])
})

test('a map and a list in one place are one change', () => {
  expect(pathsOf({ a: [1] }, { a: { b: 1 } })).toEqual(['.a'])
})

test('there are changes exactly where values differ', () => {
  const value = fc.jsonValue({ maxDepth: 4 })
  fc.assert(
    fc.property(value, value, (a, b) => {
      const changes = fieldChanges(a, b)
      expect(changes.length === 0).toBe(equalData(a, b))
      expect(changes.every(({ before, after }) => !equalData(before, after))).toBe(true)
    }),
  )
})
