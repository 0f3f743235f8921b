import { expect, test } from 'vitest'
import { visibleText } from './visible-text.ts'

test.each([
  ['\u001b[31mred\u001b[0m', '␛[31mred␛[0m'],
  ['\u001b]8;;https://evil.example\u0007link', '␛]8;;https://evil.example␇link'],
  ['progress 10 %\rprogress 20 %', 'progress 10 %␍progress 20 %'],
  ['a\0b\u007f', 'a␀b␡'],
  ['\u009b2J', '‹U+009B›2J'],
  ['user=\u202enimda', 'user=‹U+202E›nimda'],
  ['\u2066a\u2069\u200f\u061c', '‹U+2066›a‹U+2069›‹U+200F›‹U+061C›'],
  ['ad\u200bmin\ufeff', 'ad‹U+200B›min‹U+FEFF›'],
  ['one\u2028two', 'one‹U+2028›two'],
  ['\u{e0041}', '‹U+E0041›'],
])('%j is shown as %s', (text, shown) => {
  expect(visibleText(text)).toBe(shown)
})

test.each(['', 'a\tb', 'é 漢字 עברית', '👩‍💻 ✅️'])('%j is shown as it is', text => {
  expect(visibleText(text)).toBe(text)
})
