import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'

/** Resource, namespace and name of an object. */
export interface ObjectLocation {
  readonly resource: ResourceDefinition
  /** "" for a cluster-scoped resource. */
  readonly namespace: string
  readonly name: string
}

/** The location in an object's metadata; a namespaced object without a namespace is in `default`. */
export function locationOf(resource: ResourceDefinition, { metadata }: KubernetesObject): ObjectLocation {
  return {
    resource,
    namespace: resource.namespaced ? (metadata?.namespace ?? 'default') : '',
    name: metadata?.name ?? '',
  }
}

/** The key under which an object is stored. */
export const keyOf = ({ namespace, name }: Pick<ObjectLocation, 'namespace' | 'name'>): string =>
  namespace ? `${namespace}/${name}` : name
