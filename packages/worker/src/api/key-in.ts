import { type ObjectName, type ResourceDefinition, resolveObjectName } from '@kube-informer/core'

/** The key of an object of a resource. Throws a UsageError for a name that does not fit the resource. */
export function keyIn(resource: ResourceDefinition, object: ObjectName): string {
  const { namespace, name } = resolveObjectName(resource, object)
  return namespace === undefined ? name : `${namespace}/${name}`
}
