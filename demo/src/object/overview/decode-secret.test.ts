import { expect, test } from 'vitest'
import { decodeSecret } from './decode-secret.ts'

test.each([
  ['aMOpbGxv', { text: 'héllo', bytes: 6 }],
  ['/wA=', { text: undefined, bytes: 2 }],
  ['AGE=', { text: undefined, bytes: 2 }],
  ['', { text: '', bytes: 0 }],
])('%s decodes to %o', (base64, value) => {
  expect(decodeSecret(base64)).toEqual(value)
})
