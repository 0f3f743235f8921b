import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

test.each([
  [0, '0 B'],
  [812, '812 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [4_240, '4.2 kB'],
  [9_960, '10 kB'],
  [38_400_000, '38 MB'],
  [999_600, '1.0 MB'],
  [12e12, '12000 GB'],
])('%d bytes are formatted as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
