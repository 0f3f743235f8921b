import type { ResourceDefinition, ResourceLocation } from '@kube-informer/core'

/** A request whose permission is asked: `spec.resourceAttributes` of a SelfSubjectAccessReview. */
export interface AccessQuestion {
  readonly verb: string
  readonly group: string
  readonly version: string
  /** The plural. */
  readonly resource: string
  readonly subresource?: string
  /** Absent: all namespaces, or a cluster-scoped resource. */
  readonly namespace?: string
  /** Absent: every object. With `list` and `watch`: the request selects this `metadata.name`. */
  readonly name?: string
}

/** The question about a verb on a resource. Equal questions have equal texts as JSON. */
export function questionOf(
  { group, version, plural, namespaced }: ResourceDefinition,
  verb: string,
  { namespace, name, subresource }: ResourceLocation = {},
): AccessQuestion {
  return {
    verb,
    group,
    version,
    resource: plural,
    ...(subresource && { subresource }),
    ...(namespaced && namespace && { namespace }),
    ...(name && { name }),
  }
}
