import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyMergePatch } from './apply-merge-patch.ts'
import { isJsonObject } from './json-value.ts'

describe('a merge patch', () => {
  // The examples of RFC 7386, appendix A.
  test.each([
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
    expect(applyMergePatch(value, patch)).toEqual(expected)
    expect(value).toEqual(before)
  })

  test('returns the value itself where nothing changes', () => {
    const value = { a: { b: [1, { c: 2 }] }, d: 3 }
    expect(applyMergePatch(value, { a: { b: [1, { c: 2 }], x: null }, d: 3 })).toBe(value)
  })

  test('members that are undefined are not part of it', () => {
    expect(applyMergePatch({ a: 1 }, { a: undefined, b: { c: undefined } })).toEqual({ a: 1, b: {} })
  })

  test('nulls in new values are removed, also in lists, as in an apiserver; items stay', () => {
    expect(applyMergePatch({ a: [1] }, { a: [{ b: null, c: 1 }, null] })).toEqual({ a: [{ c: 1 }, null] })
    expect(applyMergePatch({ a: { x: 1 } }, { a: [{ b: null }] })).toEqual({ a: [{ b: null }] })
  })

  test('names of JavaScript properties are ordinary members', () => {
    const patch: unknown = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"a":1}}')
    const patched = applyMergePatch({}, patch)
    expect(JSON.stringify(patched)).toBe(JSON.stringify(patch))
    expect(JSON.stringify(applyMergePatch(patched, JSON.parse('{"__proto__":null}')))).toBe(
      '{"constructor":{"a":1}}',
    )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('random merge patches', () => {
  const name = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor')
  // Without null items, which other readers of RFC 7386 keep.
  const { value } = fc.letrec<{ value: unknown }>(tie => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom<unknown>(0, 'x', true, null),
      fc.array(fc.constantFrom(1, 'y'), { maxLength: 3 }),
      fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map(members => Object.fromEntries(members)),
    ),
  }))

  test('are applied as by the pseudocode of RFC 7386', () => {
    fc.assert(
      fc.property(value, value, (target, patch) => {
        const before = JSON.stringify([target, patch])
        const patched = applyMergePatch(target, patch)
        expect(patched).toEqual(naive(target, patch))
        expect(applyMergePatch(patched, patch)).toBe(patched)
        expect(JSON.stringify([target, patch])).toBe(before)
      }),
      { numRuns: 1_000 },
    )
  })

  function naive(target: unknown, patch: unknown): unknown {
    if (!isJsonObject(patch)) return patch
    const result = new Map(Object.entries(isJsonObject(target) ? target : {}))
    for (const [member, change] of Object.entries(patch)) {
      if (change === null) result.delete(member)
      else result.set(member, naive(result.get(member), change))
    }
    return Object.fromEntries(result)
  }
})
