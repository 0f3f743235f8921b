import { UsageError } from '@kube-informer/core'
import { expect, test } from 'vitest'
import type { PatchOperation } from '../json/patch-operation.ts'
import { applyPatch } from './apply-patch.ts'

// The examples of RFC 6902, appendix A, and what the apiserver's patch library adds to it.
test.each<[string, unknown, readonly PatchOperation[], unknown]>([
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
  expect(applyPatch(document, patch)).toEqual(result)
  expect(JSON.stringify(document)).toBe(before)
})

test.each<[unknown, PatchOperation, string]>([
  [{}, { op: 'add', path: '/a/b', value: 1 }, 'add /a/b: there is no a'],
  [{ a: 1 }, { op: 'add', path: '/a/b', value: 1 }, 'add /a/b: b has no parent'],
  [{ a: null }, { op: 'add', path: '/a/b', value: 1 }, 'add /a/b: b has no parent'],
  [[], { op: 'add', path: '/1', value: 1 }, 'add /1: there is no 1'],
  [[], { op: 'add', path: '/-1', value: 1 }, 'add /-1: there is no -1'],
  [[1], { op: 'add', path: '/01', value: 1 }, 'add /01: 01 is no index'],
  [[1], { op: 'add', path: '/length', value: 1 }, 'add /length: length is no index'],
  [[1], { op: 'remove', path: '/1' }, 'remove /1: there is no 1'],
  [{}, { op: 'remove', path: '/toString' }, 'remove /toString: there is no toString'],
  [{}, { op: 'replace', path: '/__proto__', value: 1 }, 'replace /__proto__: there is no __proto__'],
  [{}, { op: 'add', path: '/__proto__/a', value: 1 }, 'add /__proto__/a: there is no __proto__'],
  [{}, { op: 'add', path: '/constructor/prototype/a', value: 1 }, 'there is no constructor'],
  [{}, { op: 'copy', from: '/a', path: '/b' }, 'copy /b: there is no a'],
  [{ a: 1 }, { op: 'test', path: '/a', value: '1' }, 'test /a: the value differs'],
])('%j: %j does not apply', (document, operation, message) => {
  expect(() => applyPatch(document, [operation])).toThrow(UsageError)
  expect(() => applyPatch(document, [operation])).toThrow(message)
})

test('adds a member named __proto__, and leaves prototypes as they are', () => {
  const result = applyPatch({}, [{ op: 'add', path: '/__proto__', value: { polluted: true } }]) as object
  expect(Object.keys(result)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
})
