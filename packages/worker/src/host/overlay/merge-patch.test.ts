import { describe, expect, it } from 'vitest'
import { hasPatch, mergePatch } from './merge-patch.ts'

describe('mergePatch', () => {
  // The examples of RFC 7386, appendix A.
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j with %j is %j', (value, patch, expected) => {
    const before = structuredClone(value)
    expect(mergePatch(value, patch)).toEqual(expected)
    expect(value).toEqual(before)
  })

  it('returns the value itself where nothing changes', () => {
    const value = { a: { b: [1, { c: 2 }] }, d: 3 }
    expect(mergePatch(value, { a: { b: [1, { c: 2 }], x: null }, d: 3 })).toBe(value)
  })

  it('treats __proto__ as an ordinary name', () => {
    const merged = mergePatch({}, JSON.parse('{"__proto__":{"polluted":true}}'))
    expect(JSON.stringify(merged)).toBe('{"__proto__":{"polluted":true}}')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('hasPatch', () => {
  it.each([
    [{ a: 1, b: 2 }, { a: 1 }, true],
    [{ a: 1 }, { a: 2 }, false],
    [{ a: 1 }, { b: null }, true],
    [{ a: 1 }, { a: null }, false],
    [{ a: [{ b: 1, defaulted: true }] }, { a: [{ b: 1 }] }, true],
    [{ a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 1 }] }, false],
    [{ a: {} }, { a: { b: undefined } }, true],
    [undefined, { a: 1 }, false],
    [{}, JSON.parse('{"toString":1}'), false],
  ])('%j has %j: %s', (value, patch, expected) => {
    expect(hasPatch(value, patch)).toBe(expected)
  })
})
