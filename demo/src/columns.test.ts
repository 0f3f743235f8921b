import { expect, test } from 'vitest'
import { ariaSort, columnsFor, nextSort } from './columns.ts'

test('a column cycles through ascending, descending and unsorted', () => {
  const up = nextSort(undefined, 'restarts')
  const down = nextSort(up, 'restarts')
  expect([up, down, nextSort(down, 'restarts')]).toEqual([
    { by: 'restarts' },
    { by: 'restarts', descending: true },
    undefined,
  ])
})

test('another column starts with ascending', () => {
  expect(nextSort({ by: 'restarts', descending: true }, 'status')).toEqual({ by: 'status' })
})

test('only the sorted column has aria-sort', () => {
  const sort = { by: 'status', descending: true } as const
  expect([ariaSort(sort, 'status'), ariaSort(sort, 'restarts'), ariaSort(sort, undefined)]).toEqual([
    'descending',
    'none',
    'none',
  ])
})

test('the namespace column is shown only for all namespaces', () => {
  const ids = (withNamespace: boolean) => columnsFor(withNamespace).map(({ id }) => id)
  expect(ids(true)).toContain('namespace')
  expect(ids(false)).not.toContain('namespace')
})
