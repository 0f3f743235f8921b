import { UsageError } from '@kube-informer/core'
import { applyJsonPatch } from '@kube-informer/core/patch'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { draftOf } from '../../api/draft.ts'
import { jsonPatch } from './json-patch.ts'

const parse = (text: string): object => JSON.parse(text)

/** Sends the patch as text, in which members that are undefined do not arrive. */
const patched = (text: string, patch: unknown): unknown =>
  applyJsonPatch(parse(text), JSON.parse(JSON.stringify(patch)))

describe('C-ADM-21: a difference of objects', () => {
  test.each([
    ['adds a member', { a: 1 }, { a: 1, b: 2 }, [{ op: 'add', path: '/b', value: 2 }]],
    ['replaces a value', { a: 1 }, { a: 2 }, [{ op: 'replace', path: '/a', value: 2 }]],
    ['removes a member', { a: 1, b: 2 }, { a: 1 }, [{ op: 'remove', path: '/b' }]],
    ['removes a member that becomes undefined', { a: 1 }, { a: undefined }, [{ op: 'remove', path: '/a' }]],
    ['keeps a null', { a: 1 }, { a: null }, [{ op: 'replace', path: '/a', value: null }]],
    ['adds a null', {}, { a: null }, [{ op: 'add', path: '/a', value: null }]],
    ['removes a null', { a: null }, {}, [{ op: 'remove', path: '/a' }]],
    [
      'goes into objects',
      { a: { b: 1, c: 2 } },
      { a: { b: 1, c: 3 } },
      [{ op: 'replace', path: '/a/c', value: 3 }],
    ],
    ['replaces true by 1', { a: true }, { a: 1 }, [{ op: 'replace', path: '/a', value: 1 }]],
    [
      'replaces an object by a list',
      { a: { 0: 1 } },
      { a: [1] },
      [{ op: 'replace', path: '/a', value: [1] }],
    ],
    ['replaces null by an object', { a: null }, { a: {} }, [{ op: 'replace', path: '/a', value: {} }]],
    ['replaces the whole value', 1, [1], [{ op: 'replace', path: '', value: [1] }]],
    [
      'escapes / and ~ in names',
      {},
      { 'a/b': 1, 'c~d': 2, '~1': 3 },
      [
        { op: 'add', path: '/a~1b', value: 1 },
        { op: 'add', path: '/c~0d', value: 2 },
        { op: 'add', path: '/~01', value: 3 },
      ],
    ],
    ['has the empty name', { '': 1 }, { '': 2 }, [{ op: 'replace', path: '/', value: 2 }]],
  ])('%s', (_, before, after, patch) => {
    expect(jsonPatch(before, after)).toEqual(patch)
    expect(patched(JSON.stringify(before), patch)).toEqual(parse(JSON.stringify(after)))
  })

  test('adds a missing parent together with its members', () => {
    const after = { metadata: { name: 'a', annotations: { 'example.com/a~b': 'x' } } }
    expect(jsonPatch({ metadata: { name: 'a' } }, after)).toEqual([
      { op: 'add', path: '/metadata/annotations', value: { 'example.com/a~b': 'x' } },
    ])
    const existing = { metadata: { name: 'a', annotations: {} } }
    expect(jsonPatch(existing, after)).toEqual([
      { op: 'add', path: '/metadata/annotations/example.com~1a~0b', value: 'x' },
    ])
  })

  test.each([
    ['another order of members', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['members without a value', { a: 1 }, { a: 1, b: undefined }],
    ['a negative zero', { a: 0, b: [0] }, { a: -0, b: [-0] }],
    ['an item without a value, which JSON writes as null', { a: [null] }, { a: [undefined] }],
    ['equal copies', { a: [{ b: [1] }] }, { a: [{ b: [1] }] }],
  ])('is empty for %s', (_, before, after) => {
    expect(jsonPatch(before, after)).toEqual([])
  })

  test('a member called __proto__ or constructor is a member like others, and prototypes stay as they are', () => {
    const before = parse('{"data":{"__proto__":{"a":1}}}')
    const after = parse('{"data":{"__proto__":{"a":2},"constructor":{"prototype":{"b":1}}}}')
    const patch = jsonPatch(before, after)
    expect(patch).toEqual([
      { op: 'replace', path: '/data/__proto__/a', value: 2 },
      { op: 'add', path: '/data/constructor', value: { prototype: { b: 1 } } },
    ])
    expect(JSON.stringify(patched(JSON.stringify(before), patch))).toBe(JSON.stringify(after))
    expect(jsonPatch({ data: {} }, before)).toEqual([{ op: 'add', path: '/data/__proto__', value: { a: 1 } }])
    expect(jsonPatch(before, { data: {} })).toEqual([{ op: 'remove', path: '/data/__proto__' }])
    expect(jsonPatch({ data: {} }, { data: {} })).toEqual([])
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false)
  })
})

