import { expect, test } from 'vitest'
import { plainScalar } from './plain-scalar.ts'

// The expected values are those of sigs.k8s.io/yaml v1.6.0.
test.each<[string, unknown]>([
  ['on', true],
  ['Off', false],
  ['yes', true],
  ['NO', false],
  ['y', true],
  ['n', false],
  ['oN', 'oN'],
  ['', null],
  ['~', null],
  ['Null', null],
  ['nil', 'nil'],
  ['0o17', 15],
  ['017', 15],
  ['-017', -15],
  ['0x1F', 31],
  ['0b101', 5],
  ['-0b101', -5],
  ['089', 89],
  ['0o89', '0o89'],
  ['1e3', 1000],
  ['1E+3', 1000],
  ['1_000', 1000],
  ['+5', 5],
  ['.5', 0.5],
  ['5.', 5],
  ['.', '.'],
  ['-', '-'],
  ['1.2.3', '1.2.3'],
  ['1e', '1e'],
  ['12:30:45', '12:30:45'],
  ['2001-12-14', '2001-12-14'],
  ['2001-12-14T21:59:43Z', '2001-12-14T21:59:43Z'],
  ['.inf', Number.POSITIVE_INFINITY],
  ['-.Inf', Number.NEGATIVE_INFINITY],
  ['v1', 'v1'],
  ['truely', 'truely'],
])('C-GEN-22: the plain scalar %j is read as in kubectl', (text, value) => {
  expect(plainScalar(text)).toBe(value)
})
