import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProtocolError } from '../api/errors.ts'
import { readPath } from '../api/path.ts'
import { findPath, skipValue, stringAt } from './json-text.ts'

const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'x"y', '\\', '\\\\')
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
const spacing = fc.constantFrom(0, 2)

test('findPath locates the value that reading the parsed path returns', () => {
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

test('an invalid escape in a key or a value is a ProtocolError', () => {
  expect(() => findPath('{"a\\x":1}', 0, ['b'])).toThrow(ProtocolError)
  expect(() => stringAt('"\\x"', 0, 4)).toThrow(ProtocolError)
})
