import { defineResource, type Indexer, metaNamespaceIndex, type Row } from '@kube-informer/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnchorWindow, Slice, SliceSort, SliceWindow } from '../../api/subscription.ts'
import { rowIndexer, rowOf } from '../../test/rows.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { createView } from './create-view.ts'
import { MergedRows } from './merged-rows.ts'
import { rowOrder } from './row-order.ts'
import { namespaceOf } from './row-source.ts'
import type { SliceView } from './slice-view.ts'
import type { SortedRows } from './sorted-rows.ts'
import { WindowLocator } from './window-locator.ts'

// Histories of additions, changes and deletions. Windows over one cache, and over one cache for each namespace, are
// compared with arrays that are sorted and searched anew each time.

const RUNS = process.env.LONG ? 10_000 : 500
const NAMESPACES = ['a', 'a-b', 'b']

interface Thing {
  readonly namespace: string
  readonly name: string
  readonly version: number
  readonly rank?: number | undefined
  readonly size?: string | undefined
  readonly created?: string | undefined
  readonly tags: readonly string[]
}

const definition = compileDefinition({
  resource: defineResource({ group: '', version: 'v1', plural: 'things', kind: 'Thing', namespaced: true }),
  indexers: { tag: object => (object as { tags?: readonly string[] }).tags ?? [] },
  comparators: { nameLength: (a, b) => lengthOf(a) - lengthOf(b) },
  predicates: { even: object => ((object as { rank?: number }).rank ?? 0) % 2 === 0 },
})

const lengthOf = ({ metadata }: { metadata?: { name?: string } | undefined }) => metadata?.name?.length ?? 0
const keyOf = ({ namespace, name }: Thing): string => `${namespace}/${name}`

function rowOfThing({ namespace, name, version, rank, size, created, tags }: Thing): Row {
  const resourceVersion = `${version}`
  const metadata = {
    namespace,
    name,
    uid: name,
    resourceVersion,
    ...(created && { creationTimestamp: created }),
  }
  return rowOf({ metadata, rank, size, tags })
}

// The oracle shares no code with the views.

type Compare = (a: Thing, b: Thing) => number
type Key = string | number | undefined

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byKey: Compare = (a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name)
const isDigit = (character = ''): boolean => /[0-9]/.test(character)

function compareNatural(a: string, b: string): number {
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    if (isDigit(a[i]) && isDigit(b[j])) {
      const [left, right] = [/^\d+/.exec(a.slice(i)), /^\d+/.exec(b.slice(j))].map(found => found?.[0] ?? '')
      if (Number(left) !== Number(right)) return Number(left) - Number(right)
      i += left?.length ?? 0
      j += right?.length ?? 0
    } else if (a[i] !== b[j]) return compareText(a[i] ?? '', b[j] ?? '')
    else {
      i++
      j++
    }
  }
  return a.length - i - (b.length - j)
}

const SIZES = ['0', '100m', '0.1', '1', '999m', '1k', '1Ki', '1e3', '2M', 'none']
const BY_SIZE = new Map<string, number>([
  ...([
    ['0', 0],
    ['100m', 0.1],
    ['0.1', 0.1],
    ['1', 1],
    ['999m', 0.999],
  ] as const),
  ...([
    ['1k', 1000],
    ['1Ki', 1024],
    ['1e3', 1000],
    ['2M', 2_000_000],
  ] as const),
])
const TIMES = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000007Z', '2025-12-31T23:00:00Z', 'soon']
const BY_AGE = new Map([TIMES[1], TIMES[0], TIMES[2]].map((time, index) => [time ?? '', index]))

/** What each sort of the histories compares; `nameLength` is the comparator. */
const KEYS: Readonly<Record<string, { readonly sort: SliceSort; readonly key: (thing: Thing) => Key }>> = {
  rank: { sort: { by: '.rank' }, key: ({ rank }) => rank },
  size: { sort: { by: '.size', as: 'quantity' }, key: ({ size = '' }) => BY_SIZE.get(size) },
  age: {
    sort: { by: 'metadata.creationTimestamp', as: 'age' },
    key: ({ created = '' }) => BY_AGE.get(created),
  },
  text: { sort: { by: '.size', as: 'text' }, key: ({ size }) => size },
  length: { sort: { by: 'nameLength' }, key: ({ name }) => name.length },
  natural: { sort: { by: 'metadata.name', as: 'natural' }, key: ({ name }) => name },
}

interface WantedOrder {
  readonly name: string
  readonly descending: boolean
}

function compareBy(wanted: readonly WantedOrder[]): Compare {
  return (a, b) => {
    for (const { name, descending } of wanted) {
      const [left, right] = [KEYS[name]?.key(a), KEYS[name]?.key(b)]
      if (left === undefined || right === undefined) {
        if (left !== right) return left === undefined ? 1 : -1
        continue
      }
      const order = typeof left === 'number' ? left - Number(right) : compareTexts(name, left, String(right))
      if (order !== 0) return descending ? -order : order
    }
    return byKey(a, b)
  }
}

const compareTexts = (name: string, a: string, b: string): number =>
  name === 'natural' ? compareNatural(a, b) : compareText(a, b)

/** The position of a window, with a memory of its anchor. */
class NaiveWindow {
  #last: Thing | undefined

  locate(
    window: Slice['window'],
    target: readonly Thing[],
    shown: readonly Thing[],
    compare: Compare,
  ): SliceWindow | undefined {
    if (!window) return undefined
    if (!('anchor' in window)) return { offset: window.offset ?? 0, limit: window.limit }
    const isAnchor = (thing: Thing) => keyOf(thing) === window.anchor
    this.#last = shown.find(isAnchor) ?? this.#last ?? target.find(isAnchor)
    const last = this.#last
    const at = last ? shown.filter(thing => compare(thing, last) < 0).length : 0
    return { offset: at < (window.before ?? 0) ? 0 : at - (window.before ?? 0), limit: window.limit }
  }
}

