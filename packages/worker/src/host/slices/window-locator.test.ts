import type { Row } from '@kube-informer/core'
import { describe, expect, test, vi } from 'vitest'
import type { Slice } from '../../api/subscription.ts'
import { podRow } from '../../test/rows.ts'
import { FixedRows } from './fixed-rows.ts'
import { byNamespaceAndName } from './row-order.ts'
import type { RowSource } from './row-source.ts'
import { readContents } from './slice-contents.ts'
import { SliceView } from './slice-view.ts'
import { WindowLocator } from './window-locator.ts'

const row = (name: string, version = 1): Row => podRow(`a/${name}`, version)
const rowsOf = (...names: readonly string[]) =>
  new FixedRows(
    names.map(name => row(name)),
    byNamespaceAndName,
  )
const locate = (window: Slice['window'], ...all: readonly FixedRows[]) => {
  const locator = new WindowLocator({ window })
  return all.map(rows => locator.locate(rows))
}

describe('a window', () => {
  test('of an offset is the same over all rows, and is not read without rows', () => {
    expect(locate(undefined, rowsOf('b'))).toEqual([undefined])
    expect(locate({ limit: 2 }, rowsOf('b'))).toEqual([{ offset: 0, limit: 2 }])
    expect(locate({ offset: 3, limit: 2 }, rowsOf())).toEqual([{ offset: 3, limit: 2 }])
    expect(new WindowLocator({ window: { offset: 3, limit: 2 } }).initial).toEqual({ offset: 3, limit: 2 })
    expect(new WindowLocator({}).initial).toBeUndefined()
  })

  test.each([
    [20, 10, 2, 0],
    [20, 10, 20, 10],
    [20, 10, 21, 20],
    [25, 10, 22, 15],
    [25, 10, 3, 0],
    [25, 10, 0, 0],
    [5, 0, 2, 5],
  ])('clamped, at offset %i with limit %i over %i rows, starts at %i', (offset, limit, total, start) => {
    const rows = rowsOf(...Array.from({ length: total }, (_, i) => `p${i}`))
    const window = { offset, limit }
    expect(new WindowLocator({ window, clampWindow: true }).locate(rows)).toEqual({ offset: start, limit })
    expect(new WindowLocator({ window, clampWindow: false }).locate(rows)).toEqual(window)
  })

  test('of an anchor begins so many rows before it, at the first one at the earliest', () => {
    const rows = rowsOf('b', 'c', 'd', 'e')
    const starts = [0, 1, 2, 3, 9].map(before => locate({ anchor: 'a/d', before, limit: 5 }, rows)[0])
    expect(starts.map(window => window?.offset)).toEqual([2, 1, 0, 0, 0])
    expect(locate({ anchor: 'a/d', limit: 5 }, rows)).toEqual([{ offset: 2, limit: 5 }])
    expect(new WindowLocator({ window: { anchor: 'a/d', limit: 5 } }).initial).toEqual({
      offset: 0,
      limit: 5,
    })
  })

  test('of an anchor that has left is where it was, and follows it when it is back', () => {
    const window = { anchor: 'a/d', limit: 5 }
    const located = locate(window, rowsOf('d', 'e'), rowsOf('b', 'c', 'e'), rowsOf('e'), rowsOf('b', 'd'))
    expect(located.map(each => each?.offset)).toEqual([0, 2, 0, 1])
    expect(locate(window, rowsOf('b', 'c'))).toEqual([{ offset: 0, limit: 5 }])
  })

  test('of an anchor that the filter rejects begins at its position', () => {
    const shown = rowsOf('b', 'c', 'e')
    const rows = {
      ...shown,
      get: () => undefined,
      find: () => row('d'),
      countBefore: (of: Row) => shown.countBefore(of),
    }
    expect(new WindowLocator({ window: { anchor: 'a/d', limit: 1 } }).locate(rows as never)).toEqual({
      offset: 2,
      limit: 1,
    })
  })
})

