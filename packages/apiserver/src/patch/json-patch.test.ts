import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rejectionOf } from '../test/rejection.ts'
import { jsonPatched, unknownOperationFields } from './json-patch.ts'

const target = {
  data: { x: '1', y: '2', 'a/b': '3', 'c~d': '4', none: null },
  list: ['a', 'b', { deep: [1, 2] }],
}
const patched = (...operations: unknown[]): unknown => jsonPatched(target, operations)

const REJECTED = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  reason: 'Invalid',
  message: 'the server rejected our request due to an error in our request',
  details: {},
  code: 422,
}

describe('a JSON patch', () => {
  test.each([
    ['adds', { op: 'add', path: '/data/z', value: '9' }, { data: { ...target.data, z: '9' } }],
    ['adds null without a value', { op: 'add', path: '/data/z' }, { data: { ...target.data, z: null } }],
    ['replaces', { op: 'replace', path: '/data/x', value: '9' }, { data: { ...target.data, x: '9' } }],
    [
      'replaces an absent member',
      { op: 'replace', path: '/data/z', value: 1 },
      { data: { ...target.data, z: 1 } },
    ],
    [
      'unescapes',
      { op: 'replace', path: '/data/a~1b', value: '9' },
      { data: { ...target.data, 'a/b': '9' } },
    ],
    [
      'unescapes once',
      { op: 'replace', path: '/data/c~0d', value: '9' },
      { data: { ...target.data, 'c~d': '9' } },
    ],
    [
      'copies an absent member as null',
      { op: 'copy', from: '/data/q', path: '/data/z' },
      { data: { ...target.data, z: null } },
    ],
    ['copies an item', { op: 'copy', from: '/list/0', path: '/list/-' }, { list: [...target.list, 'a'] }],
    ['inserts', { op: 'add', path: '/list/1', value: 'n' }, { list: ['a', 'n', 'b', target.list[2]] }],
    ['inserts at the end', { op: 'add', path: '/list/-1', value: 'n' }, { list: [...target.list, 'n'] }],
    [
      'inserts before the last',
      { op: 'add', path: '/list/-2', value: 'n' },
      { list: ['a', 'b', 'n', target.list[2]] },
    ],
    ['removes from the end', { op: 'remove', path: '/list/-1' }, { list: ['a', 'b'] }],
    [
      'parses +0 and 00 as 0',
      { op: 'replace', path: '/list/+0', value: 'n' },
      { list: ['n', 'b', target.list[2]] },
    ],
    ['removes a nested item', { op: 'remove', path: '/list/2/deep/0' }, { list: ['a', 'b', { deep: [2] }] }],
    ['ignores text before the first slash', { op: 'add', path: 'q/n', value: 1 }, { n: 1 }],
    ['tests', { op: 'test', path: '/list/2', value: { deep: [1, 2] } }, {}],
    ['an absent member equals null', { op: 'test', path: '/data/q' }, {}],
    ['tests the root', { op: 'test', path: '', value: target }, {}],
  ])('%s', (_what, operation, change) => {
    const before = structuredClone(target)
    expect(patched(operation)).toEqual({ ...target, ...change })
    expect(target).toEqual(before)
  })

  test('moves values and replaces the root', () => {
    const { x, ...rest } = target.data
    expect(patched({ op: 'move', from: '/data/x', path: '/data/z' })).toEqual({
      ...target,
      data: { ...rest, z: x },
    })
    expect(patched({ op: 'move', from: '/list/0', path: '/list/1' })).toEqual({
      ...target,
      list: ['b', 'a', target.list[2]],
    })
    expect(patched({ op: 'replace', path: '', value: { a: 1 } })).toEqual({ a: 1 })
    expect(jsonPatched(target, null)).toBe(target)
    expect(patched()).toBe(target)
  })

  test.each([
    ['a test that fails', { op: 'test', path: '/data/x', value: '2' }],
    ['a test with another type', { op: 'test', path: '/data/x', value: { x: 1 } }],
    ['a removal of an absent member', { op: 'remove', path: '/data/z' }],
    ['a move of an absent member', { op: 'move', from: '/data/z', path: '/data/q' }],
    ['a missing parent', { op: 'add', path: '/z/q', value: 1 }],
    ['a null parent', { op: 'add', path: '/data/none/q', value: 1 }],
    ['a string as parent', { op: 'add', path: '/data/x/q', value: 1 }],
    ['an index beyond the end', { op: 'add', path: '/list/4', value: 1 }],
    ['an index before the start', { op: 'add', path: '/list/-5', value: 1 }],
    ['a replacement beyond the end', { op: 'replace', path: '/list/3', value: 1 }],
    ['a replacement of `-`', { op: 'replace', path: '/list/-', value: 1 }],
    ['no index', { op: 'remove', path: '/list/x' }],
    ['an addition at the root', { op: 'add', path: '', value: {} }],
    ['a path without a slash', { op: 'add', path: 'data', value: 1 }],
    ['a root replaced by a scalar', { op: 'replace', path: '', value: 1 }],
    ['an unknown operation', { op: 'foo', path: '/data/x' }],
    ['no operation', {}],
    ['no path', { op: 'add', value: 1 }],
    ['no source', { op: 'copy', path: '/data/x' }],
    ['null', null],
  ])('M22: %s is a 422 that says nothing', (_what, operation) => {
    expect(rejectionOf(() => patched(operation))).toEqual(REJECTED)
  })

  test.each([
    [{}, 'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp'],
    ['x', 'error decoding patch: json: cannot unmarshal string into Go value of type []handlers.jsonPatchOp'],
    [[1], 'error decoding patch: json: cannot unmarshal number into Go value of type handlers.jsonPatchOp'],
    [
      [{ op: 1 }],
      'error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string',
    ],
    [
      [{ op: 'add', path: true }],
      'error decoding patch: json: cannot unmarshal bool into Go struct field jsonPatchOp.path of type string',
    ],
  ])('%j is no patch', (patch, message) => {
    expect(rejectionOf(() => jsonPatched(target, patch))).toMatchObject({
      code: 400,
      reason: 'BadRequest',
      message,
    })
  })

  test('without field validation, operations are lenient', () => {
    const loosely = (patch: unknown) => rejectionOf(() => jsonPatched(target, patch, { isStrict: false }))
    expect(loosely({}).message).toBe('json: cannot unmarshal object into Go value of type jsonpatch.Patch')
    expect(loosely([1]).message).toBe(
      'json: cannot unmarshal number into Go value of type jsonpatch.Operation',
    )
    expect(loosely([{ op: 1 }])).toEqual(REJECTED)
  })

  test('more than 10,000 operations are rejected', () => {
    const many = Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/data/x', value: '1' }))
    expect(rejectionOf(() => jsonPatched(target, many))).toMatchObject({
      code: 413,
      reason: 'RequestEntityTooLarge',
      message: 'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
    })
    expect(jsonPatched(target, many.slice(1))).toBe(target)
  })

  test('unknown members of operations are reported', () => {
    expect(unknownOperationFields([{ op: 'add', bogus: 1 }, 5, { x: 1, path: '' }])).toEqual([
      'json patch unknown field "[0].bogus"',
      'json patch unknown field "[2].x"',
    ])
  })

  test('names of JavaScript properties are ordinary members', () => {
    const added = patched({ op: 'add', path: '/data/__proto__', value: { polluted: true } })
    expect(JSON.stringify(added)).toContain('"__proto__":{"polluted":true}')
    expect(JSON.stringify(jsonPatched(added, [{ op: 'remove', path: '/data/__proto__' }]))).toBe(
      JSON.stringify(target),
    )
    expect(rejectionOf(() => patched({ op: 'remove', path: '/data/constructor' }))).toEqual(REJECTED)
    expect(rejectionOf(() => patched({ op: 'add', path: '/__proto__/polluted', value: 1 }))).toEqual(REJECTED)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('an added value can be tested and removed again', () => {
    const key = fc.string({ maxLength: 5 })
    fc.assert(
      fc.property(key, fc.jsonValue(), (name, value) => {
        const path = `/data/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
        fc.pre(!Object.hasOwn(target.data, name))
        const added = patched({ op: 'add', path, value }, { op: 'test', path, value })
        expect(jsonPatched(added, [{ op: 'remove', path }])).toEqual(target)
      }),
    )
  })
})

test('copies that double an object again and again are rejected', () => {
  const copies = Array.from({ length: 60 }, (_, index) => ({
    op: 'copy',
    from: '/data',
    path: `/data/x${index}`,
  }))
  expect(() => jsonPatched({ data: { q: 'x'.repeat(100) } }, copies)).toThrow(
    'the server rejected our request due to an error in our request',
  )
})
