import { expect, test } from 'vitest'
import { definedKinds } from './kind.ts'
import { editDistance, nearKinds } from './near-kinds.ts'

test.each([
  ['pods', 'pods', 0],
  ['pod', 'pods', 1],
  ['deploymnets', 'deployments', 2],
  ['', 'abc', 3],
])('the distance of %s and %s is %d', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance)
})

test('a misspelt kind finds the kind, and nothing that is far from it', () => {
  const found = nearKinds('deploymnets', definedKinds).map(({ plural }) => plural)
  expect(found[0]).toBe('deployments')
  expect(nearKinds('xyzzyxyzzy', definedKinds)).toEqual([])
})
