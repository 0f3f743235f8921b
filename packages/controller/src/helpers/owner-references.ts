import {
  type KubernetesObject,
  type OwnerReference,
  type ResourceDefinition,
  UsageError,
} from '@kube-informer/core'
import { AlreadyOwnedError } from './already-owned-error.ts'
import { identityOf, isSameOwner, refuseForeignOwner, refuseOtherKind } from './owner-identity.ts'
import { describeObject, metadataOf, type WritableObject } from './writable.ts'

/** What an owner reference says besides the identity of the owner. */
export interface OwnerReferenceOptions {
  /** Whether a foreground deletion of the owner waits for the object. @default true for a controller, otherwise absent */
  readonly blockOwnerDeletion?: boolean | undefined
}

/**
 * Makes the owner, an object of the resource, the controller of the object, so that the object is deleted with it and events of the object reach its
 * reconciler. Returns the object (controller-runtime `controllerutil.SetControllerReference`).
 *
 * An entry of the same group, kind and name is replaced: a new version or uid is written. Throws an
 * {@link AlreadyOwnedError} if another controller owns the object, and a UsageError if the owner is of another kind, was not
 * stored yet, or is in another namespace. Nothing changes then.
 *
 * @example
 * await client.create(pods, setControllerReference(replicaSets, replicaSet, podOf(replicaSet)))
 */
export function setControllerReference<TObject extends WritableObject>(
  resource: ResourceDefinition,
  owner: KubernetesObject,
  object: TObject,
  { blockOwnerDeletion = true }: OwnerReferenceOptions = {},
): TObject {
  const current = controllerOf(object as KubernetesObject)
  if (current && !isSameOwner(current, identityOf(resource, owner))) {
    refuseForeignOwner(owner, object as KubernetesObject)
    throw new AlreadyOwnedError(object as KubernetesObject, current)
  }
  return upsert(resource, owner, object, { controller: true, blockOwnerDeletion })
}

/**
 * Adds an owner that does not control the object: the object is deleted after its last owner. Returns the object
 * (controller-runtime `controllerutil.SetOwnerReference`). Throws like {@link setControllerReference}.
 */
export function setOwnerReference<TObject extends WritableObject>(
  resource: ResourceDefinition,
  owner: KubernetesObject,
  object: TObject,
  { blockOwnerDeletion }: OwnerReferenceOptions = {},
): TObject {
  return upsert(resource, owner, object, { ...(blockOwnerDeletion !== undefined && { blockOwnerDeletion }) })
}

/** Removes an owner. Throws a UsageError if it is none (controller-runtime `controllerutil.RemoveOwnerReference`). */
export function removeOwnerReference(
  resource: ResourceDefinition,
  owner: KubernetesObject,
  object: WritableObject,
): void {
  const metadata = metadataOf(object)
  const kept = ownersOf(object as KubernetesObject).filter(
    each => !isSameOwner(each, identityOf(resource, owner)),
  )
  if (kept.length === ownersOf(object as KubernetesObject).length) {
    const name = describeObject({ kind: resource.kind, ...owner })
    throw new UsageError(
      `${describeObject(object as KubernetesObject)} does not have an owner reference for ${name}`,
    )
  }
  metadata.ownerReferences = kept
}

/**
 * Removes the controller. Throws a UsageError if the owner does not control the object (controller-runtime
 * `controllerutil.RemoveControllerReference`).
 */
export function removeControllerReference(
  resource: ResourceDefinition,
  owner: KubernetesObject,
  object: WritableObject,
): void {
  const current = controllerOf(object as KubernetesObject)
  if (!current || !isSameOwner(current, identityOf(resource, owner))) {
    throw new UsageError(
      `${describeObject(object as KubernetesObject)} does not have an owner reference with controller equals true`,
    )
  }
  removeOwnerReference(resource, owner, object)
}

/** Whether the owner is one of the object's, by group, kind and name (controller-runtime `HasOwnerReference`). */
export const hasOwnerReference = (
  resource: ResourceDefinition,
  owner: KubernetesObject,
  object: KubernetesObject,
): boolean => ownersOf(object).some(each => isSameOwner(each, identityOf(resource, owner)))

/** Whether any controller owns the object (controller-runtime `HasControllerReference`). */
export const hasControllerReference = (object: KubernetesObject): boolean =>
  controllerOf(object) !== undefined

/** The reference to the controller that owns the object (apimachinery `GetControllerOf`). */
export const controllerOf = (object: KubernetesObject): OwnerReference | undefined =>
  ownersOf(object).find(each => each.controller)

/**
 * Whether this very owner controls the object, by uid: one that was created again under the same name does not
 * (apimachinery `IsControlledBy`).
 */
export const isControlledBy = (object: KubernetesObject, owner: KubernetesObject): boolean => {
  const uid = controllerOf(object)?.uid
  return uid !== undefined && uid === owner.metadata?.uid
}

const ownersOf = (object: KubernetesObject): readonly OwnerReference[] =>
  object.metadata?.ownerReferences ?? []

function upsert<TObject extends WritableObject>(
  resource: ResourceDefinition,
  owner: KubernetesObject,
  object: TObject,
  flags: Pick<OwnerReference, 'controller' | 'blockOwnerDeletion'>,
): TObject {
  refuseForeignOwner(owner, object as KubernetesObject)
  refuseOtherKind(resource, owner)
  const uid = owner.metadata?.uid
  // The garbage collector deletes an object whose owner's uid does not exist.
  if (!uid || !owner.metadata?.name) {
    throw new UsageError(
      `the owner, a ${resource.kind}, has no name or no uid: create it before the objects that it owns`,
    )
  }
  const reference: OwnerReference = { ...identityOf(resource, owner), uid, ...flags }
  const owners = ownersOf(object as KubernetesObject)
  const metadata = metadataOf(object)
  metadata.ownerReferences = owners.some(each => isSameOwner(each, reference))
    ? owners.map(each => (isSameOwner(each, reference) ? reference : each))
    : [...owners, reference]
  return object
}
