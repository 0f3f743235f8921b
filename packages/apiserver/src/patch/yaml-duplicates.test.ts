import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseYaml } from './parse-yaml.ts'
import { jsonDuplicates, lineFinder } from './yaml-duplicates.ts'

test('the line of an offset is one more than the line feeds before it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', '\n'), { maxLength: 20 }), fc.nat(20), (characters, offset) => {
      const text = characters.join('')
      expect(lineFinder(text)(offset)).toBe(text.slice(0, offset).split('\n').length)
    }),
    { numRuns: 100 },
  )
})

test.each([
  ['{"a":1}', []],
  ['{"a":1,"a":2}', ['line 1: key "a" already set in map']],
  ['{\n"a":1,\n"b":{"c":1,\n"c":2}\n}', ['line 4: key "c" already set in map']],
  ['{"a":1,"a":', []],
  ['a: 1', []],
])('the duplicates of %j', (text, expected) => {
  expect(jsonDuplicates(text)).toEqual(expected)
})

test('YAML has the line of each duplicate', async () => {
  const { value, duplicates } = await parseYaml('a: 1\nb: 2\na: 3\nb: 4\n')
  expect(value).toEqual({ a: 3, b: 4 })
  expect(duplicates).toEqual(['line 3: key "a" already set in map', 'line 4: key "b" already set in map'])
})

test.each([
  ['a: [1,\n  2', "yaml: line 2: did not find expected ',' or ']'"],
  ['a: {b: 1,\n', 'yaml: line 1: did not find expected node content'],
  ['a: {b: 1', "yaml: line 1: did not find expected ',' or '}'"],
  ['a: 1\nb: "x', 'yaml: line 2: found unexpected end of stream'],
  ['a: &x [*x]', "yaml: anchor 'x' value contains itself"],
])('%j is no YAML: %s', async (text, message) => {
  await expect(parseYaml(text)).rejects.toThrow(new SyntaxError(message))
})
