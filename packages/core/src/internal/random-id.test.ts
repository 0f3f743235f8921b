import { seededRandom } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { randomId, randomToken } from './random-id.ts'

test.each([
  [() => 0, '0'.repeat(20)],
  [() => 1 - Number.EPSILON, 'z'.repeat(20)],
])('an id has twenty letters', (random, id) => expect(randomId(random)).toBe(id))

test('each half of an id is random', () => {
  const id = randomId(seededRandom(1))
  expect(id).toMatch(/^[0-9a-z]{20}$/)
  expect(id.slice(10)).not.toBe(id.slice(0, 10))
})

const MOST = (2 ** 32 - 1).toString(36)
test('a token has four numbers of 32 bits, from crypto where there is one', () => {
  const crypto = {
    getRandomValues: (numbers: Uint32Array) => {
      numbers.set([0, 1, 36, 2 ** 32 - 1])
      return numbers
    },
  } as unknown as Crypto
  expect(randomToken(crypto, () => 0)).toBe(`0000000${'0000001'}${'0000010'}${MOST}`)
  expect(randomToken(undefined, () => 0)).toBe('0'.repeat(28))
  expect(randomToken(undefined, () => 1 - Number.EPSILON)).toBe(MOST.repeat(4))
})
