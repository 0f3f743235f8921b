import { UsageError } from '@kube-informer/core'
import { deployments, pods } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { objectReference } from './object-reference.ts'

const metadata = { namespace: 'default', name: 'web', uid: 'u1', resourceVersion: '7' }

test('T-OBR-1: an object without apiVersion and kind has those of its resource, or is refused', () => {
  expect(objectReference({ metadata }, deployments)).toEqual({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    ...metadata,
  })
  expect(() => objectReference({ metadata })).toThrow(UsageError)
  expect(() => objectReference({ metadata, kind: 'Pod' })).toThrow('give its resource')
})

test('T-OBR-2: an object names itself by its own apiVersion and kind, with a resource and without', () => {
  const object = { apiVersion: 'example.com/v1', kind: 'Widget', metadata }
  const expected = { apiVersion: 'example.com/v1', kind: 'Widget', ...metadata }
  expect(objectReference(object)).toEqual(expected)
  expect(objectReference(object, pods)).toEqual(expected)
})

test('a cluster-scoped object has no namespace, and an object that is not created yet no uid', () => {
  const object = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } }
  expect(objectReference(object)).toEqual({ apiVersion: 'v1', kind: 'Node', name: 'a' })
})
