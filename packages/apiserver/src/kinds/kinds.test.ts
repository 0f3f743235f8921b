import { defineResource, resourceName } from '@kube-informer/core'
import { expect, test, vi } from 'vitest'
import { namespaces, pods } from '../object/resources.ts'
import { createKinds } from './create-kinds.ts'
import { namedKind } from './named-kind.ts'

const widgets = defineResource({
  group: 'rows.example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
})

test('all built-in kinds are found by path and by kind', () => {
  const kinds = createKinds()
  expect(kinds.all.length).toBeGreaterThan(60)
  expect(kinds.find('', 'v1', 'pods')?.resource).toEqual(pods)
  expect(kinds.of(namespaces)?.shortNames).toEqual(['ns'])
  expect(kinds.ofKind('autoscaling', 'v1', 'HorizontalPodAutoscaler')).toMatchObject({
    resource: { plural: 'horizontalpodautoscalers', version: 'v1' },
    isBuiltIn: true,
    listKind: 'HorizontalPodAutoscalerList',
  })
  expect(kinds.find('', 'v1', 'widgets')).toBeUndefined()
  expect(kinds.find('', 'v1', 'constructor')).toBeUndefined()
  expect(kinds.isBuiltInGroup('rbac.authorization.k8s.io')).toBe(true)
})

test('a resource passed by a test is custom and has no schema; a built-in one is unchanged', async () => {
  const kinds = createKinds([widgets, pods], { 'widgets.rows.example.com': ['spec.size'] })
  const kind = kinds.of(widgets)
  expect(kind).toMatchObject({ singular: 'widget', isBuiltIn: false, selectableFields: ['spec.size'] })
  expect(await kind?.schema()).toBeUndefined()
  expect(kinds.isBuiltInGroup('rows.example.com')).toBe(false)
  expect(kinds.of(pods)?.isBuiltIn).toBe(true)
  expect(kinds.all.filter(({ resource }) => resource.plural === 'pods')).toHaveLength(1)
})

test('kinds can be added and removed, and listeners are notified once', () => {
  const kinds = createKinds()
  const before = kinds.all
  const listener = vi.fn()
  const stop = kinds.onChange(listener)
  const [old, next] = [namedKind(widgets), namedKind({ ...widgets, version: 'v2' })]
  kinds.add([old])
  expect(kinds.of(widgets)).toBe(old)
  kinds.replace([old], [next])
  expect(kinds.of(widgets)).toBeUndefined()
  expect(kinds.ofKind('rows.example.com', 'v2', 'Widget')).toBe(next)
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  kinds.remove([next])
  expect(listener).toHaveBeenCalledTimes(2)
  expect(kinds.all.map(kind => resourceName(kind.resource))).toEqual(
    before.map(kind => resourceName(kind.resource)),
  )
})

test('an added kind replaces the one with the same path', () => {
  const kinds = createKinds([widgets])
  const other = namedKind({ ...widgets, kind: 'Gadget' })
  kinds.add([other])
  expect(kinds.of(widgets)).toBe(other)
  expect(kinds.ofKind('rows.example.com', 'v1', 'Widget')).toBeUndefined()
})
