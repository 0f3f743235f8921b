import { describe, expect, test } from 'vitest'
import { hasFormat, isFormat } from './formats.ts'

const ID = '0a1b2c3d-1111-2222-3333-444455556666'

const CASES: readonly (readonly [format: string, valid: readonly string[], invalid: readonly string[]])[] = [
  [
    'date-time',
    ['2024-01-31T23:59:59Z', '2024-01-31t23:59:59.5+01:00'],
    ['2024-01-31', '2024-13-01T00:00:00Z', 'x'],
  ],
  ['date', ['2024-02-29'], ['2023-02-29', '2024-13-01', '2024-1-1', '2024-01-01T00:00:00Z', 'x']],
  ['duration', ['1s', '-1.5h30m', '2 d', '.5ms'], ['', '1', 's', '1x']],
  ['email', ['a@b'], ['a', 'a@', '@b', 'a @b']],
  ['hostname', ['a', 'a-b.c'], ['', '-a', 'a-', 'a_b', 'a'.repeat(256)]],
  ['ipv4', ['10.0.0.1', '255.255.255.255'], ['10.0.0', '256.0.0.1', '::1']],
  ['ipv6', ['::1', '2001:db8::ffff'], ['10.0.0.1', ':', 'a', '1:2']],
  ['ip', ['10.0.0.1', '::1'], ['x', '1:2']],
  ['uri', ['https://a.example/b', '/a', 'urn:a'], ['a', 'https://a b', '']],
  ['uuid', [ID, ID.replaceAll('-', '')], ['x', `${ID}0`]],
  ['uuid3', [ID], ['x']],
  ['uuid4', [ID], ['x']],
  ['uuid5', [ID], ['x']],
  ['byte', ['', 'YQ==', 'YWI=', 'YWJj'], ['YQ', 'YWJjY', 'Y!==', 'Y===']],
  ['cidr', ['10.0.0.0/8', '2001:db8::/32'], ['10.0.0.0', '10.0.0.0/', '10.0.0.0/1000']],
  ['mac', ['00:1a:2B:3c:4d:5e', '00-1a-2b-3c-4d-5e'], ['00:1a', '00:1a:2b:3c:4d:5g', '']],
]

describe.each(CASES)('%s', (format, valid, invalid) => {
  test('is known', () => {
    expect(isFormat(format)).toBe(true)
  })

  test.each(valid)('%j is valid', text => {
    expect(hasFormat(format, text)).toBe(true)
  })

  test.each(invalid)('%j is invalid', text => {
    expect(hasFormat(format, text)).toBe(false)
  })
})

test('an unknown format matches every text', () => {
  expect([isFormat('toString'), isFormat('x'), hasFormat('x', '')]).toEqual([false, false, true])
})
