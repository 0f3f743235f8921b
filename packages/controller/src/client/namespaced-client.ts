import {
  type KubernetesObject,
  type ObjectName,
  type ResourceDefinition,
  resolveObjectName,
  UsageError,
} from '@kube-informer/core'
import type { Client } from '../api/client.ts'

/**
 * A client of one namespace (controller-runtime `NewNamespacedClient`). Objects and names without a namespace get this
 * one, and one with another throws a UsageError. Lists and deletions of collections are always of this namespace. Cluster-scoped
 * resources are not affected.
 */
export function namespacedClient(client: Client, namespace: string): Client {
  const at = (resource: ResourceDefinition, object: ObjectName): ObjectName => {
    if (!resource.namespaced) return object
    const found = resolveObjectName(resource, withNamespace(object, namespace))
    check(found.namespace, found.name, namespace)
    return found
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

function withNamespace(object: ObjectName, namespace: string): ObjectName {
  if (typeof object === 'string') return object.includes('/') ? object : `${namespace}/${object}`
  if ('metadata' in object)
    return { metadata: { ...object.metadata, namespace: object.metadata?.namespace || namespace } }
  return { ...object, namespace: ('namespace' in object && object.namespace) || namespace }
}

function check(given: string | undefined, name: string | undefined, namespace: string): void {
  if (!given || given === namespace) return
  throw new UsageError(
    `namespace ${given} of the object ${name ?? ''} does not match the namespace ${namespace} on the client`,
  )
}
