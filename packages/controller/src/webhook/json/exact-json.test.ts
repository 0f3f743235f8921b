import { UsageError } from '@kube-informer/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseBigintJson } from '../../test/bigint-json.ts'
import { ExactIntegers } from './exact-integers.ts'
import { exactJson } from './exact-json.ts'
import { exactPatch } from './json-patch.ts'

/** What the text is after it was parsed, changed and written. */
function rewrite(text: string, change = (value: unknown) => value): string {
  return exactJson(change(JSON.parse(text)), new ExactIntegers(() => text))
}

const member = (name: string) => (value: unknown) => Reflect.get(Object(value), name)

describe('an integer beyond 2^53', () => {
  test.each([
    '{"a":9223372036854775807,"b":-9223372036854775808}',
    '[18446744073709551615,9007199254740993,-9007199254740993]',
    '{"a":{"b":[1,9007199254740993,"9007199254740994",{"9007199254740994":9007199254740993}]}}',
    '{"a":123456789012345678901234567890}',
    '9007199254740993',
  ])('keeps its digits: %s', text => expect(rewrite(text)).toBe(text))

  test('keeps its digits in another member', () => {
    const moved = rewrite('{"spec":{"a":9223372036854775807}}', value => ({
      status: [member('spec')(value)],
    }))
    expect(moved).toBe('{"status":[{"a":9223372036854775807}]}')
  })

  test('may occur several times', () => {
    expect(rewrite('[9007199254740993, 9007199254740993]')).toBe('[9007199254740993,9007199254740993]')
  })

  test.each([
    [
      'others round to the same number',
      '{"a":{"b/c":9007199254740993},"d":9007199254740992}',
      'cannot write a["b/c"]: 9007199254740992 is beyond 2^53, where JavaScript rounds integers, and the request has several that round to it: 9007199254740993, 9007199254740992',
    ],
    [
      'one with a fraction rounds to the same number',
      '[9007199254740993, 9007199254740992.0]',
      'cannot write [0]: 9007199254740992 is beyond 2^53, where JavaScript rounds integers, and the request has several that round to it: 9007199254740993, 9007199254740992',
    ],
  ])('is refused if %s', (_, text, message) => {
    expect(() => rewrite(text)).toThrow(new UsageError(message))
  })

  test.each([
    ['the text has none', '{"a":1}'],
    ['the text has another one', '{"a":9007199254740995}'],
    ['the text has it in a string only', String.raw`{"a":"9007199254740992","\"9007199254740992":"\\"}`],
  ])('is refused if %s', (_, text) => {
    expect(() => rewrite(text, () => ({ size: 2 ** 53 }))).toThrow(
      'cannot write size: 9007199254740992 is beyond 2^53, where JavaScript rounds integers, and the request has no such integer',
    )
  })
})

test.each([
  ['1e300', '1e+300'],
  ['[1e16, 10000000000000000]', '[10000000000000000,10000000000000000]'],
  ['9007199254740992.0', '9007199254740992'],
  ['-0', '0'],
  ['1234567890.12345678901234567890', '1234567890.1234567'],
])('a float64 is written as one: %s', (text, expected) => expect(rewrite(text)).toBe(expected))

test.each([
  ['{"a":[1e400]}', 'cannot write a[0]: JSON has no Infinity'],
  ['{"a":-1e400,"b":9007199254740993}', 'cannot write a: JSON has no -Infinity'],
])('a number that is too large is refused: %s', (text, message) => {
  expect(() => rewrite(text)).toThrow(new UsageError(message))
})

test('writes what JSON.stringify does: escapes, members without a value, empty slots, __proto__', () => {
  const large = 2 ** 53
  const value = {
    large,
    'a"\n\ud800': '\u2028"\ud800',
    none: undefined,
    list: Object.assign(new Array(1), { 1: undefined, 2: null, 3: -0, 4: 0.1 }),
    o: {},
  }
  const text = JSON.stringify(value)
  expect(rewrite(text, () => value)).toBe(text)
  const hostile = '{"__proto__":{"a":9007199254740992},"constructor":1}'
  expect(rewrite(hostile)).toBe(hostile)
})

