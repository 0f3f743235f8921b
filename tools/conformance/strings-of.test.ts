import { expect, test } from 'vitest'
import { stringsOf } from './strings-of.ts'

test('literals of all three kinds, and nothing from comments', () => {
  const source = [
    `test('one: it\\'s one', () => {}) // don't take 'not one'`,
    `/* nor 'not two' */ test("two: isn't", () => {})`,
    'test(`three: over',
    'two lines`, () => {})',
  ].join('\n')
  expect(stringsOf(source)).toEqual(["one: it\\'s one", "two: isn't", 'three: over\ntwo lines'])
})
