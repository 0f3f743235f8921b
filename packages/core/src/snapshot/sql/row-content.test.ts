import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LogEntry } from './log-entry.ts'
import { entriesIn, packEntries, piecesOf, unpackEntries } from './row-content.ts'

const entry = (key: string, text: string, type: LogEntry['type'] = 'MODIFIED'): LogEntry => ({
  ...{ type, key, text, uid: `u-${key}`, resourceVersion: '7' },
})
const pack = (entries: readonly LogEntry[], rowChars: number) => [...packEntries(entries, rowChars)]

test.each([
  ['abcdef', 3, ['abc', 'def']],
  ['abcdefg', 3, ['abc', 'def', 'g']],
  ['ab', 3, ['ab']],
  ['abc', 3, ['abc']],
  ['', 3, ['']],
  ['ab🐳c', 3, ['ab', '🐳c']],
  ['a🐳bc', 3, ['a🐳', 'bc']],
  ['🐳🐳', 2, ['🐳', '🐳']],
])('%j in pieces of %d is %j', (text, chars, pieces) => expect([...piecesOf(text, chars)]).toEqual(pieces))

test('without entries there is one row', () => {
  expect(pack([], 100)).toEqual([{ content: { entries: '[]', bodies: '' }, isLast: true }])
})

test('an entry begins a row that the previous one has no room for', () => {
  // Each takes 1 for its key, 3 for its uid, 1 for its resourceVersion, 20 for itself, and its text.
  const entries = [entry('a', 'x'.repeat(10), 'ADDED'), entry('b', 'y'.repeat(10), 'DELETED')]
  const one = '["A","a","u-a","7",10'
  expect(pack(entries, 70).map(({ content }) => content)).toEqual([
    { entries: `${one},"D","b","u-b","7",10]`, bodies: 'xxxxxxxxxxyyyyyyyyyy' },
  ])
  expect(pack(entries, 69)).toEqual([
    { content: { entries: `${one}]`, bodies: 'xxxxxxxxxx' }, isLast: false },
    { content: { entries: '["D","b","u-b","7",10]', bodies: 'yyyyyyyyyy' }, isLast: true },
  ])
})

test('a text that a row cannot hold continues in the next one', () => {
  expect(pack([entry('a', 'x'.repeat(25))], 10)).toEqual([
    { content: { entries: '["M","a","u-a","7",10]', bodies: 'x'.repeat(10) }, isLast: false },
    { content: { entries: '["","a","u-a","7",10]', bodies: 'x'.repeat(10) }, isLast: false },
    { content: { entries: '["","a","u-a","7",5]', bodies: 'x'.repeat(5) }, isLast: true },
  ])
})

test('the members of the entries of a row', () => {
  const members = { key: 'a', uid: 'u', resourceVersion: '7', length: 3 }
  expect([...entriesIn('["A","a","u","7",3,"","b","u","7",0,"D","c"]')]).toEqual([
    { ...members, type: 'ADDED' },
    { ...members, type: undefined, key: 'b', length: 0 },
  ])
})

test('entries are unpacked as they were packed, for rows of any size', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '🐳', '"', '\\', 'é'), maxLength: 30 })
  const anyEntry = fc.record({
    ...{ key: text, uid: text, resourceVersion: text, text },
    type: fc.constantFrom('ADDED' as const, 'MODIFIED' as const, 'DELETED' as const),
  })
  fc.assert(
    fc.property(
      fc.array(anyEntry, { maxLength: 6 }),
      fc.integer({ min: 2, max: 120 }),
      (entries, rowChars) => {
        const rows = pack(entries, rowChars)
        expect([...unpackEntries(rows.map(({ content }) => content))]).toEqual(entries)
        expect(rows.map(({ isLast }) => isLast)).toEqual(rows.map((_, at) => at === rows.length - 1))
        expect(rows.every(({ content }) => content.bodies.length <= rowChars)).toBe(true)
      },
    ),
    { numRuns: 100 },
  )
})
