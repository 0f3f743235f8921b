import { defineResource, type KubernetesObject } from '@kube-informer/core'
import { nodes, pods } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { createFakeApiserver } from '../index.ts'

const FOO = { group: 'example.com', version: 'v1', plural: 'foos', kind: 'Foo', namespaced: true }
const foos = defineResource<KubernetesObject>(FOO)
const pod = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'default', name },
})
const names = (objects: readonly KubernetesObject[]) => objects.map(({ metadata }) => metadata?.name)

test('an object is named by its key, its place or itself', () => {
  const server = createFakeApiserver({ objects: [pod('a'), pod('b'), pod('c'), pod('d')] })
  const place = { namespace: 'default', name: 'a' }
  for (const name of ['default/a', place, pod('a'), { metadata: { name: 'a' } }])
    expect(server.get(pods, name)?.metadata?.name).toBe('a')
  expect(server.get(pod('a'))?.metadata.name).toBe('a')
  expect(server.get({ metadata: { name: 'a' } }, pods)).toBeDefined()
  expect(server.get(pods, 'default/x')).toBeUndefined()
  server.delete(pods, 'default/a')
  server.delete(pods, { namespace: 'default', name: 'b' })
  server.delete(pod('c'))
  expect(server.update({ ...pod('d'), metadata: { ...pod('d').metadata, labels: { a: 'b' } } })).toBeDefined()
  expect(server.get(pod('d'))?.metadata).toMatchObject({ labels: { a: 'b' } })
  expect(names(server.list(pods))).toEqual(['d'])
  server.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } })
  expect(server.get(nodes, 'n')?.kind).toBe('Node')
})

test.each(['a', '/a', 'default/'])('the key %j of a namespaced resource is an error', key => {
  const message =
    'an object of pods must be named by "namespace/name", { namespace, name } or the object itself'
  expect(() => createFakeApiserver().get(pods, key)).toThrow(message)
  expect(() => createFakeApiserver().delete(pods, key)).toThrow(message)
})

test('a resource that is not served is an error that names those that are', () => {
  const widgets = defineResource<KubernetesObject>({ ...FOO, plural: 'widgets', kind: 'Widget' })
  const server = createFakeApiserver({ resources: [widgets] })
  const message =
    'the fake apiserver does not serve foos.example.com (example.com/v1/foos), but the built-in resources, ' +
    'example.com/v1/widgets: pass it in "resources", or create its CustomResourceDefinition'
  for (const read of [
    () => server.get(foos, 'default/a'),
    () => server.list(foos),
    () => server.keys(foos),
    () => server.delete(foos, 'default/a'),
  ])
    expect(read).toThrow(message)
  expect(server.list(widgets)).toEqual([])
})
