import { defineResource, type KubernetesObject, UsageError } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { seededRandom } from '../../object/random.ts'
import { configMaps, namespaces, pods } from '../../object/resources.ts'
import { createParts } from '../../server/server-parts.ts'
import { pod } from '../../test/fixtures.ts'
import { rejectionOf } from '../../test/rejection.ts'
import { ControllerClient, controllerReference, objectKey } from './controller-client.ts'

function setUp() {
  const clock = new FakeClock()
  const parts = createParts({ clock, random: seededRandom(1) })
  const client = new ControllerClient(parts, 'kubelet')
  client.collection(namespaces).put('default', () => ({ metadata: { name: 'default', uid: 'ns' } }))
  return { clock, client, pods: client.collection(pods) }
}

/** A Pod with the defaults that a request would set. */
const SPEC = {
  containers: [{ name: 'main', image: 'example/app:1', imagePullPolicy: 'Always' }],
  ...{ restartPolicy: 'Always', dnsPolicy: 'ClusterFirst', terminationGracePeriodSeconds: 30 },
} as const

const configMap = (name: string, metadata: KubernetesObject['metadata'] = {}, data = 'a') => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name, namespace: 'default', ...metadata },
  data: { data },
})

const names = (objects: readonly KubernetesObject[]) =>
  objects.map(({ metadata }) => `${metadata?.namespace}/${metadata?.name}`)

test('the time is that of the clock', async () => {
  const { clock, client } = setUp()
  await clock.advance(1_234)
  expect(client.nowMs).toBe(clock.now())
})

test('an object is created as by a request, with the field manager of the client', () => {
  const { client } = setUp()
  const created: KubernetesObject = client.create(configMaps, configMap('a'))
  expect(client.get(configMaps, 'default/a')).toBe(created)
  expect(created.metadata?.managedFields).toMatchObject([{ manager: 'kubelet', operation: 'Update' }])
  expect(rejectionOf(() => client.create(configMaps, configMap('a'))).reason).toBe('AlreadyExists')
  client.create(namespaces, { metadata: { name: 'cluster-scoped' } })
  expect(client.get(namespaces, 'cluster-scoped')).toBeDefined()
})

test('an object is replaced, or its status only; one that does not exist is not created', () => {
  const { client } = setUp()
  client.create(configMaps, configMap('a'))
  const replaced = client.replace(configMaps, configMap('a', {}, 'b'))
  expect(client.get<KubernetesObject>(configMaps, 'default/a')).toMatchObject({ data: { data: 'b' } })
  expect(client.replace(configMaps, configMap('a', {}, 'b'))).toBe(replaced)
  expect(rejectionOf(() => client.replace(configMaps, configMap('none'))).code).toBe(404)
  client.create(pods, pod('p', { spec: SPEC }))
  const changed = { ...pod('p', { spec: { ...SPEC, priority: 7 } }), status: { phase: 'Running' } } as const
  client.replace(pods, changed, 'status')
  expect(client.get(pods, 'default/p')).toMatchObject({ status: { phase: 'Running' } })
  expect(client.get(pods, 'default/p')?.spec?.priority).toBe(0)
})

test('a Pod is bound to a node, once', () => {
  const { client } = setUp()
  const created = client.create(pods, pod('p', { spec: SPEC }))
  client.bind(pods, created, 'node-1')
  expect(client.get(pods, 'default/p')?.spec?.nodeName).toBe('node-1')
  expect(rejectionOf(() => client.bind(pods, created, 'node-2')).reason).toBe('Conflict')
})

test('a deletion keeps the grace period of a bound Pod, unless it is immediate; no object is no error', () => {
  const { client } = setUp()
  const created = client.create(pods, pod('p', { spec: { ...SPEC, nodeName: 'n' } }))
  client.delete(pods, created)
  expect(client.get(pods, 'default/p')?.metadata?.deletionGracePeriodSeconds).toBe(30)
  client.deleteNow(pods, created)
  expect(client.get(pods, 'default/p')).toBeUndefined()
  client.delete(pods, created)
  client.deleteNow(pods, created)
})

test('dependents, orphans and objects of a namespace are those of the collection, in key order', () => {
  const { client, pods: collection } = setUp()
  const owned = (name: string, ...ownerReferences: ReturnType<typeof controllerReference>[]) =>
    collection.put(name, () => pod(name, { metadata: { ...pod(name).metadata, ownerReferences } }))
  const reference = controllerReference(configMaps, { metadata: { name: 'o', uid: 'u' } })
  for (const name of ['b/z', 'b/a', 'a/x', 'ba/x']) owned(name, reference)
  for (const name of ['b/y', 'b/m', 'c/x']) owned(name)
  expect(client.dependentKeys(pods, 'u')).toEqual(['a/x', 'b/a', 'b/z', 'ba/x'])
  expect(names(client.dependents(pods, 'u'))).toEqual(['a/x', 'b/a', 'b/z', 'ba/x'])
  expect(names(client.orphans(pods, 'b'))).toEqual(['b/m', 'b/y'])
  expect(names(client.inNamespace(pods, 'b'))).toEqual(['b/a', 'b/m', 'b/y', 'b/z'])
  expect(client.inNamespace(pods, 'none')).toEqual([])
})

test('a resource that is not served is a mistake of the controller', () => {
  const unknown = defineResource({
    group: '',
    version: 'v1',
    plural: 'unknowns',
    kind: 'Unknown',
    namespaced: true,
  })
  expect(() => setUp().client.kindOf(unknown)).toThrow(UsageError)
})

test('a controller reference controls and blocks the deletion of the owner', () => {
  expect(controllerReference(pods, { metadata: { name: 'p', uid: 'u' } })).toEqual({
    ...{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' },
    ...{ controller: true, blockOwnerDeletion: true },
  })
  expect(controllerReference(pods, {})).toMatchObject({ name: '', uid: '' })
  expect([objectKey({}), objectKey(pod('a/b'))]).toEqual(['', 'a/b'])
})
