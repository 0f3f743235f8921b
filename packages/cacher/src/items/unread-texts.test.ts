import { encodeRow } from '@kube-informer/core'
import { describe, expect, test, vi } from 'vitest'
import { podAt, podFields } from '../test/cacher-rig.ts'
import { CachedRow } from './cached-row.ts'
import { createMemoryBodyStore } from './memory-body-store.ts'
import { RowBodies } from './row-bodies.ts'
import { RowIndex } from './row-index.ts'
import { UnreadTexts } from './unread-texts.ts'

const textOf = (name: string) =>
  JSON.stringify({ ...podAt(`ns/${name}`, 5, { labels: { name }, node: 'one' }) })
const SIZE = textOf('a').length

/** Rows of stored pages, one page for each list of names. */
function stored(pages: readonly (readonly string[])[], maxBytes = 0) {
  const store = createMemoryBodyStore()
  const transactions = { count: 0 }
  const transaction = <R>(calls: () => R): R => {
    transactions.count++
    return calls()
  }
  const bodies = new RowBodies({ store: { ...store, transaction }, maxBytes })
  const unread = new UnreadTexts(bodies)
  const context = { bodies, unread, index: new RowIndex({ fieldsOf: podFields }) }
  const reads = pages.map(names => vi.fn((): readonly string[] => names.map(textOf)))
  const rows = pages.flatMap((names, number) => {
    const page = { read: () => reads[number]?.() ?? [] }
    return names.map((name, position) => {
      const key = `ns/${name}`
      const identity = { key, uid: name, namespace: 'ns', name, resourceVersion: '5' }
      return new CachedRow({ ...identity, size: SIZE, page, position }, context)
    })
  })
  return { rows, reads, unread, bodies, store, transactions }
}
const counts = (reads: readonly { readonly mock: { readonly calls: readonly unknown[] } }[]) =>
  reads.map(({ mock }) => mock.calls.length)

describe('the texts of stored rows', () => {
  test('are read by page, when the first of them is needed', () => {
    const { rows, reads, unread, transactions } = stored([['a', 'b'], ['c']])
    expect(
      rows.map(({ key, uid, namespace, name, resourceVersion, size }) => [
        key,
        uid,
        namespace,
        name,
        resourceVersion,
        size,
      ]),
    ).toEqual(['a', 'b', 'c'].map(name => [`ns/${name}`, name, 'ns', name, '5', SIZE]))
    expect(counts(reads)).toEqual([0, 0])
    expect(rows[1]?.text).toBe(textOf('b'))
    expect(rows[0]?.object).toEqual(JSON.parse(textOf('a')))
    expect([counts(reads), transactions.count]).toEqual([[1, 0], 1])
    expect([rows[2]?.labels, rows[2]?.field('spec.nodeName'), rows[2]?.field('metadata.name')]).toEqual([
      { name: 'c' },
      'one',
      'c',
    ])
    expect([counts(reads), unread.readNext()]).toEqual([[1, 1], false])
  })

  test('are read one page after the other', () => {
    const { reads, unread } = stored([['a'], ['b'], ['c']])
    expect([unread.readNext(), counts(reads)]).toEqual([true, [1, 0, 0]])
    expect([unread.readNext(), unread.readNext(), unread.readNext()]).toEqual([true, false, false])
    expect(counts(reads)).toEqual([1, 1, 1])
  })

  test('that cannot be read fail each time with the first error', () => {
    const { rows, reads, unread } = stored([['a'], ['b']])
    reads[0]?.mockImplementationOnce(() => {
      throw new Error('first')
    })
    reads[1]?.mockImplementation(() => {
      throw new Error('second')
    })
    expect(() => rows[0]?.text).toThrow('first')
    expect(() => rows[1]?.text).toThrow('second')
    expect(() => unread.readNext()).toThrow('first')
    // The page is read again when its text is needed.
    expect(rows[0]?.text).toBe(textOf('a'))
    unread.clear()
    expect(unread.readNext()).toBe(false)
  })

  test('of a state that was replaced are not read', () => {
    const { rows, reads, unread } = stored([['a']])
    unread.clear()
    expect(() => rows[0]?.text).toThrow('the state that contains ns/a at 5 was replaced')
    expect(counts(reads)).toEqual([0])
  })

  test('count or move to the store once they are read, if the row was settled before', () => {
    const { rows, bodies, store } = stored([['a', 'b', 'c']], SIZE)
    rows[0]?.settle()
    rows[2]?.settle()
    expect([bodies.bytes, store.size]).toEqual([0, 0])
    expect(rows[1]?.text).toBe(textOf('b'))
    expect([bodies.bytes, store.size, store.get('ns/c', '5')]).toEqual([SIZE, 1, textOf('c')])
    expect([rows[2]?.text, rows[2]?.labels, rows[2]?.field('spec.nodeName')]).toEqual([
      textOf('c'),
      { name: 'c' },
      'one',
    ])
  })

  test.each(['recall', 'discard'] as const)('do not count once a %s has made the row an old one', method => {
    const { rows, bodies, store, reads } = stored([['a']])
    rows[0]?.settle()
    rows[0]?.[method]()
    expect(counts(reads)).toEqual([0])
    expect([rows[0]?.text, bodies.bytes, store.size]).toEqual([textOf('a'), 0, 0])
  })

  test('are not read to compare a version that a feed delivers again', () => {
    const { rows, reads } = stored([['a']])
    const row = encodeRow({
      ...JSON.parse(textOf('a')),
      metadata: { ...JSON.parse(textOf('a')).metadata, uid: 'a' },
    })
    expect([rows[0]?.isOf(row), counts(reads)]).toEqual([false, [0]])
  })
})

