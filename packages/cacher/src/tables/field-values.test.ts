import { defineResource, type KubernetesObject, type ResourceDefinition } from '@kube-informer/core'
import { events, jobs, nodes, pods, replicationControllers, services } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { fieldPathsOf, fieldValueOf, unknownFieldOf } from './field-values.ts'

const readField = (resource: ResourceDefinition, object: object, path: string): string =>
  fieldValueOf(resource)(object as KubernetesObject, path)

test.each<[string, ResourceDefinition, object, string]>([
  ['spec.host', pods, { spec: { nodeName: 'n' } }, 'n'],
  ['spec.hostNetwork', pods, {}, 'false'],
  ['spec.hostNetwork', pods, { spec: { hostNetwork: true } }, 'true'],
  ['status.podIPs', pods, { status: { podIPs: 'x' } }, ''],
  ['status.phase', pods, { status: { phase: 'Running' } }, 'Running'],
  ['spec.unschedulable', nodes, {}, 'false'],
  ['status.replicas', replicationControllers, {}, '0'],
  ['status.replicas', replicationControllers, { status: { replicas: 3 } }, '3'],
  ['status.successful', jobs, { status: { succeeded: 2 } }, '2'],
  ['status.successful', jobs, {}, '0'],
  ['source', events, { source: { component: 'a' }, reportingComponent: 'b' }, 'a'],
  ['source', events, { source: {}, reportingComponent: 'b' }, 'b'],
  ['spec.type', services, { spec: { type: {} } }, ''],
  ['spec.host', services, { spec: { nodeName: 'n' } }, ''],
])('the field %s of %o', (path, resource, object, value) => {
  expect(readField(resource, object, path)).toBe(value)
})

test('the paths that fields are read from, each once', () => {
  expect(fieldPathsOf(pods, ['metadata.name', 'spec.host', 'spec.nodeName'])).toEqual([
    'metadata.name',
    'spec.nodeName',
    'spec.hostNetwork',
  ])
  expect(fieldPathsOf(events, ['source'])).toEqual(['source.component', 'reportingComponent'])
  expect(fieldPathsOf(services, ['spec.type'])).toEqual(['spec.type'])
})

test('two kinds have messages of their own for a field that they do not support', () => {
  const slices = { group: 'resource.k8s.io', version: 'v1', kind: 'ResourceSlice', plural: 'resourceslices' }
  expect(unknownFieldOf(jobs)?.('x')).toBe('field label "x" not supported for Job')
  expect(unknownFieldOf(defineResource({ ...slices, namespaced: false }))?.('x')).toBe(
    'field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: x',
  )
  expect(unknownFieldOf(pods)).toBeUndefined()
})
