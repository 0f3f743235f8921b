import {
  type ItemLocation,
  type KubernetesObject,
  type ResourceDefinition,
  UsageError,
} from '@kube-informer/core'
import type { Client } from '../api/client.ts'

/**
 * A client of one namespace (controller-runtime `NewNamespacedClient`). Objects without a namespace get this one, and one
 * with another throws a UsageError. Lists and deletions of collections are always of this namespace. Cluster-scoped
 * resources are not affected.
 */
export function namespacedClient(client: Client, namespace: string): Client {
  const at = <S extends string | undefined>(resource: ResourceDefinition, given: ItemLocation<S>) => {
    if (!resource.namespaced) return given
    check(given.namespace, given.name, namespace)
    return { ...given, namespace }
  }
  const filled = <T extends KubernetesObject>(resource: ResourceDefinition, object: T): T => {
    if (!resource.namespaced) return object
    check(object.metadata?.namespace, object.metadata?.name, namespace)
    return { ...object, metadata: { ...object.metadata, namespace } }
  }
  const within = <T extends object>(resource: ResourceDefinition, options: T | undefined): T =>
    ({ ...options, ...(resource.namespaced && { namespace }) }) as T
  return {
    get: async (resource, given, options) => client.get(resource, at(resource, given), options),
    find: async (resource, given, options) => client.find(resource, at(resource, given), options),
    list: (resource, options) => client.list(resource, within(resource, options)),
    create: async (resource, object, options) => client.create(resource, filled(resource, object), options),
    replace: async (resource, object, options) => client.replace(resource, filled(resource, object), options),
    patch: async (resource, given, patch, options) =>
      client.patch(resource, at(resource, given), patch, options),
    apply: async (resource, object, options) => client.apply(resource, filled(resource, object), options),
    delete: async (resource, given, options) => client.delete(resource, at(resource, given), options),
    deleteCollection: (resource, options) => client.deleteCollection(resource, within(resource, options)),
  }
}

function check(given: string | undefined, name: string | undefined, namespace: string): void {
  if (!given || given === namespace) return
  throw new UsageError(
    `namespace ${given} of the object ${name ?? ''} does not match the namespace ${namespace} on the client`,
  )
}
