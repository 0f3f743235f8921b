import { defineResource } from '@kube-informer/core'
import { jobs, pods, services } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { servedKindOf } from './served-kind-of.ts'

const kindOf = (group: string) =>
  servedKindOf(defineResource({ group, version: 'v1', plural: 'things', kind: 'Thing', namespaced: true }))

test.each([
  ['', true],
  ['apps', true],
  ['events.k8s.io', true],
  ['example.com', false],
  ['k8s.io.example', false],
])('the group %j is built in: %s', (group, isBuiltIn) => {
  expect(kindOf(group).isBuiltIn).toBe(isBuiltIn)
})

test('a resource has the fields, the paths and the messages of its kind', () => {
  const pod = servedKindOf(pods)
  expect([pod.resource, pod.listKind, pod.unknownField]).toEqual([pods, 'PodList', undefined])
  expect(pod.selectableFields).toContain('spec.host')
  expect(pod.fieldPaths).not.toContain('spec.host')
  const object = { metadata: {}, spec: { nodeName: 'n' } }
  expect(pod.fieldValue?.(object, 'spec.host')).toBe('n')
  expect(servedKindOf(jobs).unknownField?.('x')).toBe('field label "x" not supported for Job')
  expect(servedKindOf(services).selectableFields).toEqual(['spec.clusterIP', 'spec.type'])
})

test('a custom resource has the fields name and namespace, and the columns name and age', async () => {
  const kind = kindOf('example.com')
  expect([kind.selectableFields, kind.fieldPaths, kind.listKind]).toEqual([[], [], 'ThingList'])
  expect((await kind.columns()).map(({ name }) => name)).toEqual(['Name', 'Age'])
})
