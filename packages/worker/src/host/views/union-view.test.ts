import { pods } from '@kube-informer/core/resources'
import { describe, expect, test, vi } from 'vitest'
import type { Slice } from '../../api/subscription.ts'
import { podRow } from '../../test/rows.ts'
import { StubView } from '../../test/stub-cluster.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { type KnownNamespaces, type NamespaceSource, UNKNOWN } from '../namespaces/known-namespaces.ts'
import { byNamespaceAndName } from '../slices/row-order.ts'
import { NOTHING_YET } from '../streams/status-change.ts'
import { LastRows } from './last-rows.ts'
import { UnionView } from './union-view.ts'

class Source implements NamespaceSource {
  known: KnownNamespaces = UNKNOWN
  readonly listeners = new Set<() => void>()
  refresh(): void {}
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
  learn(known: KnownNamespaces): void {
    this.known = known
    for (const listener of this.listeners) listener()
  }
}

const definition = compileDefinition({ resource: pods })
const lastRows = (...keys: readonly string[]) =>
  new LastRows({
    denied: {
      rows: keys.map(key => podRow(key, 1)),
      status: { ...NOTHING_YET, data: 'complete', error: new Error('denied') },
      newestResourceVersion: '9',
    },
    ...{ slice: { groupBy: 'namespace' }, order: byNamespaceAndName, definition },
  })

function start({
  slice = {},
  last,
  known,
}: {
  slice?: Slice
  last?: LastRows
  known?: KnownNamespaces
} = {}) {
  const source = new Source()
  if (known) source.known = known
  const user = { onRows: vi.fn(), onStatus: vi.fn() }
  const views: Record<string, StubView> = {}
  const union = new UnionView({
    ...{ source, slice, order: byNamespaceAndName, user, last, followReads: () => () => {} },
    open: (namespace, opening) => {
      const view = new StubView()
      view.user = opening
      views[namespace] = view
      return view
    },
  })
  const at = (name: string) => {
    const view = views[name]
    if (!view) throw new Error(`${name} is not open`)
    return view
  }
  const keys = () => union.view.rows().map(({ key }) => key)
  const calls = () => [user.onRows.mock.calls.length, user.onStatus.mock.calls.length]
  return { source, union, at, keys, calls }
}
const names = (...all: readonly string[]): KnownNamespaces => ({ names: all, isPending: false })
const failure = new Error('cannot be searched')

describe('the status of a union', () => {
  test.each<[string, KnownNamespaces, object]>([
    ['that searches', UNKNOWN, { data: 'none', link: 'connecting' }],
    ['that found none', names(), { data: 'complete', link: 'live' }],
    ['whose search failed', { ...names(), failure }, { data: 'none', link: 'retrying', error: failure }],
  ])('%s', (_, known, expected) => {
    expect(start({ known }).union.status).toEqual({ ...NOTHING_YET, ...expected })
  })

  test.each<[string, Partial<KnownNamespaces>, 'complete' | 'cached', object]>([
    ['is that of its namespaces', {}, 'complete', { data: 'complete', link: 'live' }],
    [
      'is not complete before all are known',
      { isPending: true },
      'complete',
      { data: 'cached', link: 'live' },
    ],
    ['is cached if they are', { isPending: true }, 'cached', { data: 'cached' }],
    [
      'has the failure of the search',
      { failure },
      'complete',
      { data: 'complete', link: 'live', error: failure },
    ],
  ])('%s', (_, more, data, expected) => {
    const { union, at } = start({ known: { ...names('a'), ...more } })
    at('a').show([], '5', data)
    expect(union.status).toMatchObject(expected)
    if (!('error' in expected)) expect(union.status).not.toHaveProperty('error')
  })

  test('has the error of a namespace rather than that of the search', () => {
    const { union, at } = start({ known: { ...names('a'), failure } })
    const error = new Error('of a')
    at('a').status = { ...NOTHING_YET, link: 'retrying', error }
    expect(union.status.error).toBe(error)
  })
})

