import { expect, test } from 'vitest'
import {
  hex,
  integer,
  NAME_ALPHABET,
  nameSuffix,
  pick,
  seededRandom,
  seededRandomAt,
  text,
  uuid,
} from './random.ts'

const draws = (random: () => number, count: number): readonly number[] =>
  Array.from({ length: count }, random)

test('a seed gives the same numbers each time, spread over [0, 1)', () => {
  const numbers = draws(seededRandom(42), 10_000)
  expect(draws(seededRandom(42), 10_000)).toEqual(numbers)
  expect(draws(seededRandom(43), 3)).not.toEqual(numbers.slice(0, 3))
  const tenths = Array.from(
    { length: 10 },
    (_, at) => numbers.filter(one => Math.floor(one * 10) === at).length,
  )
  expect(tenths.every(count => count > 900 && count < 1_100)).toBe(true)
  expect(numbers.slice(0, 3).map(one => one.toFixed(6))).toEqual(['0.128483', '0.033534', '0.075098'])
})

test('a generator starts after any number of draws', () => {
  const numbers = draws(seededRandom(7), 100)
  expect(draws(seededRandomAt(7, 90), 10)).toEqual(numbers.slice(90))
  expect(draws(seededRandomAt(7, 0), 10)).toEqual(numbers.slice(0, 10))
})

test('integers, choices and texts take each value, and none beyond', () => {
  const random = seededRandom(1)
  expect(new Set(Array.from({ length: 200 }, () => integer(random, 3)))).toEqual(new Set([0, 1, 2]))
  expect(new Set(Array.from({ length: 200 }, () => pick(random, ['a', 'b'])))).toEqual(new Set(['a', 'b']))
  const characters = text(random, 200, 'xy')
  expect([characters.length, new Set(characters)]).toEqual([200, new Set('xy')])
})

test('hexadecimal digits are the bits of the numbers, from the highest', () => {
  const numbers = [0x0123_4567 / 2 ** 32, 0x89ab_cdef / 2 ** 32]
  expect(hex(() => numbers.shift() ?? 0, 12)).toBe('0123456789ab')
})

test('a UUID is of version 4 and its variant', () => {
  const random = seededRandom(1)
  const uuids = Array.from({ length: 100 }, () => uuid(random))
  for (const one of uuids)
    expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(uuids.map(one => one[19]))).toEqual(new Set('89ab'))
  expect(uuid(() => 0x0123_4567 / 2 ** 32)).toBe('01234567-0123-4567-8123-456701234567')
})

test('the suffixes of a series are all different, and begin anywhere', () => {
  const suffixes = Array.from({ length: 5_000 }, (_, serial) => nameSuffix(serial, 99))
  expect(new Set(suffixes).size).toBe(5_000)
  for (const suffix of suffixes) expect(suffix).toMatch(new RegExp(`^[${NAME_ALPHABET}]{5}$`))
  expect([nameSuffix(0, 0), nameSuffix(0, 1), nameSuffix(0, 27)]).toEqual(['bbbbb', 'cbbbb', 'bcbbb'])
  expect(nameSuffix(1, 0)).toBe(nameSuffix(0, 5_882_353))
  expect(nameSuffix(27 ** 5, 3)).toBe(nameSuffix(0, 3))
})
