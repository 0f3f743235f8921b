import { byPath, defineResource, metaNamespaceIndex, type Row } from '@kube-informer/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Slice } from '../../api/subscription.ts'
import { podRow, rowIndexer } from '../../test/rows.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { rowFilter } from './row-filter.ts'
import { rowOrder } from './row-order.ts'
import { rowSource } from './row-source.ts'
import { SliceView } from './slice-view.ts'

interface TestPod {
  readonly metadata?: { readonly name?: string }
  readonly spec?: { readonly priority?: number }
}

const definition = compileDefinition({
  resource: defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true }),
  indexers: { node: byPath('spec.nodeName') },
  comparators: {
    nameLength: (a, b) => (a.metadata?.name ?? '').length - (b.metadata?.name ?? '').length,
  },
  predicates: { even: object => ((object as TestPod).spec?.priority ?? 1) % 2 === 0 },
})

const newIndexer = () => rowIndexer({ indexers: { namespace: metaNamespaceIndex, ...definition.indexers } })

function viewOf(indexer: ReturnType<typeof newIndexer>, { target = { type: 'all' }, filter, sort }: Slice) {
  return new SliceView({
    source: rowSource(target, indexer, definition),
    order: rowOrder(sort, definition),
    filter: filter && rowFilter(filter, definition),
  })
}

const keysOf = (rows: readonly Row[]): string[] => rows.map(row => row.key)

describe('SliceView', () => {
  it('sorts by namespace, then name, by default', () => {
    const indexer = newIndexer()
    for (const key of ['b/a', 'a-b/x', 'a/z', 'a/c']) indexer.add(podRow(key, 1))
    expect(keysOf(viewOf(indexer, {}).rows())).toEqual(['a/c', 'a/z', 'a-b/x', 'b/a'])
  })

  it('sorts by a path, and puts rows without a value last in both directions', () => {
    const indexer = newIndexer()
    indexer.add(podRow('a/1', 1, { rank: 10 }))
    indexer.add(podRow('a/2', 1, { rank: 9 }))
    indexer.add(podRow('a/3', 1))
    const by = 'spec.priority'
    expect(keysOf(viewOf(indexer, { sort: { by } }).rows())).toEqual(['a/2', 'a/1', 'a/3'])
    expect(keysOf(viewOf(indexer, { sort: { by, descending: true } }).rows())).toEqual(['a/1', 'a/2', 'a/3'])
  })

  it('removes a row that the filter rejects, and adds it when the filter accepts it again', () => {
    const indexer = newIndexer()
    indexer.add(podRow('a/1', 1, { rank: 2 }))
    const view = viewOf(indexer, { filter: { predicate: 'even' } })
    expect(keysOf(view.rows())).toEqual(['a/1'])
    indexer.add(podRow('a/1', 2, { rank: 3 }))
    view.mark('a/1')
    expect(keysOf(view.rows())).toEqual([])
    indexer.add(podRow('a/1', 3, { rank: 4 }))
    view.mark('a/1')
    expect(keysOf(view.rows())).toEqual(['a/1'])
  })

  it('ignores other keys if its target is a key', () => {
    const view = viewOf(newIndexer(), { target: { type: 'key', key: 'a/1' } })
    expect(view.mark('a/2')).toBe(false)
    expect(view.mark('a/1')).toBe(true)
  })

  it('finds rows again despite an inconsistent comparator', () => {
    const indexer = newIndexer()
    for (let i = 0; i < 40; i++) indexer.add(podRow(`a/${i}`, 1))
    let flip = 1
    const view = new SliceView({
      source: rowSource({ type: 'all' }, indexer, definition),
      order: () => (flip *= -1),
    })
    view.rows()
    for (let i = 0; i < 10; i++) {
      indexer.delete(podRow(`a/${i}`, 1))
      view.mark(`a/${i}`)
    }
    expect(new Set(view.rows())).toEqual(new Set(indexer.list()))
  })

  it('rebuilds itself after a function of the definition threw', () => {
    const indexer = newIndexer()
    indexer.add(podRow('a/1', 1))
    let broken = true
    const view = new SliceView({
      source: rowSource({ type: 'all' }, indexer, definition),
      order: rowOrder(undefined, definition),
      filter: () => {
        if (broken) throw new Error('broken')
        return true
      },
    })
    expect(() => view.rows()).toThrow('broken')
    broken = false
    expect(keysOf(view.rows())).toEqual(['a/1'])
  })

  it('equals filter, sort and slice of the cache after any changes', () => {
    const key = fc
      .tuple(fc.constantFrom('a', 'a-b', 'b'), fc.integer({ min: 0, max: 60 }))
      .map(parts => parts.join('/'))
    const change = fc.record({
      key,
      node: fc.option(fc.constantFrom('n1', 'n2'), { nil: undefined }),
      rank: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
      gone: fc.boolean(),
    })
    const slice: fc.Arbitrary<Slice> = fc.record({
      target: fc.constantFrom(
        { type: 'all' } as const,
        { type: 'index', index: 'node', value: 'n1' } as const,
        { type: 'index', index: 'namespace', value: 'a' } as const,
        { type: 'key', key: 'a/1' } as const,
      ),
      sort: fc.option(
        fc.record({
          by: fc.constantFrom('spec.priority', 'metadata.name', 'nameLength'),
          descending: fc.boolean(),
        }),
        { nil: undefined },
      ),
      filter: fc.constantFrom(
        undefined,
        { text: '1' },
        { predicate: 'even' },
        { text: 'A 2', predicate: 'even' },
      ),
    })
    // Batches of very different sizes, to cover single insertion, merge and rebuild.
    const batches = fc.array(fc.array(change, { maxLength: 60 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(slice, batches, (given, steps) => {
        const indexer = newIndexer()
        const view = viewOf(indexer, given)
        let version = 0
        for (const step of steps) {
          for (const { key: changed, gone, ...fields } of step) {
            const row = podRow(changed, ++version, fields)
            if (gone) indexer.delete(row)
            else indexer.add(row)
            view.mark(changed)
          }
          expect(keysOf(view.rows())).toEqual(keysOf(viewOf(indexer, given).rows()))
          expect(view.size).toBe(view.rows().length)
          expect([...view.rows()].sort(rowOrder(given.sort, definition))).toEqual(view.rows())
          const allowed = naive(indexer.list(), given)
          expect(new Set(view.rows())).toEqual(new Set(allowed))
        }
      }),
      { numRuns: 200 },
    )
  })
})

/** The slice as a user would compute it, from decoded values, without order. */
function naive(rows: readonly Row[], { target, filter }: Slice): readonly Row[] {
  return rows.filter(row => {
    const { spec } = JSON.parse(String(row.body)) as { spec: { nodeName?: string; priority?: number } }
    if (target?.type === 'key' && row.key !== target.key) return false
    if (target?.type === 'index') {
      const value = target.index === 'node' ? spec.nodeName : row.namespace
      if (!('value' in target) || value !== target.value) return false
    }
    if (filter?.predicate && (spec.priority ?? 1) % 2 !== 0) return false
    const words = (filter?.text ?? '').toLowerCase().split(' ')
    return words.every(word => row.key.toLowerCase().includes(word))
  })
}
