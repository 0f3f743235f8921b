import { describe, expect, test } from 'vitest'
import { DeletedFinalStateUnknown } from '../../api/keys.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { type DeletedObject, deletedObject } from './deleted-object.ts'

const pod = (namespace: string, name: string): KubernetesObject => ({ metadata: { namespace, name } })
const named = ({ key, namespace, name }: DeletedObject<KubernetesObject>) => ({ key, namespace, name })

describe('the name of a deleted object', () => {
  test('T-KEY-8: comes from the object if the deletion was observed', () => {
    expect(named(deletedObject(pod('n', 'a')))).toEqual({ key: 'n/a', namespace: 'n', name: 'a' })
  })

  test('T-KEY-9: comes from the key of a tombstone, whatever its object says', () => {
    const gone = new DeletedFinalStateUnknown('n/a', pod('other', 'b'))
    expect(named(deletedObject(gone))).toEqual({ key: 'n/a', namespace: 'n', name: 'a' })
  })

  test('T-KEY-10: also where the tombstone has no object', () => {
    const gone = new DeletedFinalStateUnknown<KubernetesObject>('a', undefined)
    expect(named(deletedObject(gone))).toEqual({ key: 'a', namespace: '', name: 'a' })
  })

  test('T-KEY-11: is empty if nothing is known, without an error', () => {
    const nothing = { key: '', namespace: '', name: '' }
    expect(named(deletedObject<KubernetesObject>({}))).toEqual(nothing)
    expect(named(deletedObject(undefined as unknown as KubernetesObject))).toEqual(nothing)
  })

  test('a key with too many slashes is split at the first', () => {
    const gone = new DeletedFinalStateUnknown<KubernetesObject>('n/a/b', undefined)
    expect(named(deletedObject(gone))).toEqual({ key: 'n/a/b', namespace: 'n', name: 'a/b' })
  })
})
