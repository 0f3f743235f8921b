import { describe, expect, test } from 'vitest'
import { checkJson } from './check-json.ts'
import { prepareWhere } from './prepare-where.ts'
import { wordsOf } from './text-search.ts'

const nested = (depth: number): unknown => (depth === 1 ? [] : [nested(depth - 1)])

test.each([
  null,
  undefined,
  '',
  'a',
  0,
  -1.5,
  true,
  false,
  [],
  {},
  [1, [2]],
  { a: { b: [null, undefined] } },
])('the plain data %j is returned unchanged', value => {
  expect(checkJson(value, 'args')).toBe(value)
})

test.each<[unknown, string]>([
  [Number.NaN, 'args'],
  [Number.POSITIVE_INFINITY, 'args'],
  [1n, 'args'],
  [() => 1, 'args'],
  [Symbol('a'), 'args'],
  [new Date(0), 'args'],
  [[1, new Map()], 'args[1]'],
  [{ a: [{ b: Number.NaN }] }, 'args.a[0].b'],
])('the data %s is refused at its location', (value, location) => {
  expect(() => checkJson(value, 'args')).toThrow(`${location}: plain data is expected`)
})

test('data nests 32 deep at most', () => {
  expect(checkJson(nested(32), 'args')).toBeDefined()
  expect(() => checkJson(nested(33), 'args')).toThrow('the data nests deeper than 32')
  expect(() => checkJson([[{ a: nested(30) }]], 'args')).toThrow('args[0][0].a[0]')
})

test.each([
  ['', []],
  [' Error  in\tERROR ', ['error', 'in']],
  ['a', ['a']],
])('the words of %j are %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

describe('the engine of patterns', () => {
  const matches = { path: '.a', matches: 'x' }
  const nest = (depth: number): unknown => (depth === 0 ? matches : { not: nest(depth - 1) })

  test.each<[unknown]>([
    [undefined],
    [null],
    ['matches'],
    [{ path: '.a', eq: 'x' }],
    [{ and: [{ path: '.a', eq: 1 }], or: 'none' }],
    [nest(41)],
  ])('is not loaded for %j', where => {
    expect(prepareWhere(where)).toBeUndefined()
  })

  // The last of them loads it; the engine stays loaded.
  test('is loaded for a pattern at any place, once', async () => {
    const places = [matches, { and: [{}, matches] }, { or: [matches] }, { not: matches }, nest(40)]
    expect(places.map(where => prepareWhere(where) instanceof Promise)).toEqual(places.map(() => true))
    await prepareWhere(matches)
    expect(prepareWhere(matches)).toBeUndefined()
  })
})
