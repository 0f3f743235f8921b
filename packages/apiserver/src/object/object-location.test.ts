import { expect, test } from 'vitest'
import { keyOf, locationOf } from './object-location.ts'
import { namespaces, pods } from './resources.ts'
import { timestamp } from './timestamp.ts'

test('the location of an object: the namespace is `default` if there is none, and "" for a cluster-scoped kind', () => {
  const key = (resource: typeof pods | typeof namespaces, metadata?: object) =>
    keyOf(locationOf(resource, metadata ? { metadata } : {}))
  expect(key(pods, { name: 'a', namespace: 'n' })).toBe('n/a')
  expect(key(pods, { name: 'a' })).toBe('default/a')
  expect(key(namespaces, { name: 'n', namespace: 'ignored' })).toBe('n')
  expect(key(namespaces)).toBe('')
})

test('times are in whole seconds', () => {
  expect(timestamp(1_700_000_000_999)).toBe('2023-11-14T22:13:20Z')
})
