import { expect, test } from 'vitest'
import { featuresOfPattern } from './regular-expressions.ts'

const names = (pattern: string, flags = '') =>
  featuresOfPattern(pattern, flags).map(path => path.split('.').slice(-1)[0])

test.each([
  ['(?<=a)b', 'lookbehind_assertion'],
  ['(?<!a)b', 'lookbehind_assertion'],
  ['(?<name>a)', 'named_capturing_group'],
  ['\\p{L}', 'unicode_character_class_escape'],
  ['(?i:a)', 'modifier'],
  ['(?-s:a)', 'modifier'],
])('%s has the feature %s', (pattern, feature) => {
  expect(names(pattern)).toEqual([feature])
})

test('escaped parentheses and groups that ES2015 has need nothing', () => {
  expect(names('\\(?<=a')).toEqual([])
  expect(names('(?:a)(?=b)(?!c)')).toEqual([])
})

test('flags are features', () => {
  expect(names('a', 'gsv')).toEqual(['dotAll', 'unicodeSets'])
})