describe('C-ADM-21: a difference of lists', () => {
  const items = (names: string) => [...names].map(name => ({ name, value: 1 }))
  const add = (index: number, name: string) => ({ op: 'add', path: `/${index}`, value: { name, value: 1 } })
  const remove = (index: number) => ({ op: 'remove', path: `/${index}` })
  const rename = (index: number, name: string) => ({ op: 'replace', path: `/${index}/name`, value: name })

  test.each([
    ['an item removed from the middle', 'abcd', 'acd', [remove(1)]],
    ['items removed here and there', 'abcdef', 'ace', [remove(5), remove(3), remove(1)]],
    ['an item appended', 'ab', 'abc', [add(2, 'c')]],
    ['items appended', 'a', 'abc', [add(1, 'b'), add(2, 'c')]],
    ['an item inserted in front', 'ab', 'xab', [add(0, 'x')]],
    ['items inserted here and there', 'ab', 'xayb', [add(1, 'y'), add(0, 'x')]],
    ['all items removed', 'ab', '', [remove(1), remove(0)]],
    ['an item changed', 'abc', 'axc', [rename(1, 'x')]],
    ['one removed and one changed', 'abcd', 'axd', [remove(2), rename(1, 'x')]],
    ['one moved', 'abcd', 'bcda', [add(4, 'a'), remove(0)]],
    ['one of equal items removed', 'aaa', 'aa', [remove(2)]],
  ])('%s', (_, before, after, patch) => {
    expect(jsonPatch(items(before), items(after))).toEqual(patch)
    expect(patched(JSON.stringify(items(before)), patch)).toEqual(items(after))
  })

  test('a list within a changed item is compared, too', () => {
    const pod = { spec: { containers: [{ name: 'a' }, { name: 'b', env: [{ name: 'X', value: '1' }] }] } }
    const draft = draftOf(pod)
    draft.spec.containers[1]?.env?.push({ name: 'Y', value: '2' })
    expect(jsonPatch(pod, draft)).toEqual([
      { op: 'add', path: '/spec/containers/1/env/1', value: { name: 'Y', value: '2' } },
    ])
  })

  test('compares long lists that changed throughout item by item', () => {
    const before = Array.from({ length: 500 }, (_, index) => ({ name: `n${index}`, value: index }))
    const after = before.map(item => ({ ...item, value: item.value + 1 }))
    expect(jsonPatch(before, [...after, { name: 'last', value: 0 }])).toHaveLength(501)
    expect(jsonPatch(before, before.toSpliced(250, 1))).toEqual([remove(250)])
  })
})

