import { describe, expect, test } from 'vitest'
import type { KubernetesObject } from '../../api/object.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'
import type { Row } from '../../api/row.ts'
import { encodeRow } from '../../row/encode-row.ts'
import { rowAccess } from '../../row/read-row.ts'
import { type IndexFunction, readsThroughAccess } from './index-function.ts'
import { Indexer } from './indexer.ts'
import { configIndex, nodeIndex, ownerIndex } from './relation-indexes.ts'

/** The values of an index, which must be the same for an object and for its row. */
function valuesOf(index: IndexFunction<unknown>, object: object): readonly string[] {
  const named: KubernetesObject = {
    ...object,
    metadata: { name: 'a', namespace: 'ns', ...Object(object).metadata },
  }
  const values = index(named, objectAccess as ObjectAccess<unknown>)
  expect(index(encodeRow(named), rowAccess as ObjectAccess<unknown>)).toEqual(values)
  expect(readsThroughAccess(index)).toBe(true)
  return values
}

test('ownerIndex has the uid of each owner', () => {
  const owners = [{ uid: 'u1', kind: 'ReplicaSet', name: 'rs' }, { uid: 'u2' }]
  expect(valuesOf(ownerIndex, { metadata: { ownerReferences: owners } })).toEqual(['u1', 'u2'])
  expect(valuesOf(ownerIndex, {})).toEqual([])
})

test('nodeIndex has the name of the node', () => {
  expect(valuesOf(nodeIndex, { spec: { nodeName: 'n1' } })).toEqual(['n1'])
  expect(valuesOf(nodeIndex, { spec: {} })).toEqual([])
})

const spec = {
  imagePullSecrets: [{ name: 'registry' }],
  volumes: [
    { name: 'a', configMap: { name: 'files' } },
    { name: 'b', secret: { secretName: 'keys' } },
    { name: 'c', projected: { sources: [{ configMap: { name: 'ca' } }, { secret: { name: 'token' } }] } },
    { name: 'd', csi: { driver: 'x', nodePublishSecretRef: { name: 'mount' } } },
    { name: 'e', cephfs: { secretRef: { name: 'ceph' } } },
    { name: 'f', azureFile: { secretName: 'azure' } },
    { name: 'g', emptyDir: {} },
  ],
  initContainers: [
    { name: 'i', envFrom: [{ configMapRef: { name: 'env' } }, { secretRef: { name: 'env' } }] },
  ],
  containers: [
    {
      name: 'm',
      env: [
        { name: 'A', value: 'plain' },
        { name: 'B', valueFrom: { configMapKeyRef: { name: 'files', key: 'k' } } },
        { name: 'C', valueFrom: { secretKeyRef: { name: 'password', key: 'k' } } },
      ],
    },
  ],
  ephemeralContainers: [{ name: 'd', env: [{ name: 'D', valueFrom: { secretKeyRef: { name: 'debug' } } }] }],
}
const names = [
  ...['files', 'ca', 'env'].map(name => `ConfigMap/ns/${name}`),
  ...['registry', 'keys', 'mount', 'ceph', 'azure', 'token', 'password', 'debug', 'env'].map(
    name => `Secret/ns/${name}`,
  ),
].sort()

describe('configIndex has each ConfigMap and Secret once', () => {
  test.each([
    ['a Pod', { spec }],
    ['a workload', { spec: { replicas: 1, template: { spec } } }],
    ['a CronJob', { spec: { jobTemplate: { spec: { template: { spec } } } } }],
    ['a PodTemplate', { template: { spec } }],
  ])('of %s', (_, object) => {
    expect([...valuesOf(configIndex, object)].sort()).toEqual(names)
  })
})

test.each([
  undefined,
  null,
  7,
  'text',
  [],
  { volumes: {}, containers: 'x', imagePullSecrets: [null, 7, {}] },
  {
    volumes: [null, 'x', { secret: null }, { configMap: { name: 7 } }, { projected: [] }],
    containers: [null, { env: 7 }],
  },
])('indexes of a malformed object have no values: %j', value => {
  const object = { metadata: { ownerReferences: value }, spec: value, template: value }
  for (const index of [ownerIndex, configIndex]) expect(valuesOf(index, object)).toEqual([])
})

test('an indexer of rows finds the Pods of a ReplicaSet and of a Secret', () => {
  const indexer = new Indexer<Row>({
    access: rowAccess as ObjectAccess<Row>,
    indexers: { owner: ownerIndex, config: configIndex },
  })
  const metadata = {
    name: 'p',
    namespace: 'ns',
    ownerReferences: [{ uid: 'rs', apiVersion: '', kind: '', name: '' }],
  }
  const row = encodeRow({ metadata, spec } as KubernetesObject)
  indexer.add(row)
  expect(indexer.byIndex('owner', 'rs')).toEqual([row])
  expect(indexer.byIndex('config', 'Secret/ns/keys')).toEqual([row])
})
