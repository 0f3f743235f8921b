import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../api/errors.ts'
import { naiveJsonPatch } from '../test/naive-json-patch.ts'
import { applyJsonPatch } from './apply-json-patch.ts'
import type { PatchOperation } from './patch-operation.ts'
import { readPointer } from './read-pointer.ts'

// The examples of RFC 6902, appendix A, and what the apiserver's patch library adds to it.
test.each<[string, unknown, readonly PatchOperation[], unknown]>([
  ['adds the document', { a: 1 }, [{ op: 'add', path: '', value: [] }], []],
  [
    'appends by -1, as an apiserver',
    { a: [1, 2] },
    [{ op: 'add', path: '/a/-1', value: 3 }],
    { a: [1, 2, 3] },
  ],
  ['adds a member', { a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
  ['replaces an existing one by add', { a: 1 }, [{ op: 'add', path: '/a', value: 2 }], { a: 2 }],
  ['inserts an item', { a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2, 3] }],
  ['appends an item', { a: [1] }, [{ op: 'add', path: '/a/-', value: [2] }], { a: [1, [2]] }],
  ['appends by the length', { a: [1] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2] }],
  ['removes a member', { a: 1, b: null }, [{ op: 'remove', path: '/b' }], { a: 1 }],
  ['removes an item', { a: [1, 2, 3] }, [{ op: 'remove', path: '/a/1' }], { a: [1, 3] }],
  ['removes the last item', { a: [1, 2] }, [{ op: 'remove', path: '/a/-1' }], { a: [1] }],
  ['replaces an item', [1, 2], [{ op: 'replace', path: '/0', value: 5 }], [5, 2]],
  ['replaces the document', { a: 1 }, [{ op: 'replace', path: '', value: 5 }], 5],
  ['moves', { a: { b: 1 }, c: {} }, [{ op: 'move', from: '/a/b', path: '/c/d' }], { a: {}, c: { d: 1 } }],
  ['moves an item', [1, 2, 3], [{ op: 'move', from: '/0', path: '/2' }], [2, 3, 1]],
  [
    'copies, and not by reference',
    { a: { b: 1 } },
    [
      { op: 'copy', from: '/a', path: '/c' },
      { op: 'replace', path: '/c/b', value: 2 },
    ],
    { a: { b: 1 }, c: { b: 2 } },
  ],
  ['tests', { a: [{ b: 1 }] }, [{ op: 'test', path: '/a', value: [{ b: 1 }] }], { a: [{ b: 1 }] }],
  [
    'reads escapes',
    { 'a/b': 1, 'c~d': 1, '~1': 1 },
    [
      { op: 'remove', path: '/a~1b' },
      { op: 'remove', path: '/c~0d' },
    ],
    { '~1': 1 },
  ],
  ['reads ~01 as ~1', { '~1': 1, '/': 1 }, [{ op: 'remove', path: '/~01' }], { '/': 1 }],
  ['has the empty name', { '': 1 }, [{ op: 'replace', path: '/', value: 2 }], { '': 2 }],
])('%s', (_, document, patch, result) => {
  const before = JSON.stringify(document)
  expect(applyJsonPatch(document, patch)).toEqual(result)
  expect(JSON.stringify(document)).toBe(before)
})

test.each<[unknown, PatchOperation, string]>([
  [{}, { op: 'add', path: '/a/b', value: 1 }, 'add /a/b: there is no a'],
  [{ a: 1 }, { op: 'add', path: '/a/b', value: 1 }, 'add /a/b: b has no parent'],
  [{ a: null }, { op: 'add', path: '/a/b', value: 1 }, 'add /a/b: b has no parent'],
  [[], { op: 'add', path: '/1', value: 1 }, 'add /1: there is no 1'],
  [[], { op: 'add', path: '/-1', value: 1 }, 'add /-1: there is no -1'],
  [[1], { op: 'add', path: '/01', value: 1 }, 'add /01: an index is expected, got 01'],
  [[1], { op: 'add', path: '/length', value: 1 }, 'add /length: an index is expected, got length'],
  [[1], { op: 'remove', path: '/1' }, 'remove /1: there is no 1'],
  [{}, { op: 'remove', path: '/toString' }, 'remove /toString: there is no toString'],
  [{}, { op: 'replace', path: '/__proto__', value: 1 }, 'replace /__proto__: there is no __proto__'],
  [{}, { op: 'add', path: '/__proto__/a', value: 1 }, 'add /__proto__/a: there is no __proto__'],
  [{}, { op: 'add', path: '/constructor/prototype/a', value: 1 }, 'there is no constructor'],
  [{}, { op: 'copy', from: '/a', path: '/b' }, 'copy /b: there is no a'],
  [{ a: 1 }, { op: 'test', path: '/a', value: '1' }, 'test /a: the value differs'],
])('%j: %j does not apply', (document, operation, message) => {
  expect(() => applyJsonPatch(document, [operation])).toThrow(UsageError)
  expect(() => applyJsonPatch(document, [operation])).toThrow(message)
})