describe('values that are no JSON', () => {
  const cyclic: { next?: unknown } = {}
  cyclic.next = { list: [cyclic] }

  test.each([
    [{ a: Number.NaN }, 'cannot write a: JSON has no NaN'],
    [{ b: [1, Number.POSITIVE_INFINITY] }, 'cannot write b[1]: JSON has no Infinity'],
    [{ a: 10n }, 'cannot write a: it must be JSON, got a bigint'],
    [{ a: { 'b/c': new Date(0) } }, 'cannot write a["b/c"]: it must be JSON, got Date'],
    [{ a: () => 1 }, 'cannot write a: it must be JSON, got a function'],
    [{ a: Symbol('s') }, 'cannot write a: it must be JSON, got a symbol'],
    [{ a: { c: new (class Widget {})() } }, 'cannot write a.c: it must be JSON, got Widget'],
    [{ c: cyclic }, 'cannot write c.next.list[0]: it must be JSON, got a value that contains itself'],
  ])('%o is refused, with its path', (after, message) => {
    expect(() => jsonPatch({ a: { x: 1 }, b: [1] }, after)).toThrow(new UsageError(message))
  })

  test('a value that occurs twice is written twice', () => {
    const shared = { a: 1 }
    expect(jsonPatch({}, { b: shared, c: [shared] })).toHaveLength(2)
  })

  test('a value of many levels is written', () => {
    const depth = 2000
    const after = parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
    expect(jsonPatch({}, after)).toHaveLength(1)
  })
})

describe('integers beyond 2^53', () => {
  const before = parse(
    '{"seconds":9223372036854775807,"list":[{"id":9007199254740993},{"id":1},{"id":2},{"id":3}]}',
  )
  const changed = (change: object) => ({ ...draftOf(before), ...change })

  test('C-ADM-21: an untouched one is not in the patch', () => {
    expect(jsonPatch(before, changed({ size: 1 }))).toEqual([{ op: 'add', path: '/size', value: 1 }])
  })

  test('C-ADM-21: one in a list from which items are removed is not in the patch', () => {
    const list = [{ id: 0 }, { id: 2 ** 53 }, { id: 2 }]
    expect(jsonPatch(before, changed({ list }))).toEqual([
      { op: 'remove', path: '/list/3' },
      { op: 'remove', path: '/list/1' },
      { op: 'add', path: '/list/0', value: { id: 0 } },
    ])
  })

  test('one that is moved is refused, with its path', () => {
    const after = { limits: { seconds: 2 ** 63 } }
    expect(() => jsonPatch(before, after)).toThrow(
      'cannot write limits.seconds: 9223372036854776000 is beyond 2^53',
    )
  })
})

describe('a patch of random values', () => {
  const name = fc.constantFrom('a', 'b', '', 'a/b', 'c~d', '~1', '0', '__proto__', 'constructor', 'toString')
  const { value } = fc.letrec<{ value: unknown }>(tie => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom<unknown>(0, -0, 1, 0.5, '', 'x', true, false, null, undefined),
      fc.array(tie('value'), { maxLength: 6 }),
      fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }).map(members => Object.fromEntries(members)),
    ),
  }))
  const textOf = (root: unknown): string => JSON.stringify({ root })

  test('C-ADM-21: applied to the one gives the other', () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        const patch = jsonPatch(parse(textOf(before)), { root: after })
        const result = patched(textOf(before), patch)
        // The patch of the result is empty exactly if it has the same JSON, in any order of members.
        expect(sorted(result)).toBe(sorted(parse(textOf(after))))
      }),
      { numRuns: 1000 },
    )
  })

  test('C-ADM-21: is empty for a copy, and the same each time', () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        expect(jsonPatch({ root: before }, parse(textOf(before)))).toEqual([])
        expect(jsonPatch(before, after)).toEqual(jsonPatch(before, after))
      }),
    )
  })

  function sorted(item: unknown): string {
    if (Array.isArray(item)) return `[${item.map(sorted).join()}]`
    if (typeof item !== 'object' || item === null) return JSON.stringify(item)
    const members = Object.entries(item).map(([key, member]) => `${JSON.stringify(key)}:${sorted(member)}`)
    return `{${members.toSorted().join()}}`
  }
})
