import type { Row } from '@kube-informer/core'
import { pods } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import type { SliceTarget } from '../../api/subscription.ts'
import { podRow, rowIndexer } from '../../test/rows.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { groupCounter, rowCounter, sameGroups, sumGroups } from './count-groups.ts'
import { rowSource } from './row-source.ts'
import type { ScopeFilter } from './scope-filter.ts'
import { scopedTarget } from './scoped-target.ts'

const definition = compileDefinition({
  resource: pods,
  indexers: {
    node: pod => [(pod as { spec?: { nodeName?: string } }).spec?.nodeName ?? ''],
    both: pod => ['x', 'x', String(pod.metadata?.name)],
  },
})
const ROWS = [
  ...['b/one', 'b/two', 'a/one'].map((key, at) => podRow(key, at + 1, { node: 'n' })),
  podRow('a/two', 4, { node: 'm' }),
]
const indexer = rowIndexer({ indexers: { ...definition.indexers, namespace: row => [row.namespace] } })
for (const row of ROWS) indexer.add(row)

const count = (name: string, target: SliceTarget = { type: 'all' }, scopeFilter?: ScopeFilter) => {
  const scoped = scopedTarget(target, scopeFilter)
  const source = rowSource(scoped.target, indexer, definition)
  return groupCounter(name, scoped, { source, indexer, definition })()
}
const group = (value: string, of: number) => ({ value, count: of })
const isOne = (row: Row) => row.name === 'one'
const filter = (parts: Partial<ScopeFilter>): ScopeFilter => ({
  key: '',
  namespace: undefined,
  keeps: undefined,
  ...parts,
})

describe('the counts by the values of an index', () => {
  test('of all objects, sorted by value', () => {
    expect(count('node')).toEqual([group('m', 1), group('n', 3)])
    expect(count('namespace')).toEqual([group('a', 2), group('b', 2)])
  })

  test('of an object count each of its values once', () => {
    expect(count('both')).toEqual([group('one', 2), group('two', 2), group('x', 4)])
    expect(count('both', { type: 'index', index: 'namespace', value: 'a' })).toEqual([
      ...[group('one', 1), group('two', 1), group('x', 2)],
    ])
  })

  test('of a target, and of what a scope keeps of it', () => {
    expect(count('node', { type: 'key', key: 'a/two' })).toEqual([group('m', 1)])
    expect(count('node', { type: 'all' }, filter({ keeps: isOne }))).toEqual([group('n', 2)])
    expect(count('node', { type: 'all' }, filter({ namespace: 'a' }))).toEqual([group('m', 1), group('n', 1)])
    expect(count('node', { type: 'all' }, filter({ namespace: 'a', keeps: isOne }))).toEqual([group('n', 1)])
  })

  test('of given rows', () => {
    expect(rowCounter('node', definition, () => ROWS.slice(1))()).toEqual([group('m', 1), group('n', 2)])
    expect(() => rowCounter('other', definition, () => ROWS)).toThrow('there is no index "other"')
  })

  test('are summed by value', () => {
    expect(sumGroups([group('b', 1), group('a', 2), group('b', 3)])).toEqual([group('a', 2), group('b', 4)])
    expect(sumGroups([])).toEqual([])
  })

  test.each([
    [[], [], true],
    [[group('a', 1)], [group('a', 1)], true],
    [[group('a', 1)], [group('a', 2)], false],
    [[group('a', 1)], [group('b', 1)], false],
    [[group('a', 1)], [group('a', 1), group('b', 1)], false],
    [[group('a', 1), group('b', 1)], [group('a', 1)], false],
  ])('%j and %j are equal: %s', (a, b, expected) => {
    expect(sameGroups(a, b)).toBe(expected)
  })
})

describe('a target in a narrower scope', () => {
  const namespaceA = { type: 'index', index: 'namespace', value: 'a' } as const
  const all = { type: 'all' } as const

  test('is the target without a scope, and without a namespace', () => {
    expect(scopedTarget(undefined, undefined)).toEqual({ target: all, keeps: undefined })
    expect(scopedTarget(namespaceA, filter({ keeps: isOne }))).toEqual({
      target: namespaceA,
      keeps: isOne,
    })
  })

  test.each<[string, SliceTarget]>([
    ['everything', all],
    ['that namespace', namespaceA],
    ['several namespaces', { type: 'index', index: 'namespace', values: ['b', 'a'] }],
  ])('is the index of the namespace if it has %s', (_, target) => {
    const keeps = isOne
    expect(scopedTarget(target, filter({ namespace: 'a', keeps }))).toEqual({
      target: namespaceA,
      keeps,
    })
  })

  test.each<[string, SliceTarget]>([
    ['another namespace', { type: 'index', index: 'namespace', value: 'b' }],
    ['another index', { type: 'index', index: 'node', value: 'a' }],
    ['an object', { type: 'key', key: 'a/one' }],
  ])('keeps the rows of the namespace if it has %s', (_, target) => {
    const kept = (keeps?: ScopeFilter['keeps']) => {
      const scoped = scopedTarget(target, filter({ namespace: 'a', keeps }))
      expect(scoped.target).toBe(target)
      return ROWS.filter(row => scoped.keeps?.(row)).map(({ key }) => key)
    }
    expect([kept(), kept(isOne)]).toEqual([['a/one', 'a/two'], ['a/one']])
  })
})
