import { apiVersionOf, type KubernetesObject, type ResourceDefinition, UsageError } from '@kube-informer/core'

/** core/v1 ObjectReference: names an object, e.g. in the `regarding` of an event. */
export interface ObjectReference {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string
  readonly name?: string
  readonly uid?: string
  readonly resourceVersion?: string
  /** A part of the object: `spec.containers{web}`. */
  readonly fieldPath?: string
}

/**
 * Refers to an object (client-go `reference.GetReference`). The items of a list have neither `apiVersion` nor `kind`: for
 * them, give their resource. What the object itself says takes precedence. Throws a UsageError if neither says it.
 *
 * @example
 * objectReference(pod, pods)
 */
export function objectReference(object: KubernetesObject, resource?: ResourceDefinition): ObjectReference {
  const apiVersion = object.apiVersion || (resource && apiVersionOf(resource))
  const kind = object.kind || resource?.kind
  if (!apiVersion || !kind)
    throw new UsageError('the object has no apiVersion and kind of its own: give its resource')
  const { namespace, name, uid, resourceVersion } = object.metadata ?? {}
  return {
    apiVersion,
    kind,
    ...(namespace && { namespace }),
    ...(name && { name }),
    ...(uid && { uid }),
    ...(resourceVersion && { resourceVersion }),
  }
}
