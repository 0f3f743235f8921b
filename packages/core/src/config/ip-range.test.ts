import { expect, test } from 'vitest'
import { contains, parseCidr, parseIp } from './ip-range.ts'

test.each([
  ['0.0.0.0', 0xffff_0000_0000n],
  ['10.1.2.3', 0xffff_0a01_0203n],
  ['255.255.255.255', 0xffff_ffff_ffffn],
  ['::', 0n],
  ['::1', 1n],
  ['1::', 1n << 112n],
  ['2001:db8::ff', 0x2001_0db8_0000_0000_0000_0000_0000_00ffn],
  ['1:2:3:4:5:6:7:8', 0x1_0002_0003_0004_0005_0006_0007_0008n],
  ['::ffff:10.1.2.3', 0xffff_0a01_0203n],
])('the address %s', (text, address) => {
  expect(parseIp(text)).toEqual({ address, bits: 128 })
})

test.each([
  '',
  'localhost',
  '10.1.2',
  '10.1.2.3.4',
  '10.1.2.256',
  '010.1.2.3',
  '10.1.2.3/8',
  'a:b',
  '1::2::3',
  ':',
])('%j is no address', text => {
  expect(parseIp(text)).toBeUndefined()
})

test.each(['10.0.0.0', '10.0.0.0/33', '::/129', '10.0.0.0/', '/8', '10.0.0.0/8/8', 'x/8', '10.0.0.0/-1'])(
  '%j is no range',
  text => {
    expect(parseCidr(text)).toBeUndefined()
  },
)

test.each([
  ['10.0.0.0/8', '10.255.0.1', true],
  ['10.0.0.0/8', '11.0.0.0', false],
  ['10.1.2.3/32', '10.1.2.3', true],
  ['10.1.2.3/32', '10.1.2.2', false],
  ['0.0.0.0/0', '255.1.1.1', true],
  ['0.0.0.0/0', '::1', false],
  ['10.0.0.0/8', '::ffff:10.1.1.1', true],
  ['2001:db8::/32', '2001:db8:ffff::1', true],
  ['2001:db8::/32', '2001:db9::', false],
  ['::/0', '10.0.0.1', true],
  ['::1/128', '::1', true],
])('%s contains %s: %s', (range, address, expected) => {
  const [whole, ip] = [parseCidr(range), parseIp(address)]
  expect(whole && ip && contains(whole, ip)).toBe(expected)
})

test('a range contains narrower ranges and itself, but no wider one', () => {
  const [wide, narrow] = [parseCidr('10.0.0.0/8'), parseCidr('10.1.0.0/16')]
  if (!wide || !narrow) throw new Error('no ranges')
  expect([contains(wide, narrow), contains(narrow, wide), contains(wide, wide)]).toEqual([true, false, true])
})
