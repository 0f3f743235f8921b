import { expect, test } from 'vitest'
import { errorMessage, groupBy, parseUrl, randomId, randomToken, withResolvers } from './index.ts'

test('errorMessage reads errors and any other thrown value', () => {
  expect(errorMessage(new TypeError('broken'))).toBe('broken')
  expect(errorMessage('broken')).toBe('broken')
  expect(errorMessage(undefined)).toBe('undefined')
})

test('parseUrl returns undefined for what is no URL', () => {
  expect(parseUrl('https://a.example/b')?.host).toBe('a.example')
  expect(parseUrl('/b', 'https://a.example')?.href).toBe('https://a.example/b')
  expect(parseUrl('/b')).toBeUndefined()
})

test('withResolvers settles its promise from outside', async () => {
  const success = withResolvers<number>()
  success.resolve(1)
  await expect(success.promise).resolves.toBe(1)
  const failure = withResolvers<number>()
  failure.reject(new Error('no'))
  await expect(failure.promise).rejects.toThrow('no')
})

test('groupBy keeps the order of items and of first keys', () => {
  expect([...groupBy([3, 1, 4, 2], value => value % 2)]).toEqual([
    [1, [3, 1]],
    [0, [4, 2]],
  ])
})

test('ids have a fixed length and differ', () => {
  const values = [0.5, 0.25, 0.125, 0.75]
  let calls = 0
  const random = () => values[calls++ % values.length] ?? 0
  expect(randomId(random)).toHaveLength(20)
  expect(randomId(random)).not.toBe(randomId(() => 0))
  expect(randomId(() => 0)).toBe('0'.repeat(20))
  expect(randomToken(undefined, random)).toHaveLength(28)
  expect(randomToken(crypto, random)).not.toBe(randomToken(crypto, random))
})
