import { expect, test } from 'vitest'
import { namespaces, pods } from '../object/resources.ts'
import { verbOf } from './allowed-methods.ts'
import { createKinds } from './create-kinds.ts'
import { isBuiltIn } from './is-built-in.ts'
import { CUSTOM_VERBS, namedKind } from './named-kind.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const widgets = {
  group: 'e.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
} as const

const verbsOf = (
  place: { namespace?: string; name?: string; subresource?: string },
  verbs = CUSTOM_VERBS,
) => {
  const kind = { ...namedKind(widgets), verbs }
  return METHODS.map(method => verbOf(method, { kind, namespace: '', name: '', subresource: '', ...place }))
}
const none = undefined

test.each([
  [{}, ['list', none, none, none, none, none]],
  [{ namespace: 'a' }, ['list', 'create', none, none, 'deletecollection', none]],
  [{ namespace: 'a', name: 'x' }, ['get', none, 'update', 'patch', 'delete', none]],
  [{ namespace: 'a', name: 'x', subresource: 'status' }, ['get', none, 'update', 'patch', none, none]],
  [{ namespace: 'a', name: 'x', subresource: 'scale' }, [none, none, none, none, none, none]],
])('the verbs of the methods at %j', (place, expected) => {
  expect(verbsOf(place)).toEqual(expected)
})

test('a verb that the kind does not have is not allowed', () => {
  expect(verbsOf({ namespace: 'a' }, ['list'])).toEqual(['list', none, none, none, none, none])
})

test('a cluster-scoped kind has all verbs without a namespace', () => {
  const kind = namedKind({ ...widgets, namespaced: false })
  const collection = { kind, namespace: '', name: '', subresource: '' }
  expect(verbOf('POST', collection)).toBe('create')
})

test('kinds may have more fields for selectors', () => {
  const kinds = createKinds([], { pods: ['spec.extra'] })
  const own = createKinds().of(pods)?.selectableFields ?? []
  expect(kinds.of(pods)?.selectableFields).toEqual([...own, 'spec.extra'])
  expect(kinds.of(namespaces)?.selectableFields).toEqual(createKinds().of(namespaces)?.selectableFields)
})

test.each([
  ['', true],
  ['apps', true],
  ['rbac.authorization.k8s.io', true],
  ['example.com', false],
])('the group %j is built in: %s', (group, expected) => {
  expect(isBuiltIn({ ...widgets, group })).toBe(expected)
})
