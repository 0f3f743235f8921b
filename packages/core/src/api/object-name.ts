import { UsageError } from './informer-error.ts'
import type { KubernetesObject } from './object.ts'
import { groupResource, type ResourceDefinition } from './resource.ts'

/**
 * Names one object of a resource: by its key (`namespace/name`, or `name` for a cluster-scoped object), by its namespace and
 * name, or by itself. An object that is given to a write as a name only names: neither its uid nor its resourceVersion is sent.
 *
 * @example
 * client.get(pods, 'default/web-0')
 * client.get(pods, { namespace: 'default', name: 'web-0' })
 * client.get(pods, pod)
 */
export type ObjectName =
  | string
  | {
      readonly namespace?: string | undefined
      readonly name: string
      /** For what reads several clusters. A client or connection has one, and refuses it with a UsageError. */
      readonly cluster?: string | undefined
      /** A subresource is an option. */
      readonly subresource?: undefined
    }
  | KubernetesObject

/** What a name says, before it is checked: its members have the types only if the name has. Plain data that can be posted. */
export interface ObjectNameParts {
  readonly namespace?: string | undefined
  readonly name: string
  readonly cluster?: string | undefined
}

/**
 * The namespace and name of an object of a resource. Throws a UsageError if the name has no namespace and the resource needs
 * one, if it has one and the resource has none, and if a part cannot be a segment of a path.
 */
export function resolveObjectName(
  resource: ResourceDefinition,
  object: ObjectName,
): { readonly namespace?: string; readonly name: string } {
  const { namespace, name, cluster } = objectNameParts(object)
  const rule = `an object of ${groupResource(resource)} must be named`
  if (cluster !== undefined)
    throw new UsageError(
      `${rule} without a cluster, got ${shown(cluster)}: use the client or the connection of that cluster`,
    )
  if (isSegment(name)) {
    if (!resource.namespaced && !namespace) return { name }
    if (resource.namespaced && isSegment(namespace)) return { namespace, name }
  }
  const forms = resource.namespaced ? '"namespace/name", { namespace, name }' : '"name", { name }'
  throw new UsageError(
    `${rule} by ${forms} or the object itself, got the namespace ${shown(namespace)} and the name ${shown(name)}`,
  )
}

/**
 * The parts of a name, unchecked: for code that does not have the definition of the resource. {@link resolveObjectName} checks them.
 *
 * @example objectNameParts('default/web-0') // { namespace: 'default', name: 'web-0' }
 */
export function objectNameParts(object: ObjectName): ObjectNameParts {
  if (typeof object === 'string') {
    const slash = object.indexOf('/')
    // An empty namespace leaves the slash in the name, where it is invalid.
    return slash < 1 ? { name: object } : { namespace: object.slice(0, slash), name: object.slice(slash + 1) }
  }
  const { namespace, name, cluster } = Object(object).metadata ?? Object(object)
  return { namespace, name, cluster }
}

/**
 * Whether a value can be a segment of a path (apimachinery `path.IsValidPathSegmentName`). Half of a surrogate pair cannot be
 * encoded, and `__proto__` cannot be a key.
 */
const isSegment = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !/^(\.\.?|__proto__)$|[/%\p{Cc}\p{Cs}]/u.test(value)

const shown = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : typeof value)
