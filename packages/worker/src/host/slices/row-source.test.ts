import { pods } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import type { SliceTarget } from '../../api/subscription.ts'
import { podRow, rowIndexer } from '../../test/rows.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { indexValues, namespaceOf, rowSource } from './row-source.ts'
import { targetValues } from './target-values.ts'

const definition = compileDefinition({
  resource: pods,
  indexers: { both: pod => ['all', String(pod.metadata?.name)] },
})
const indexer = rowIndexer({ indexers: { ...definition.indexers, namespace: row => [row.namespace] } })
for (const key of ['a/x', 'a/y', 'b/x', 'c/z']) indexer.add(podRow(key, 1))
const KEYS = ['a/x', 'a/y', 'b/x', 'c/z', 'd/none']

const index = (name: string, ...values: string[]): SliceTarget =>
  values.length === 1
    ? { type: 'index', index: name, value: values[0] ?? '' }
    : { type: 'index', index: name, values }

describe('the rows of a target', () => {
  test.each<[SliceTarget, readonly string[], number | undefined, readonly string[]]>([
    [{ type: 'all' }, ['a/x', 'a/y', 'b/x', 'c/z'], 4, KEYS],
    [{ type: 'key', key: 'a/y' }, ['a/y'], 1, ['a/y']],
    [{ type: 'key', key: 'd/none' }, [], 0, ['d/none']],
    [{ type: 'status' }, [], 0, []],
    [index('namespace', 'a'), ['a/x', 'a/y'], 2, ['a/x', 'a/y']],
    [index('namespace', 'c', 'a', 'a'), ['a/x', 'a/y', 'c/z'], 3, ['a/x', 'a/y', 'c/z']],
    [index('namespace', 'd'), [], 0, ['d/none']],
    [{ type: 'index', index: 'namespace', values: [] }, [], 0, []],
    [index('both', 'x'), ['a/x', 'b/x'], 2, KEYS],
    // Two values of one row are one row.
    [index('both', 'x', 'all'), ['a/x', 'a/y', 'b/x', 'c/z'], undefined, KEYS],
    [index('both', 'z', 'y'), ['a/y', 'c/z'], undefined, KEYS],
  ])('%j', (target, keys, size, held) => {
    const source = rowSource(target, indexer, definition)
    expect(
      source
        .list()
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(keys)
    expect(KEYS.filter(key => source.get(key)?.key === key)).toEqual(keys)
    expect([source.size, KEYS.filter(key => source.mayHold(key))]).toEqual([size, held])
  })

  test('needs an index that the definition has', () => {
    expect(() => rowSource(index('other', 'x'), indexer, definition)).toThrow(
      'there is no index "other"; the definition has: "namespace", "both"',
    )
    expect(() => indexValues('toString', definition)).toThrow('there is no index "toString"')
  })

  test.each([7, undefined, ['a', 7]])('of the values %j is an error', value => {
    const target = Array.isArray(value) ? { values: value } : { value }
    expect(() => targetValues({ type: 'index', index: 'both', ...target } as never)).toThrow(
      'a target of the index "both" needs a text, or a list of texts',
    )
  })
})

test.each([
  ['a/x', 'a'],
  ['x', ''],
  ['', ''],
  ['a/', 'a'],
])('the namespace of the key %j is %j', (key, namespace) => {
  expect(namespaceOf(key)).toBe(namespace)
})
