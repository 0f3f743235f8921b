import { UsageError } from '@kube-informer/core'
import { applyMergePatch } from '@kube-informer/core/patch'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMergePatch } from './create-merge-patch.ts'
import { draftOf } from './draft.ts'
import { isSafeJson, refuseUnsafeValues } from './json-value.ts'

describe('createMergePatch', () => {
  test.each([
    ['adds a member', { a: 1 }, { a: 1, b: 2 }, { b: 2 }],
    ['changes a member', { a: 1 }, { a: 2 }, { a: 2 }],
    ['removes a member', { a: 1, b: 2 }, { a: 1 }, { b: null }],
    ['removes a member that becomes undefined', { a: 1 }, { a: undefined }, { a: null }],
    ['removes a member that becomes null', { a: 1 }, { a: null }, { a: null }],
    ['C-CLI-34: removes a null', { a: 1, b: null }, { a: 1 }, { b: null }],
    [
      'C-CLI-34: removes a null below',
      { a: { b: null, c: 1 } },
      { a: { b: undefined, c: 1 } },
      { a: { b: null } },
    ],
    ['goes into objects', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { a: { c: 3 } }],
    ['replaces lists whole', { a: [1, 2] }, { a: [1, 3] }, { a: [1, 3] }],
    ['adds an empty object', {}, { a: {} }, { a: {} }],
    ['replaces a scalar by an object', { a: 1 }, { a: { b: 1 } }, { a: { b: 1 } }],
    ['replaces an object by a list', { a: { b: 1 } }, { a: [] }, { a: [] }],
    ['keeps a null inside of a new object', {}, { a: { b: null } }, { a: { b: null } }],
    ['replaces true by 1', { a: true }, { a: 1 }, { a: 1 }],
    ['replaces "" by 0', { a: '' }, { a: 0 }, { a: 0 }],
  ])('%s', (_, original, modified, patch) => {
    expect(createMergePatch(original, modified)).toEqual(patch)
  })

  test.each([
    ['equal objects', { a: [{ b: 1 }], c: null }, { c: null, a: [{ b: 1 }] }],
    ['a member without a value', { a: 1 }, { a: 1, b: undefined }],
    ['a null that was absent', { a: 1 }, { a: 1, b: null }],
    ['a negative zero', { a: 0 }, { a: -0 }],
  ])('is undefined for %s', (_, original, modified) => {
    expect(createMergePatch(original, modified)).toBeUndefined()
  })

  test('a member called __proto__ is a member like others', () => {
    const original: object = JSON.parse('{"data":{"__proto__":{"a":1}}}')
    const modified: object = JSON.parse('{"data":{"__proto__":{"a":2}}}')
    expect(JSON.stringify(createMergePatch(original, modified))).toBe('{"data":{"__proto__":{"a":2}}}')
    expect(createMergePatch({ data: {} }, original)).toEqual(original)
    expect(JSON.stringify(createMergePatch(original, { data: {} }))).toBe('{"data":{"__proto__":null}}')
  })

  test('applied to the one gives the other', () => {
    // A merge patch cannot write null.
    const value = fc
      .jsonValue({ maxDepth: 3 })
      .filter(json => isSafeJson(json) && !JSON.stringify(json).includes('null'))
    const object = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), value)
    fc.assert(
      fc.property(object, object, (original, modified) => {
        const patch = createMergePatch(original, modified) ?? {}
        expect(applyMergePatch(original, patch)).toEqual(modified)
      }),
    )
  })
})

describe('integers beyond 2^53', () => {
  const large: object = JSON.parse(
    '{"spec":{"seconds":9223372036854775807,"replicas":1,"list":[{"id":9007199254740993,"n":1}]}}',
  )
  const changed = (change: object) => ({ spec: { ...(large as { spec: object }).spec, ...change } })

  test('C-CLI-23: an untouched one is not in the patch', () => {
    expect(createMergePatch(large, changed({ replicas: 2 }))).toEqual({ spec: { replicas: 2 } })
    expect(createMergePatch(large, changed({}))).toBeUndefined()
  })

  test.each([
    ['changed', changed({ seconds: 9007199254740992 }), 'spec.seconds: 9007199254740992 is beyond 2^53'],
    ['added', changed({ 'a.b': -9007199254740992 }), 'spec["a.b"]: -9007199254740992 is beyond'],
    [
      'added in an object',
      changed({ next: { seconds: 2 ** 60 } }),
      'spec.next.seconds: 1152921504606847000 is beyond',
    ],
    [
      'part of a changed list',
      changed({ list: [{ id: 2 ** 53, n: 2 }] }),
      'spec.list[0].id: 9007199254740992 is beyond',
    ],
  ])('C-CLI-23: one that is %s is refused, with its path', (_, modified, message) => {
    expect(() => createMergePatch(large, modified)).toThrow(message)
    expect(() => createMergePatch(large, modified)).toThrow(UsageError)
  })

  test('the largest safe integer and fractions are written', () => {
    const modified = { a: 2 ** 53 - 1, b: 0.5, c: -(2 ** 53 - 1) }
    expect(createMergePatch({}, modified)).toEqual(modified)
  })
})

test.each([
  [{ a: Number.NaN }, 'cannot write a: JSON has no NaN'],
  [{ a: [Number.POSITIVE_INFINITY] }, 'cannot write a[0]: JSON has no Infinity'],
  [{ a: { 'b/c': 10n } }, 'cannot write a["b/c"]: it must be JSON, got a bigint'],
  [{ a: new Date(0) }, 'cannot write a: it must be JSON, got Date'],
  [{ a: () => 1 }, 'cannot write a: it must be JSON, got a function'],
  [{ a: Object.create(Object.create(Object.create(null))) }, 'cannot write a: it must be JSON, got a class'],
])('refuses %o', (value, message) => {
  expect(() => refuseUnsafeValues(value)).toThrow(message)
  expect(() => createMergePatch({}, value)).toThrow(message)
  expect(() => createMergePatch({ a: { b: 1 } }, value)).toThrow(message)
})

test('a draft is a deep copy that may be changed', () => {
  const list: readonly { readonly b: number }[] = Object.freeze([Object.freeze({ b: 1 })])
  const frozen = Object.freeze({ a: list, c: null })
  const draft = draftOf(frozen)
  for (const item of draft.a) item.b = 2
  expect(draft).toEqual({ a: [{ b: 2 }], c: null })
  expect(frozen.a).toEqual([{ b: 1 }])
  expect(JSON.stringify(draftOf(JSON.parse('{"__proto__":{"a":1}}')))).toBe('{"__proto__":{"a":1}}')
})
