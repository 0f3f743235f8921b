import type { InformerStatus } from '@kube-informer/core'
import { pods } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { podRow } from '../../test/rows.ts'
import { StubView } from '../../test/stub-cluster.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { byNamespaceAndName } from '../slices/row-order.ts'
import { NOTHING_YET } from '../streams/status-change.ts'
import { deniedRowsOf, LastRows } from './last-rows.ts'

const STATUS: InformerStatus = {
  ...NOTHING_YET,
  data: 'complete',
  link: 'stopped',
  error: new Error('denied'),
}
const ROWS = ['b/x', 'a/x', 'b/y'].map(key => podRow(key, 1, { node: 'n' }))
const definition = compileDefinition({ resource: pods, indexers: { one: () => ['1'] } })
const lastRows = (groupBy?: string) =>
  new LastRows({
    denied: { rows: ROWS, status: STATUS, newestResourceVersion: '9' },
    slice: groupBy === undefined ? {} : { groupBy },
    order: byNamespaceAndName,
    definition,
  })

test('the rows of a view that is denied are those that it has', () => {
  const view = new StubView()
  expect(deniedRowsOf(view)).toBeUndefined()
  view.show(ROWS, '9', 'cached')
  expect(deniedRowsOf(view)).toEqual({ rows: ROWS, status: view.status, newestResourceVersion: '9' })
})

test('each namespace has its rows, in order, without a resourceVersion', () => {
  const last = lastRows()
  expect([last.newestResourceVersion, [...last.left.keys()]]).toEqual(['9', ['b', 'a']])
  const { error: _, ...status } = STATUS
  const b = last.left.get('b')
  expect(b?.view.rows().map(({ key }) => key)).toEqual(['b/x', 'b/y'])
  expect([b?.status, b?.coveredResourceVersion, b?.newestResourceVersion, b?.countGroups]).toEqual([
    ...[{ ...status, link: 'connecting' }, '', '', undefined],
  ])
})

test('a namespace that takes its rows leaves those of the others', () => {
  const last = lastRows('one')
  const taken = last.take('b')
  expect([taken.view.size, [...last.left.keys()]]).toEqual([2, ['a']])
  expect([last.take('b').view.size, last.take('c').view.size]).toEqual([0, 0])
  expect(taken.countGroups?.()).toEqual([{ value: '1', count: 2 }])
  expect(last.take('c').countGroups?.()).toEqual([])
})
