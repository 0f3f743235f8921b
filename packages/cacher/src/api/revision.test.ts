import { expect, test } from 'vitest'
import { Encodable } from './encodable.ts'
import { escapedJson, escapeJson } from './escape.ts'
import { compareRevisions, isNewer, normalRevision, requestedRevision, revisionBefore } from './revision.ts'

const MAX = '18446744073709551615'
const MORE = '18446744073709551616'

test('revisions are in the order of their numbers, also beyond 64 bits', () => {
  const sorted = ['0', '1', '2', '10', '99', '100', MAX, MORE, `${MAX}0`]
  expect(sorted.toReversed().sort(compareRevisions)).toEqual(sorted)
  expect([isNewer('2', '1'), isNewer('1', '1'), isNewer('1', '2')]).toEqual([true, false, false])
  expect([revisionBefore('100'), revisionBefore(MORE)]).toEqual(['99', MAX])
})

test('a revision has no leading zeros', () => {
  expect(['7', '007', '0', '000', '70'].map(normalRevision)).toEqual(['7', '7', '0', '0', '70'])
  expect(['', 'x', '-1', '1.5', ' 1', '1e3'].map(normalRevision)).toEqual(Array(6).fill(undefined))
})

test('a request may ask for any revision, or one of 64 bits; for a longer one only if the server has such', () => {
  expect(['', '0', '05', MAX].map(text => requestedRevision(text, '9'))).toEqual(['0', '0', '5', MAX])
  expect(requestedRevision(MORE, MORE)).toBe(MORE)
  expect(() => requestedRevision(MORE, MAX)).toThrow('value out of range')
  expect(() => requestedRevision('x', '9')).toThrow(
    'resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
  )
})

test('JSON is escaped as in Go', () => {
  expect(escapedJson({ a: '<b>&\u2028\u2029' })).toBe('{"a":"\\u003cb\\u003e\\u0026\\u2028\\u2029"}')
  expect(escapeJson('"é"')).toBe('"é"')
})

test('a value is encoded once for each encoder, until its encodings are forgotten', () => {
  class Value extends Encodable {}
  const value = new Value()
  const calls: string[] = []
  const [first, second, third] = ['a', 'b', 'c'].map(name => ({
    encode(subject: Value): string {
      expect(subject).toBe(value)
      calls.push(name)
      return `${name}${calls.length}`
    },
  })) as [Encoding, Encoding, Encoding]
  interface Encoding {
    encode(subject: Value): string
  }
  const all = () => [first, second, third].map(encoder => value.encoded(encoder))
  expect([all(), all()]).toEqual([
    ['a1', 'b2', 'c3'],
    ['a1', 'b2', 'c3'],
  ])
  value.forgetEncodings()
  expect(all()).toEqual(['a4', 'b5', 'c6'])
})
