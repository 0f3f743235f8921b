import { expect, test } from 'vitest'
import { stringsOf } from './strings-of.ts'

test('literals of all three kinds, and nothing from comments', () => {
  const source = [
    `test('T-ONE-1: it\\'s one', () => {}) // don't take 'T-NO-1'`,
    `/* nor 'T-NO-2' */ test("T-TWO-2: isn't", () => {})`,
    'test(`T-THREE-3: over',
    'two lines`, () => {})',
  ].join('\n')
  expect(stringsOf(source)).toEqual(["T-ONE-1: it\\'s one", "T-TWO-2: isn't", 'T-THREE-3: over\ntwo lines'])
})
