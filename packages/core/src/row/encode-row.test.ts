import { generatePods, type Pod } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { KeyError } from '../api/errors.ts'
import type { KubernetesObject } from '../api/object.ts'
import { encodeRow } from './encode-row.ts'
import { readMetadata, readObject, rowAccess } from './read-row.ts'

const [pod] = generatePods({ count: 1, seed: 1 })

describe('encodeRow', () => {
  test('creates a row with the identity of the object, which decodes to an equal object', () => {
    const object = { ...pod, metadata: { ...pod?.metadata, resourceVersion: '7' } } as Pod
    const { namespace, name, uid } = object.metadata ?? {}
    const row = encodeRow(object)
    expect(row).toMatchObject({ key: `${namespace}/${name}`, namespace, name, uid, resourceVersion: '7' })
    expect(readObject(row)).toEqual(object)
    expect(readMetadata(row)).toEqual(object.metadata)
    expect(rowAccess.readPath(row, ['spec', 'nodeName'])).toBe(object.spec?.nodeName)
  })

  test('the key of a cluster-scoped object is its name', () => {
    const row = encodeRow({ kind: 'Node', metadata: { name: 'node-1' } })
    expect(row).toMatchObject({ key: 'node-1', namespace: '', uid: '', resourceVersion: '' })
  })

  test.each<[string, KubernetesObject]>([
    ['without metadata', { kind: 'Pod' }],
    ['without a name', { kind: 'Pod', metadata: { namespace: 'default' } }],
  ])('refuses an object %s', (_, object) => {
    expect(() => encodeRow(object)).toThrow(KeyError)
    expect(() => encodeRow(object)).toThrow(
      "couldn't create key for object: a row wants an object with a name in its metadata",
    )
  })
})
