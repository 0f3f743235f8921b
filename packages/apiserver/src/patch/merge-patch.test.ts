import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rejectionOf } from '../test/rejection.ts'
import { applyMergePatch } from './merge-patch.ts'

describe('a merge patch', () => {
  // The object examples of RFC 7386, appendix A.
  test.each<readonly [target: unknown, patch: unknown, result: unknown]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j with %j is %j', (target, patch, result) => {
    expect(applyMergePatch(target, patch)).toEqual(result)
  })

  test('nulls in new values are removed, also in arrays; array items stay', () => {
    expect(applyMergePatch({ a: [1] }, { a: [{ b: null, c: 1 }, null] })).toEqual({ a: [{ c: 1 }, null] })
    expect(applyMergePatch({ a: { x: 1 } }, { a: [{ b: null }] })).toEqual({ a: [{ b: null }] })
  })

  test('a patch that is not an object is rejected with the decoder’s message', () => {
    const refused = (patch: unknown, isStrict: boolean) =>
      rejectionOf(() => applyMergePatch({}, patch, { isStrict }))
    expect(refused([1], true)).toMatchObject({
      code: 400,
      reason: 'BadRequest',
      message:
        'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}',
    })
    expect(refused(null, true).message).toBe('Invalid JSON Patch')
    expect(refused(5, false).message).toBe('Invalid JSON Patch')
    expect(applyMergePatch({}, [1], { isStrict: false })).toEqual([1])
  })

  test('names of JavaScript properties are ordinary members', () => {
    const patch: unknown = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"a":1}}')
    const merged = applyMergePatch({}, patch)
    expect(JSON.stringify(merged)).toBe(JSON.stringify(patch))
    expect(JSON.stringify(applyMergePatch(merged, JSON.parse('{"__proto__":null}')))).toBe(
      '{"constructor":{"a":1}}',
    )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('merging is idempotent and does not change its arguments', () => {
    // Without arrays, whose nulls are kept or removed depending on what they replace.
    const value = fc.jsonValue({ maxDepth: 3 }).filter(json => !JSON.stringify(json).includes('['))
    const object = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), value)
    fc.assert(
      fc.property(object, object, (target, patch) => {
        const before = JSON.stringify([target, patch])
        const once = applyMergePatch(target, patch)
        expect(applyMergePatch(once, patch)).toEqual(once)
        expect(JSON.stringify([target, patch])).toBe(before)
      }),
    )
  })
})
