import { expect, test } from 'vitest'
import { messageSize } from './message-size.ts'

test('texts and buffers count by length, everything else by its members', () => {
  expect(messageSize('four')).toBe(4)
  expect(messageSize(new Uint8Array(7))).toBe(7)
  expect(messageSize(new ArrayBuffer(7))).toBe(7)
  expect(messageSize(new Blob(['seven b']))).toBe(7)
  expect(messageSize([1, true, null])).toBe(8 + 3 * (1 + 8))
  expect(messageSize({ type: 'row', body: 'text' })).toBe(8 + 'typerowbodytext'.length)
})
