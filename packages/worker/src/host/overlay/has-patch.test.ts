import { describe, expect, it } from 'vitest'
import { hasPatch } from './has-patch.ts'

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