test('adds a member named __proto__, and leaves prototypes as they are', () => {
  const result = applyJsonPatch({}, [{ op: 'add', path: '/__proto__', value: { polluted: true } }]) as object
  expect(Object.keys(result)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
})

test('shares what no operation concerns', () => {
  const document = { a: { b: 1 }, c: [{ d: 1 }, { e: 1 }] }
  const patched = applyJsonPatch(document, [{ op: 'add', path: '/c/1/f', value: 2 }]) as typeof document
  expect(patched).toEqual({ a: { b: 1 }, c: [{ d: 1 }, { e: 1, f: 2 }] })
  expect(patched.a).toBe(document.a)
  expect(patched.c[0]).toBe(document.c[0])
  expect(applyJsonPatch(document, [{ op: 'test', path: '/a/b', value: 1 }])).toBe(document)
})

test('a pointer is read', () => {
  expect(readPointer({ a: [{ '~1/': 5 }] }, '/a/-1/~01~1')).toBe(5)
  expect(readPointer({ a: 1 }, '')).toEqual({ a: 1 })
  expect(() => readPointer({ a: 1 }, '/b')).toThrow(new UsageError('there is no b'))
  expect(readPointer({ a: 1 }, '/b', { lenient: true })).toBeNull()
})

describe('lenient', () => {
  const lenient = (document: unknown, operation: PatchOperation) =>
    applyJsonPatch(document, [operation], { lenient: true })

  test('an absent member is null where it is read, and can be replaced', () => {
    expect(lenient({}, { op: 'copy', from: '/a', path: '/b' })).toEqual({ b: null })
    expect(lenient({}, { op: 'test', path: '/a', value: null })).toEqual({})
    expect(lenient({}, { op: 'replace', path: '/a', value: 1 })).toEqual({ a: 1 })
  })

  test('an absent member cannot be removed, moved or have members', () => {
    expect(() => lenient({}, { op: 'remove', path: '/a' })).toThrow('there is no a')
    expect(() => lenient({}, { op: 'move', from: '/a', path: '/b' })).toThrow('there is no a')
    expect(() => lenient({}, { op: 'add', path: '/a/b', value: 1 })).toThrow('b has no parent')
  })

  test('an index may have a sign and leading zeros', () => {
    expect(lenient([1], { op: 'replace', path: '/+0', value: 2 })).toEqual([2])
    expect(lenient([1], { op: 'replace', path: '/00', value: 2 })).toEqual([2])
    expect(lenient([], { op: 'add', path: '/-1', value: 2 })).toEqual([2])
    expect(() => lenient([1], { op: 'replace', path: '/-2', value: 2 })).toThrow('there is no -2')
  })
})

describe('random patches', () => {
  const name = fc.constantFrom('a', 'b', '', 'a/b', '~1', '0', '1', '-', '01', '__proto__', 'constructor')
  const { value } = fc.letrec<{ value: unknown }>(tie => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom<unknown>(0, 'x', true, null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }).map(members => Object.fromEntries(members)),
    ),
  }))
  const pointer = fc
    .array(name, { maxLength: 3 })
    .map(steps => steps.map(step => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''))

  test('are applied as by a naive reading of RFC 6902', () => {
    const operation = fc.record({ op: fc.constantFrom('add', 'replace', 'remove'), path: pointer, value })
    fc.assert(
      fc.property(value, fc.array(operation, { maxLength: 5 }), (document, operations) => {
        const text = JSON.stringify(document)
        const result = resultOf(() => applyJsonPatch(document, operations))
        expect(result).toEqual(resultOf(() => naiveJsonPatch(text, operations)))
        expect(JSON.stringify(document)).toBe(text)
      }),
      { numRuns: 2_000 },
    )
  })

  test('a move removes and adds, and a copy adds', () => {
    fc.assert(
      fc.property(value, pointer, pointer, (document, from, path) => {
        const moved = resultOf(() => applyJsonPatch(document, [{ op: 'move', from, path }]))
        const copied = resultOf(() => applyJsonPatch(document, [{ op: 'copy', from, path }]))
        const found = resultOf(() => applyJsonPatch(document, [{ op: 'copy', from, path: '' }]))
        const add = { op: 'add', path, value: found?.value } as const
        expect(copied).toEqual(found && resultOf(() => applyJsonPatch(document, [add])))
        expect(moved).toEqual(
          found && resultOf(() => applyJsonPatch(document, [{ op: 'remove', path: from }, add])),
        )
      }),
    )
  })

  /** Undefined for an error. */
  function resultOf(read: () => unknown): { readonly value: unknown } | undefined {
    try {
      return { value: read() }
    } catch {
      return undefined
    }
  }
})