describe('the rows of a union', () => {
  test('are those of the namespaces that have data, in the order of the names', () => {
    const { union, at, keys } = start({ known: names('a', 'b', 'c') })
    at('c').show([podRow('c/x', 1)], '7')
    at('a').show([podRow('a/x', 1), podRow('a/y', 1)], '5')
    at('b').rows = [podRow('b/x', 1)]
    expect([keys(), union.view.size]).toEqual([['a/x', 'a/y', 'c/x'], 3])
    expect([union.coveredResourceVersion, union.newestResourceVersion]).toEqual(['5', '7'])
    const found = ['a/y', 'b/x', 'c/x', 'd/x'].map(key => union.view.get(key)?.key)
    expect(found).toEqual(['a/y', undefined, 'c/x', undefined])
  })

  test('are shown once the first namespaces have data, and the user is notified once', () => {
    const { at, calls } = start({ known: names('a', 'b') })
    const live = { ...NOTHING_YET, data: 'complete', link: 'live' } as const
    at('a').user?.onStatus()
    expect(calls()).toEqual([0, 1])
    for (const name of ['a', 'b']) at(name).status = live
    at('a').user?.onStatus()
    expect(calls()).toEqual([1, 2])
    at('b').user?.onStatus()
    expect(calls()).toEqual([1, 3])
    at('b').user?.onRows(['b/x'])
    expect(calls()).toEqual([2, 3])
  })

  test('follow the namespaces that are known', () => {
    const { source, at, keys, calls } = start({ known: names('a', 'b') })
    for (const name of ['a', 'b']) at(name).show([podRow(`${name}/x`, 1)], '5')
    const [a, b] = [at('a'), at('b')]
    const before = calls()
    source.learn(names('b', 'c'))
    expect([keys(), a.releases, b.releases, at('b') === b]).toEqual([['b/x'], 1, 0, true])
    expect(calls()).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 1])
    at('c').show([podRow('c/x', 1)], '6')
    expect(keys()).toEqual(['b/x', 'c/x'])
  })

  test('are counted by group over all namespaces', () => {
    const { union, at } = start({ slice: { groupBy: 'one' }, known: names('a', 'b', 'c') })
    at('a').countGroups = () => [{ value: 'g', count: 2 }]
    at('b').countGroups = () => [
      { value: 'g', count: 1 },
      { value: 'h', count: 4 },
    ]
    for (const name of ['a', 'b', 'c']) at(name).show([], '5')
    expect(union.countGroups?.()).toEqual([
      { value: 'g', count: 3 },
      { value: 'h', count: 4 },
    ])
    expect(start({ known: names('a') }).union.countGroups).toBeUndefined()
  })
})

test('a union that is released releases each namespace once, and follows nothing', () => {
  const { source, union, at, calls } = start({ known: names('a', 'b') })
  const [late] = source.listeners
  union.release()
  union.release()
  late?.()
  expect([at('a').releases, at('b').releases, source.listeners.size, calls()]).toEqual([1, 1, 0, [0, 0]])
  expect(union.view.size).toBe(0)
})

describe('a union that replaces a cluster-wide view', () => {
  test('shows its rows until their namespaces are known', () => {
    const { source, union, keys } = start({ last: lastRows('b/x', 'a/x', 'c/x') })
    expect([keys(), union.status.data, union.status.error]).toEqual([
      ['a/x', 'b/x', 'c/x'],
      'complete',
      undefined,
    ])
    expect(union.view.get('b/x')?.key).toBe('b/x')
    source.learn({ names: ['b'], isPending: true })
    expect([keys(), union.status.data]).toEqual([['a/x', 'b/x', 'c/x'], 'complete'])
    source.learn(names('b'))
    expect([keys(), union.view.get('a/x')]).toEqual([['b/x'], undefined])
  })

  test('shows those of a namespace until it is as new', () => {
    const { union, at, keys } = start({ last: lastRows('a/x', 'a/y'), known: names('a') })
    at('a').show([podRow('a/x', 1)], '8')
    at('a').user?.onStatus()
    expect(keys()).toEqual(['a/x', 'a/y'])
    at('a').show([podRow('a/x', 1)], '9')
    at('a').user?.onStatus()
    expect([keys(), union.status.data]).toEqual([['a/x'], 'complete'])
  })
})