describe('the text of a row', () => {
  const rowOf = (maxBytes: number, text = textOf('a')) => {
    const store = createMemoryBodyStore()
    const bodies = new RowBodies({ store, maxBytes })
    const context = { bodies, unread: new UnreadTexts(bodies), index: new RowIndex({}) }
    const row = encodeRow(JSON.parse(text))
    return { store, bodies, row, item: new CachedRow(row, context) }
  }

  test.each([
    [SIZE, SIZE, 0],
    [SIZE - 1, 0, 1],
  ])('with %i bytes of memory counts %i, and %i is in the store', (maxBytes, bytes, size) => {
    const { item, bodies, store } = rowOf(maxBytes)
    item.settle()
    item.settle()
    expect([bodies.bytes, store.size, item.text]).toEqual([bytes, size, textOf('a')])
    item.recall()
    expect([bodies.bytes, store.size, item.text]).toEqual([0, 0, textOf('a')])
    item.settle()
    expect([bodies.bytes, store.size]).toEqual([bytes, size])
    item.discard()
    item.discard()
    expect([bodies.bytes, store.size]).toEqual([0, 0])
  })

  test('stays in the store for a successor at the same resourceVersion', () => {
    const { item, store } = rowOf(0)
    item.settle()
    item.discard({ resourceVersion: '5' })
    expect(store.size).toBe(1)
  })

  test('identifies a version that is delivered again, if its text is the same', () => {
    const { item, row } = rowOf(0)
    const other = rowOf(0, textOf('a').replace('one', 'two')).row
    expect([
      item.isOf(row),
      item.isOf({ ...row, uid: 'x' }),
      item.isOf({ ...row, resourceVersion: '6' }),
    ]).toEqual([true, false, false])
    expect([item.isOf(other), item.isOf(JSON.parse(textOf('a')))]).toEqual([false, false])
  })

  test('at another resourceVersion is the same otherwise', () => {
    const later = rowOf(0).item.at('9')
    expect([later.resourceVersion, later.key, later.name, later.text]).toEqual([
      '9',
      'ns/a',
      'a',
      textOf('a').replace('"resourceVersion":"5"', '"resourceVersion":"9"'),
    ])
  })

  test('of an object without a namespace', () => {
    const { item } = rowOf(
      0,
      '{"kind":"Node","apiVersion":"v1","metadata":{"name":"n","resourceVersion":"5"}}',
    )
    expect([
      item.name,
      item.namespace,
      item.key,
      item.field('metadata.namespace'),
      item.field('constructor'),
    ]).toEqual(['n', '', 'n', '', ''])
  })

  test('without a store remains in memory', () => {
    const bodies = new RowBodies({ maxBytes: 1 })
    expect([bodies.reserve(1_000_000), bodies.bytes, bodies.batch(() => 7)]).toEqual([true, 1_000_000, 7])
  })
})
