import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { itemTexts, memberRange, pathRange } from './json-ranges.ts'

function member(text: string, name: string): string | undefined {
  const range = memberRange(text, 0, name)
  return range && text.slice(range.start, range.end)
}

describe('memberRange', () => {
  test.each([
    ['{"a":1}', 'a', '1'],
    ['{ "b" : [1, "}"] , "a" : {"a":2} }', 'a', '{"a":2}'],
    ['{"a":1,"b":2,"a":3}', 'a', '3'],
    [String.raw`{"\u0061":"x\"y"}`, 'a', String.raw`"x\"y"`],
    [String.raw`{"x\\":1,"a":2}`, 'a', '2'],
    ['{"__proto__":1}', '__proto__', '1'],
    ['{"b":{"a":1}}', 'a', undefined],
    ['{}', 'a', undefined],
    ['[{"a":1}]', 'a', undefined],
    ['"a"', 'a', undefined],
  ])('in %s, %s is %s', (text, name, expected) => expect(member(text, name)).toBe(expected))

  test.each([
    '{',
    '{"a',
    '{"a"',
    '{"a":',
    '{"a":{',
    '{"a":"',
    '{"a":1',
    '{"a" 1}',
    '{a:1}',
    '{"a":1,,"b":1}',
    '{"\\u00":1}',
  ])('ends for a text that is no JSON: %s', text => {
    try {
      memberRange(text, 0, 'b')
    } catch (error) {
      expect(error).toMatchObject({ code: 'ProtocolError' })
    }
  })
})

test('pathRange finds members of members', () => {
  const text = ' {"request":{"uid":"u","objects":[1]}}'
  const range = pathRange(text, ['request', 'objects'])
  expect(range && text.slice(range.start, range.end)).toBe('[1]')
  expect(pathRange(text, ['request', 'uid', 'objects'])).toBeUndefined()
  expect(pathRange(text, ['response', 'objects'])).toBeUndefined()
})

describe('itemTexts', () => {
  const items = (text: string) => [...itemTexts(text, 0)].map(item => item.text)

  test.each([
    ['[]', []],
    ['[ \n ]', []],
    ['[1]', ['1']],
    ['[ 1 , "a,b" ,[2,3], {"c":"]"}\t]', [' 1 ', ' "a,b" ', '[2,3]', ' {"c":"]"}\t']],
  ])('of %s', (text, expected) => expect(items(text)).toEqual(expected))

  test.each([
    '[,]',
    '[1,]',
    '[,1]',
    '[1 2]',
    '[{"a":1 "b":2}]',
    '[{]}]',
    '[\u00011]',
    '[1}',
    '[1',
    '[',
    '[{',
    '[1,',
  ])('of %j has one that is no JSON', text =>
    expect(() => items(text).map(item => JSON.parse(item))).toThrow(),
  )

  test('are the items that JSON.parse finds', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(0, 2), (list, indent) => {
        expect(items(JSON.stringify(list, null, indent)).map(item => JSON.parse(item))).toEqual(
          JSON.parse(JSON.stringify(list)),
        )
      }),
    )
  })
})
