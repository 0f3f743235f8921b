import { KeyError, UsageError } from './errors.ts'
import type { KubernetesObject } from './object.ts'
import { type ObjectAccess, objectAccess } from './object-access.ts'

/**
 * A tombstone: the object was deleted while no watch was open, and `object` is its last known state
 * (client-go `cache.DeletedFinalStateUnknown`).
 */
export class DeletedFinalStateUnknown<T> {
  readonly key: string
  /** The last known state; undefined if there is none. */
  readonly object: T | undefined

  constructor(key: string, object: T | undefined) {
    this.key = key
    this.object = object
  }
}

/** Computes the storage key of an object; throws a KeyError when it has none. */
export type KeyFunction<T> = (object: T, access?: ObjectAccess<T>) => string

/**
 * `namespace/name`, or `name` for a cluster-scoped object (client-go `MetaNamespaceKeyFunc`).
 *
 * @example metaNamespaceKey({ metadata: { namespace: 'default', name: 'web-0' } }) // 'default/web-0'
 */
export function metaNamespaceKey<T = KubernetesObject>(
  object: T,
  access: ObjectAccess<T> = objectAccess as ObjectAccess<T>,
): string {
  if (access.key) return access.key(object)
  const name = access.name(object)
  if (name === '') throw new KeyError(object, new UsageError('object has no name in its metadata'))
  const namespace = access.namespace(object)
  return namespace === '' ? name : `${namespace}/${name}`
}

/** Like {@link metaNamespaceKey}, but returns the stored key of a tombstone (client-go `DeletionHandlingMetaNamespaceKeyFunc`). */
export function deletionHandlingMetaNamespaceKey<T = KubernetesObject>(
  object: T | DeletedFinalStateUnknown<T>,
  access: ObjectAccess<T> = objectAccess as ObjectAccess<T>,
): string {
  return object instanceof DeletedFinalStateUnknown ? object.key : metaNamespaceKey(object, access)
}

/** Splits a key into its parts; throws when there is more than one slash (client-go `SplitMetaNamespaceKey`). */
export function splitMetaNamespaceKey(key: string): { namespace: string; name: string } {
  const parts = key.split('/')
  const [first = '', second] = parts
  if (parts.length > 2) throw new UsageError(`unexpected key format: ${JSON.stringify(key)}`)
  return second === undefined ? { namespace: '', name: first } : { namespace: first, name: second }
}

/** Joins namespace and name into a key: the inverse of {@link splitMetaNamespaceKey} (client-go `ObjectName.String`). */
export function joinMetaNamespaceKey({ namespace, name }: { namespace: string; name: string }): string {
  return namespace === '' ? name : `${namespace}/${name}`
}
