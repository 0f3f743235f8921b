import type { KubernetesObject } from '@kube-informer/core'

/** Whether something has to finish before the object can be gone. A Namespace has its finalizers in the spec. */
export function hasFinalizers(object: KubernetesObject): boolean {
  const { metadata, spec } = object as KubernetesObject & { readonly spec?: unknown }
  const { finalizers } = Object(spec)
  return (metadata?.finalizers ?? []).length > 0 || (Array.isArray(finalizers) && finalizers.length > 0)
}
