import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePath, readPath } from '../api/path.ts'
import { cutPaths, findPath, pathTree, skipValue } from './json-text.ts'

const cut = (text: string, ...paths: string[]): string => cutPaths(text, pathTree(paths.map(parsePath)))

describe('cutPaths', () => {
  test.each([
    ['the first member', '{"a":1,"b":2}', ['a'], '{"b":2}'],
    ['a middle member', '{"a":1,"b":[{"x":"},"}],"c":3}', ['b'], '{"a":1,"c":3}'],
    ['the last member', '{"a":1,"b":2}', ['b'], '{"a":1}'],
    ['the only member', '{"a":1}', ['a'], '{}'],
    ['all members', '{"a":1,"b":2,"c":3}', ['a', 'b', 'c'], '{}'],
    ['the two last ones', '{"a":1,"b":2,"c":3}', ['b', 'c'], '{"a":1}'],
    ['the first and the last', '{"a":1,"b":2,"c":3}', ['a', 'c'], '{"b":2}'],
    ['a nested member', '{"m":{"x":1,"y":2},"s":3}', ['m.y'], '{"m":{"x":1},"s":3}'],
    ['a key with dots', '{"m":{"a.b/c":1,"d":2}}', ['m.a\\.b/c'], '{"m":{"d":2}}'],
    ['around white space', '{ "a" : 1 , "b" : 2 }', ['a'], '{ "b" : 2 }'],
  ])('cuts %s', (_, text, paths, expected) => {
    expect(cut(text, ...paths)).toBe(expected)
  })

  test('answers the very same text when there is nothing to cut', () => {
    const text = '{"a":1}'
    expect(cut(text, 'b', 'a.c')).toBe(text)
  })

  test('a quote behind an even run of backslashes ends the string', () => {
    expect(cut('{"a":"x\\\\","b":"\\\\\\"}","c":1}', 'b')).toBe('{"a":"x\\\\","c":1}')
  })
})

/** The same by parsing: the oracle. */
function without(value: unknown, paths: readonly (readonly string[])[]): unknown {
  const copy = structuredClone(value)
  for (const path of paths) {
    const parent = readPath(copy, path.slice(0, -1))
    const last = path.at(-1)
    if (last !== undefined && typeof parent === 'object' && parent !== null && !Array.isArray(parent)) {
      delete (parent as Record<string, unknown>)[last]
    }
  }
  return copy
}

const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'x"y', '\\')
const json = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, true, 1.5e3, 'te"x\\t', '{[,]}', ''),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc
    .uniqueArray(fc.tuple(key, tie('value')), { selector: ([name]) => name, maxLength: 5 })
    .map(entries =>
      JSON.parse(`{${entries.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join()}}`),
    ),
}))
const paths = fc.array(fc.array(key, { minLength: 1, maxLength: 3 }), { maxLength: 4 })
const spacing = fc.constantFrom(0, 2)

describe('against the parser', () => {
  test('cutting text is the same as deleting members', () => {
    fc.assert(
      fc.property(json.object, paths, spacing, (object, cuts, indent) => {
        const text = JSON.stringify(object, null, indent)
        expect(JSON.parse(cutPaths(text, pathTree(cuts)))).toEqual(without(object, cuts))
      }),
      { numRuns: 2_000 },
    )
  })

  test('finding a path is the same as reading it', () => {
    fc.assert(
      fc.property(
        json.object,
        fc.array(key, { minLength: 1, maxLength: 3 }),
        spacing,
        (object, path, indent) => {
          const text = JSON.stringify(object, null, indent)
          const at = findPath(text, 0, path)
          const found = at === -1 ? undefined : JSON.parse(text.slice(at, skipValue(text, at)))
          expect(found).toEqual(readPath(object, path))
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
