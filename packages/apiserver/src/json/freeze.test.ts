import { expect, test } from 'vitest'
import { deepFreeze, frozenCopy } from './freeze.ts'

test('a frozen copy is frozen at every depth, and shares nothing with a mutable value', () => {
  const value = { list: [{ a: 1 }], text: 'x', nothing: null }
  const copy = frozenCopy(value)
  expect(copy).toEqual(value)
  expect([copy, copy.list, copy.list[0]].every(Object.isFrozen)).toBe(true)
  const [first] = value.list
  if (first) first.a = 2
  expect(copy.list[0]).toEqual({ a: 1 })
  expect(Object.isFrozen(value)).toBe(false)
})

test('a frozen copy shares the parts that are frozen', () => {
  const part = Object.freeze({ a: 1 })
  expect(frozenCopy({ part }).part).toBe(part)
})

test('a frozen copy has no members that are undefined, and keeps __proto__ as a member', () => {
  expect(Object.keys(frozenCopy({ a: undefined, b: 1 }))).toEqual(['b'])
  expect(Object.keys(frozenCopy(JSON.parse('{"__proto__":{"x":1}}')))).toEqual(['__proto__'])
})

test('a new value is frozen in its place, at every depth', () => {
  const value = { list: [{ a: 1 }], nothing: null }
  expect(deepFreeze(value)).toBe(value)
  expect([value, value.list, value.list[0]].every(Object.isFrozen)).toBe(true)
})

test('a part that is frozen is not looked into again', () => {
  const inner = { a: 1 }
  deepFreeze({ part: Object.freeze({ inner }) })
  expect(Object.isFrozen(inner)).toBe(false)
})
