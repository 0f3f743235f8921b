import { expect, test } from 'vitest'
import { textField } from '../kinds/columns/column.ts'
import { STATUS_FIELD } from '../kinds/columns/common.ts'
import { excludeValues } from './collapsed-filter.ts'

const node = textField('node', 'Node', 'spec.nodeName')

test('changes nothing while no section is collapsed', () => {
  const filter = { text: 'web' }
  expect(excludeValues(filter, node, new Set())).toBe(filter)
  expect(excludeValues(filter, undefined, new Set(['a']))).toBe(filter)
})

test('excludes values at a path', () => {
  expect(excludeValues({ text: 'web', where: { path: 'a', eq: 1 } }, node, new Set(['n1']))).toEqual({
    text: 'web',
    where: { and: [{ path: 'a', eq: 1 }, { not: { path: 'spec.nodeName', in: ['n1'] } }] },
  })
  expect(excludeValues(undefined, node, new Set(['']))?.where).toEqual({
    and: [{ not: { path: 'spec.nodeName', in: [''] } }, { path: 'spec.nodeName', exists: true }],
  })
})

test('excludes computed values', () => {
  const own = { field: 'restarts', gt: 1 } as const
  const not = { not: { field: 'status', in: ['Running'] } }
  expect(excludeValues(undefined, STATUS_FIELD, new Set(['Running']))).toEqual({
    predicate: { name: 'computed', args: not },
  })
  expect(
    excludeValues({ predicate: { name: 'computed', args: own } }, STATUS_FIELD, new Set(['Running'])),
  ).toEqual({ predicate: { name: 'computed', args: { and: [own, not] } } })
})
