import { type KubernetesObject, type OwnerReference, UsageError } from '@kube-informer/core'
import { deployments, namespaces, replicaSets } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import { draftOf } from '../api/draft.ts'
import { AlreadyOwnedError } from './already-owned-error.ts'
import {
  controllerOf,
  hasControllerReference,
  hasOwnerReference,
  isControlledBy,
  removeControllerReference,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from './owner-references.ts'
import type { WritableObject } from './writable.ts'

// Without kind and apiVersion, as in a list.
const owner = { metadata: { name: 'web', namespace: 'default', uid: 'u1' } }
const reference: OwnerReference = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'u1' }
const other: OwnerReference = { ...reference, name: 'other', uid: 'u2' }

const child = (...ownerReferences: readonly OwnerReference[]): WritableObject & KubernetesObject => ({
  kind: 'ReplicaSet',
  metadata: { name: 'web-1', namespace: 'default', ...(ownerReferences.length > 0 && { ownerReferences }) },
})
const ownersOf = (object: KubernetesObject) => object.metadata?.ownerReferences

describe('setControllerReference', () => {
  test('C-UTL-1: writes kind and version of the resource, the uid, controller and blockOwnerDeletion', () => {
    const object = child()
    expect(setControllerReference(deployments, owner, object)).toBe(object)
    expect(ownersOf(object)).toEqual([{ ...reference, controller: true, blockOwnerDeletion: true }])
    expect([hasControllerReference(object), controllerOf(object)?.name]).toEqual([true, 'web'])
  })

  test('C-UTL-1: takes blockOwnerDeletion as an option, and keeps other owners', () => {
    const object = setControllerReference(deployments, owner, child(other), { blockOwnerDeletion: false })
    expect(ownersOf(object)).toEqual([other, { ...reference, controller: true, blockOwnerDeletion: false }])
  })

  test('C-UTL-4: rejects an object of another controller, unchanged', () => {
    const object = child({ ...other, controller: true })
    const set = () => setControllerReference(deployments, owner, object)
    expect(set).toThrow(AlreadyOwnedError)
    expect(set).toThrow('Object default/web-1 is already owned by another Deployment controller other')
    expect(object).toEqual(child({ ...other, controller: true }))
  })

  test('C-UTL-4: an owner that was created again under its name takes over its entry', () => {
    const object = child({ ...reference, uid: 'u0', controller: true })
    expect(isControlledBy(object, owner)).toBe(false)
    setControllerReference(deployments, owner, object)
    expect(ownersOf(object)).toEqual([{ ...reference, controller: true, blockOwnerDeletion: true }])
    expect(isControlledBy(object, owner)).toBe(true)
  })

  test.each([
    [{ name: 'web', namespace: 'default' }, 'the owner, a Deployment, has no name or no uid'],
    [{ uid: 'u1' }, 'the owner, a Deployment, has no name or no uid'],
    [
      { name: 'web', namespace: 'else', uid: 'u1' },
      "cross-namespace owner references are disallowed, owner's namespace else, obj's namespace default",
    ],
  ])('C-UTL-5: rejects the owner %j', (metadata, message) => {
    const object = child()
    for (const set of [setControllerReference, setOwnerReference]) {
      expect(() => set(deployments, { metadata }, object)).toThrow(message)
    }
    expect(object).toEqual(child())
  })

  test('rejects an owner of another kind than its resource', () => {
    const set = () => setOwnerReference(replicaSets, { kind: 'Deployment', ...owner }, child())
    expect(set).toThrow('the owner is a Deployment, but its resource says ReplicaSet')
  })

  test('C-UTL-5: a cluster-scoped object has no namespaced owner, but a cluster-scoped owner is fine', () => {
    const clusterScoped: WritableObject = { metadata: { name: 'n' } }
    expect(() => setOwnerReference(deployments, owner, clusterScoped)).toThrow(
      "cluster-scoped resource must not have a namespace-scoped owner, owner's namespace default",
    )
    const object = setOwnerReference(namespaces, { metadata: { name: 'ns', uid: 'u3' } }, child())
    expect(ownersOf(object)).toEqual([{ apiVersion: 'v1', kind: 'Namespace', name: 'ns', uid: 'u3' }])
  })

  test('rejects a frozen object and says what to do', () => {
    const object = Object.freeze({ ...child(), metadata: Object.freeze({ namespace: 'default' }) })
    expect(() => setOwnerReference(deployments, owner, object)).toThrow('change a draft of it, see draftOf')
    expect(ownersOf(setOwnerReference(deployments, owner, draftOf(object)))).toHaveLength(1)
  })
})

describe('setOwnerReference', () => {
  test('C-UTL-2: writes one entry, without flags', () => {
    const object = setOwnerReference(deployments, owner, child())
    setOwnerReference(deployments, owner, object)
    expect(ownersOf(object)).toEqual([reference])
  })

  test('C-UTL-2: writes blockOwnerDeletion if asked for', () => {
    const object = setOwnerReference(deployments, owner, child(), { blockOwnerDeletion: true })
    expect(ownersOf(object)).toEqual([{ ...reference, blockOwnerDeletion: true }])
  })

  test('C-UTL-2: updates version and uid in place', () => {
    const object = child({ ...reference, apiVersion: 'apps/v1beta1', uid: 'u0' }, other)
    setOwnerReference(deployments, owner, object)
    expect(ownersOf(object)).toEqual([reference, other])
  })

  test('C-UTL-2: an owner of another group or kind is another owner', () => {
    const object = child({ ...reference, apiVersion: 'example.com/v1' }, { ...reference, kind: 'ReplicaSet' })
    setOwnerReference(deployments, owner, object)
    expect(ownersOf(object)).toHaveLength(3)
  })
})

describe('removal', () => {
  test('C-UTL-6: removes an owner, whatever its version and uid are', () => {
    const object = child(other, { ...reference, apiVersion: 'apps/v1beta1', uid: 'u0' })
    expect(hasOwnerReference(deployments, owner, object)).toBe(true)
    removeOwnerReference(deployments, owner, object)
    expect(ownersOf(object)).toEqual([other])
    expect(hasOwnerReference(deployments, owner, object)).toBe(false)
  })

  test.each([
    ['without owners', child()],
    ['with other owners', child(other)],
  ])('C-UTL-6: fails for an object %s', (_, object) => {
    const remove = () => removeOwnerReference(deployments, owner, object)
    expect(remove).toThrow(
      'ReplicaSet default/web-1 does not have an owner reference for Deployment default/web',
    )
    expect(remove).toThrow(UsageError)
  })

  test('C-UTL-6: removeControllerReference fails unless the owner controls the object', () => {
    const owned = child(reference, { ...other, controller: true })
    for (const object of [owned, child(reference), child()]) {
      expect(() => removeControllerReference(deployments, owner, object)).toThrow(
        'ReplicaSet default/web-1 does not have an owner reference with controller equals true',
      )
    }
    const object = child({ ...reference, controller: true })
    removeControllerReference(deployments, owner, object)
    expect(ownersOf(object)).toEqual([])
  })

  test('C-UTL-6: looks for group, kind and name, not for the version', () => {
    const object = child({ ...reference, apiVersion: 'apps/v2' })
    expect(hasOwnerReference(deployments, owner, object)).toBe(true)
    expect(hasOwnerReference(replicaSets, owner, object)).toBe(false)
    expect(hasOwnerReference(deployments, { metadata: { name: 'web-2' } }, object)).toBe(false)
    expect(hasControllerReference(object)).toBe(false)
  })
})