describe('the content of a slice', () => {
  const view = rowsOf('b', 'c', 'd')
  const countGroups = () => [{ value: 'g', count: 1 }]

  test('has the rows of its window, and the total', () => {
    const read = (window?: Slice['window']) =>
      readContents({ view, countGroups, newestResourceVersion: '7' }, new WindowLocator({ window }))
    expect(read({ offset: 1, limit: 1 })).toEqual({
      ...{ rows: [row('c')], total: 3, groups: countGroups() },
      ...{ window: { offset: 1, limit: 1 }, resourceVersion: '7' },
    })
    expect(read()).toMatchObject({ rows: [row('b'), row('c'), row('d')], total: 3 })
  })

  test('of a window without rows only counts', () => {
    const rows = vi.spyOn(view, 'rows')
    const contents = readContents(
      { view, countGroups: undefined, newestResourceVersion: '7' },
      new WindowLocator({ window: { offset: 0, limit: 0 } }),
    )
    expect([contents.rows, contents.total, contents.groups, rows.mock.calls]).toEqual([[], 3, undefined, []])
  })
})

describe('a view that is not read', () => {
  function start(count: number, filter?: (row: Row) => boolean) {
    const all = new Map(Array.from({ length: count }, (_, at) => row(`p${at}`)).map(each => [each.key, each]))
    const list = vi.fn(() => [...all.values()])
    const get = vi.fn((key: string) => all.get(key))
    const source: RowSource = { list, get, mayHold: key => key.startsWith('a/'), size: count }
    const view = new SliceView({ source, order: byNamespaceAndName, filter })
    const change = (many: number) => {
      for (let at = 0; at < many; at++) {
        all.set(`a/p${at}`, row(`p${at}`, 2))
        view.mark(`a/p${at}`)
      }
    }
    return { all, view, list, get, change }
  }

  test.each([
    [2000, 1000, 1],
    [2000, 1001, 2],
    [8000, 2000, 1],
    [8000, 2001, 2],
  ])('of %d rows stores %d keys or fewer: lists %d times', (count, changed, lists) => {
    const { view, list, change } = start(count)
    view.rows()
    change(changed)
    expect(view.rows().filter(({ resourceVersion }) => resourceVersion === '2')).toHaveLength(changed)
    expect(list).toHaveBeenCalledTimes(lists)
  })

  test('reads the changed keys only, each once, and everything if that is asked for', () => {
    const { view, list, get, change } = start(100)
    expect(view.mark('b/x')).toBe(false)
    view.rows()
    change(3)
    change(3)
    view.rows()
    view.rows()
    expect([list.mock.calls.length, get.mock.calls.length]).toEqual([1, 3])
    view.markAll()
    view.rows()
    expect(list).toHaveBeenCalledTimes(2)
  })

  test('has its size without being read, unless it has a filter', () => {
    const plain = start(10)
    expect([plain.view.size, plain.list.mock.calls.length]).toEqual([10, 0])
    const filtered = start(10, ({ name }) => name !== 'p3')
    expect([filtered.view.size, filtered.list.mock.calls.length]).toEqual([9, 1])
    expect([
      filtered.view.get('a/p3'),
      filtered.view.find('a/p3')?.key,
      filtered.view.get('a/p4')?.key,
    ]).toEqual([...[undefined, 'a/p3', 'a/p4']])
  })

  test('moves rows up and down, also many at a time', () => {
    for (const many of [1, 32, 33, 60]) {
      const { all, view } = start(100)
      const order = (a: Row, b: Row) =>
        Number(a.resourceVersion) - Number(b.resourceVersion) || byNamespaceAndName(a, b)
      const sorted = new SliceView({
        ...{
          source: { list: () => [...all.values()], get: key => all.get(key), mayHold: () => true, size: 100 },
          order,
        },
      })
      sorted.rows()
      for (const version of [2, 1, 3, 0]) {
        for (let at = 0; at < many; at++) {
          all.set(`a/p${at}`, row(`p${at}`, at % 3 === 0 ? version : 1))
          sorted.mark(`a/p${at}`)
        }
        all.delete(`a/p${many + version}`)
        sorted.mark(`a/p${many + version}`)
        expect(sorted.rows()).toEqual([...all.values()].sort(order))
      }
      expect(view.size).toBe(100)
    }
  })
})