const TARGETS: readonly [Slice['target'], (thing: Thing) => boolean][] = [
  [undefined, () => true],
  [{ type: 'index', index: 'tag', values: ['x', 'y', 'x'] }, ({ tags }) => /[xy]/.test(tags.join())],
  [{ type: 'index', index: 'tag', values: ['y'] }, ({ tags }) => tags.includes('y')],
  [{ type: 'index', index: 'namespace', values: ['b', 'a'] }, ({ namespace }) => namespace !== 'a-b'],
  [{ type: 'index', index: 'tag', values: [] }, () => false],
]
const FILTERS: readonly [Slice['filter'], (thing: Thing) => boolean][] = [
  [undefined, () => true],
  [{ predicate: 'even' }, ({ rank = 0 }) => rank % 2 === 0],
  [{ text: '1' }, ({ name }) => name.includes('1')],
]

const names = fc.constantFrom(
  'web-2',
  'web-02',
  'web-10',
  'web-1',
  'web',
  'w10b',
  'w9',
  'x-1-2',
  'x-1-10',
  '7',
)
const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const thing = fc.record({
  namespace: fc.constantFrom(...NAMESPACES),
  name: names,
  rank: fc.option(fc.nat(4), { nil: undefined }),
  size: optional(SIZES),
  created: optional(TIMES),
  tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
})
const step = fc.array(fc.record({ thing, isGone: fc.boolean() }), { minLength: 1, maxLength: 12 })
const anchor: fc.Arbitrary<AnchorWindow> = fc.record(
  {
    anchor: fc.tuple(fc.constantFrom(...NAMESPACES), names).map(parts => parts.join('/')),
    before: fc.nat(4),
    limit: fc.integer({ min: 1, max: 8 }),
  },
  { requiredKeys: ['anchor', 'limit'] },
)
const windows: fc.Arbitrary<Slice['window']> = fc.oneof(
  fc.record({ offset: fc.nat(12), limit: fc.nat(8) }, { requiredKeys: ['limit'] }),
  anchor,
  fc.constant(undefined),
)
const wantedOrder = fc.uniqueArray(
  fc.record({ name: fc.constantFrom(...Object.keys(KEYS)), descending: fc.boolean() }),
  { maxLength: 3, selector: ({ name }) => name },
)

function viewOf(indexer: Indexer<Row>, slice: Slice): SliceView {
  return createView(slice, { indexer, definition, scopeFilter: undefined })
}

const newIndexer = () => rowIndexer({ indexers: { namespace: metaNamespaceIndex, ...definition.indexers } })

function read(rows: SortedRows, locator: WindowLocator) {
  const window = locator.locate(rows)
  return {
    window,
    keys: rows
      .rows(window?.offset, window?.limit)
      .map(({ key, resourceVersion }) => `${key}@${resourceVersion}`),
    total: rows.size,
  }
}

test('after any history, windows by offset and by anchor are those of the sorted rows', () => {
  fc.assert(
    fc.property(
      fc.record({
        target: fc.constantFrom(...TARGETS),
        filter: fc.constantFrom(...FILTERS),
        wanted: wantedOrder,
        windows: fc.array(windows, { minLength: 1, maxLength: 4 }),
        steps: fc.array(step, { minLength: 1, maxLength: 10 }),
      }),
      ({ target: [target, holds], filter: [filter, keeps], wanted, windows, steps }) => {
        const sort = wanted.map(({ name, descending }) => ({
          ...(KEYS[name]?.sort as SliceSort),
          descending,
        }))
        const slice: Slice = { target, filter, sort }
        const compare = compareBy(wanted)
        const whole = newIndexer()
        const single = viewOf(whole, slice)
        const members = NAMESPACES.map(() => newIndexer())
        const parts = members.map(indexer => viewOf(indexer, slice))
        const order = rowOrder(sort, definition)
        const readers = windows.map(window => ({
          window,
          union: new MergedRows({
            order,
            parts: () => parts,
            partOf: key => parts[NAMESPACES.indexOf(namespaceOf(key))],
          }),
          locators: [new WindowLocator({ window }), new WindowLocator({ window })] as const,
          naive: new NaiveWindow(),
        }))
        const things = new Map<string, Thing>()
        let version = 0
        for (const changes of steps) {
          for (const { thing: changed, isGone } of changes) {
            const now = { ...changed, version: ++version }
            const key = keyOf(now)
            if (isGone) things.delete(key)
            else things.set(key, now)
            const at = NAMESPACES.indexOf(now.namespace)
            for (const indexer of [whole, members[at]])
              isGone ? indexer?.delete(rowOfThing(now)) : indexer?.add(rowOfThing(now))
            single.mark(key)
            parts[at]?.mark(key)
          }
          const held = [...things.values()].filter(holds)
          const shown = held.filter(keeps).sort(compare)
          for (const { window, union, locators, naive } of readers) {
            const located = naive.locate(window, held, shown, compare)
            const { offset = 0, limit = shown.length } = located ?? {}
            const expected = {
              window: located,
              keys: shown.slice(offset, offset + limit).map(each => `${keyOf(each)}@${each.version}`),
              total: shown.length,
            }
            expect(read(single, locators[0])).toEqual(expected)
            expect(read(union, locators[1])).toEqual(expected)
          }
        }
      },
    ),
    { numRuns: RUNS },
  )
}, 600_000)
