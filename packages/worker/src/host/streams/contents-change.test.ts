import type { TableColumn } from '@kube-informer/core'
import { describe, expect, test } from 'vitest'
import { podRow, rowOf } from '../../test/rows.ts'
import type { SliceContents } from '../slices/slice-contents.ts'
import { contentsChange } from './contents-change.ts'
import { recordAfter } from './first-paint-record.ts'
import { diffWindow } from './window-diff.ts'

const [A, B] = [podRow('x/a', 1), podRow('x/b', 1)]
const columns: readonly TableColumn[] = []
const held: SliceContents = {
  rows: [A, B],
  total: 9,
  groups: [{ value: 'g', count: 2 }],
  window: { offset: 1, limit: 2 },
  columns,
  resourceVersion: '5',
}

describe('the change of a content', () => {
  test.each<[string, Partial<SliceContents>, object]>([
    ['nothing', {}, {}],
    ['equal members', { groups: [{ value: 'g', count: 2 }], window: { offset: 1, limit: 2 } }, {}],
    ['the resourceVersion alone', { resourceVersion: '6' }, {}],
    ['the total', { total: 8 }, { total: 8 }],
    ['the count of a group', { groups: [{ value: 'g', count: 3 }] }, { groups: [{ value: 'g', count: 3 }] }],
    ['the offset', { window: { offset: 2, limit: 2 } }, { window: { offset: 2, limit: 2 } }],
    ['the limit', { window: { offset: 1, limit: 3 } }, { window: { offset: 1, limit: 3 } }],
    ['a row', { rows: [A, podRow('x/b', 2)] }, { rows: [podRow('x/b', 2)] }],
    ['the order', { rows: [B, A] }, { order: { at: 0, remove: 2, insert: ['x/b', 'x/a'] } }],
    ['no groups any more', { groups: undefined }, {}],
  ])('of %s has that', (_, changed, expected) => {
    const change = contentsChange(held, { ...held, ...changed })
    const isEmpty = Object.keys(expected).length === 0
    const resourceVersion = changed.resourceVersion ?? '5'
    expect(change).toEqual(isEmpty ? {} : { ...expected, resourceVersion })
  })

  test('of columns has them, unless they are the same', () => {
    const others = [{ name: 'Age', type: 'date' }] as unknown as readonly TableColumn[]
    expect(contentsChange(held, { ...held, columns: others })).toEqual({
      columns: others,
      resourceVersion: '5',
    })
  })

  test('is all of it at first; the order of no rows is sent, too', () => {
    const order = { at: 0, remove: 0, insert: ['x/a', 'x/b'] }
    expect(contentsChange(undefined, held)).toEqual({ ...held, order })
    expect(contentsChange(undefined, { rows: [], total: 0, resourceVersion: '' } as SliceContents)).toEqual({
      order: { ...order, insert: [] },
      total: 0,
    })
  })
})

describe('a row that a page has', () => {
  const row = (metadata: object, more: object = {}) => ({
    ...rowOf({ metadata: { name: 'a', ...metadata } }),
    ...more,
  })
  const full = { uid: 'u', resourceVersion: '1' }

  test.each<[string, object, object, number]>([
    ['with the same version', row(full), row(full), 0],
    ['with another uid', row(full), row({ ...full, uid: 'v' }), 1],
    ['with another resourceVersion', row(full), row({ ...full, resourceVersion: '2' }), 1],
    ['with other columns', row(full, { columns: [] }), row(full, { columns: [] }), 1],
    ['without a uid', row({ resourceVersion: '1' }), row({ resourceVersion: '1' }), 1],
    ['without a resourceVersion', row({ uid: 'u' }), row({ uid: 'u' }), 1],
  ])('%s is sent again %# times', (_, before, now, sent) => {
    expect(diffWindow([before as never], [now as never]).rows).toHaveLength(sent)
  })

  test('that is the same one is not sent, although it cannot be compared', () => {
    const unversioned = row({}) as never
    expect(diffWindow([unversioned], [unversioned])).toEqual({ rows: [] })
  })

  test('at both ends is compared once, and what is between them is replaced', () => {
    const [C, D] = [podRow('x/c', 1), podRow('x/d', 1)]
    expect(diffWindow([A, A], [A])).toEqual({ rows: [], order: { at: 1, remove: 1, insert: [] } })
    expect(diffWindow([A, C, B], [podRow('x/a', 2), D, podRow('x/b', 2)])).toEqual({
      rows: [podRow('x/a', 2), podRow('x/b', 2), D],
      order: { at: 1, remove: 1, insert: ['x/d'] },
    })
    expect(diffWindow([], [])).toEqual({ rows: [] })
    expect(diffWindow([C, A, B], [A, podRow('x/b', 2)])).toEqual({
      rows: [podRow('x/b', 2)],
      order: { at: 0, remove: 1, insert: [] },
    })
    const [A2, B2] = [podRow('x/a', 2), podRow('x/b', 2)]
    expect(diffWindow([D, A, B], [C, A2, B2]).rows).toEqual([B2, A2, C])
  })
})

test('a first paint is recorded once rows are exact that have changed, or that were not exact', () => {
  const after = (record: 'done' | 'due' | 'withheld') =>
    [true, false].flatMap(isExact =>
      [true, false].map(isChanged => recordAfter(record, { isExact, isChanged })),
    )
  expect([after('done'), after('due'), after('withheld')]).toEqual([
    ['due', 'done', 'withheld', 'withheld'],
    ['due', 'due', 'withheld', 'withheld'],
    ['due', 'due', 'withheld', 'withheld'],
  ])
})
