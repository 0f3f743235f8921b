import type { KubernetesObject } from '@kube-informer/core'
import { metadataOf, type WritableObject } from './writable.ts'

/** Whether the object has the finalizer (controller-runtime `controllerutil.ContainsFinalizer`). */
export const hasFinalizer = (object: KubernetesObject, finalizer: string): boolean =>
  object.metadata?.finalizers?.includes(finalizer) ?? false

/**
 * Adds a finalizer at the end. Returns whether the object changed (controller-runtime `controllerutil.AddFinalizer`).
 *
 * A merge patch or a PUT of the changed list must carry the resourceVersion, or it removes finalizers that others added in
 * the meantime. `createOrPatch` takes care of it; `withFinalizer` needs no lock.
 */
export function addFinalizer(object: WritableObject, finalizer: string): boolean {
  const metadata = metadataOf(object)
  if (metadata.finalizers?.includes(finalizer)) return false
  metadata.finalizers = [...(metadata.finalizers ?? []), finalizer]
  return true
}

/**
 * Removes each entry of a finalizer. Returns whether the object changed (controller-runtime
 * `controllerutil.RemoveFinalizer`).
 */
export function removeFinalizer(object: WritableObject, finalizer: string): boolean {
  const metadata = metadataOf(object)
  if (!metadata.finalizers?.includes(finalizer)) return false
  metadata.finalizers = metadata.finalizers.filter(each => each !== finalizer)
  return true
}