test('reads the text only for the first integer beyond 2^53', () => {
  let reads = 0
  const integers = new ExactIntegers(() => {
    reads++
    return '[9007199254740993]'
  })
  exactJson({ a: [1, 'x', 0.5, 2 ** 53 - 1] }, integers)
  expect(reads).toBe(0)
  exactJson([2 ** 53, 2 ** 53], integers)
  exactJson([2 ** 53], integers)
  expect(reads).toBe(1)
})

describe('in a JSON patch', () => {
  const text = '{"spec":{"seconds":9223372036854775807},"ids":[9007199254740993,9007199254740992]}'
  const integers = new ExactIntegers(() => text)
  const before: { spec: object; ids: readonly number[] } = JSON.parse(text)

  test('C-ADM-21: a moved one keeps its digits', () => {
    const patch = exactPatch(before, { limits: before.spec, ids: before.ids }, integers)
    expect(exactJson(patch, integers)).toBe(
      '[{"op":"remove","path":"/spec"},{"op":"add","path":"/limits","value":{"seconds":9223372036854775807}}]',
    )
  })

  test('C-ADM-21: an ambiguous one that moves is refused, and an untouched one is not', () => {
    const moved = { ...before, id: before.ids[0] }
    expect(() => exactPatch(before, moved, integers)).toThrow('cannot write id: 9007199254740992 is beyond')
    expect(exactPatch(before, { ...before, a: 1 }, integers)).toHaveLength(1)
  })
})

describe('random texts', () => {
  const integer = fc.oneof(
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n }),
    fc.bigInt({ min: 2n ** 53n - 2n, max: 2n ** 53n + 6n }),
  )
  const scalar = fc.oneof(
    integer.map(String),
    fc.constantFrom('1e16', '1.5', '-0', 'null', '9007199254740993.0', '1e300'),
    fc
      .oneof(fc.string(), integer.map(String), fc.constantFrom('"9007199254740993', '\\', '\\"'))
      .map(each => JSON.stringify(each)),
  )
  const { value } = fc.letrec<{ value: string }>(tie => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      scalar,
      fc.array(tie('value'), { maxLength: 4 }).map(items => `[ ${items.join(' ,')} ]`),
      fc
        .uniqueArray(fc.tuple(fc.string(), tie('value')), { maxLength: 4, selector: ([name]) => name })
        .map(members => `{${members.map(([name, each]) => `${JSON.stringify(name)} : ${each}`).join()}}`),
    ),
  }))

  /** Integers of the text that have the same rounded number. */
  function hasAmbiguous(text: string): boolean {
    const seen = new Map<number, bigint>()
    const isAmbiguous = (item: unknown): boolean => {
      if (typeof item === 'object' && item !== null) return Object.values(item).some(isAmbiguous)
      const isLarge = typeof item === 'bigint' || (Number.isInteger(item) && !Number.isSafeInteger(item))
      if (!isLarge) return false
      const exact = BigInt(item as number)
      const other = seen.get(Number(item))
      seen.set(Number(item), exact)
      return other !== undefined && other !== exact
    }
    return isAmbiguous(parseBigintJson(text))
  }

  /** Numbers of a float64 are equal to their integers. */
  const exactValue = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(exactValue)
    if (typeof item === 'object' && item !== null) {
      return Object.fromEntries(Object.entries(item).map(([name, each]) => [name, exactValue(each)]))
    }
    return Number.isInteger(item) ? BigInt(item as number) : item
  }

  test('keep their integers, or are refused because two are one number', () => {
    fc.assert(
      fc.property(value, text => {
        if (hasAmbiguous(text)) expect(() => rewrite(text)).toThrow('the request has several')
        else expect(exactValue(parseBigintJson(rewrite(text)))).toEqual(exactValue(parseBigintJson(text)))
      }),
      { numRuns: 1000 },
    )
  })
})
