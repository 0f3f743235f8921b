import { expect, test } from 'vitest'
import { distinctWarnings, parseWarnings } from './warnings.ts'

test.each([
  ['one', '299 - "text"', ['text']],
  ['an agent and a date', '299 kube/1.37 "text" "Sat, 01 Jan 2028 00:00:00 GMT"', ['text']],
  ['escapes', String.raw`299 - "a \"b\" \\ c"`, [String.raw`a "b" \ c`]],
  ['several headers, as fetch combines them', '299 - "a", 299 - "b",299 - "c"', ['a', 'b', 'c']],
  ['commas and headers within a text', '299 - "a, 299 - \\"b\\", c", 299 - "d"', ['a, 299 - "b", c', 'd']],
  ['other codes', '110 - "stale", 299 - "a", 199 - "misc"', ['a']],
  ['no text', '299 - "", 299 -', []],
  ['nonsense', 'nonsense "', []],
  ['unclosed quotation after a warning', '299 - "a", 299 - "b', ['a']],
])('%s', (_, header, texts) => {
  expect(parseWarnings(header)).toEqual(texts)
})

test('an unterminated text is ignored in linear time', () => {
  expect(parseWarnings(`299 - "${'\\a'.repeat(50_000)}`)).toEqual([])
})

test('reports each distinct text once', () => {
  const received: string[] = []
  const handler = distinctWarnings((text, { what }) => received.push(`${what}: ${text}`))
  for (const text of ['a', 'b', 'a']) handler(text, { what: 'get' })
  expect(received).toEqual(['get: a', 'get: b'])
})
