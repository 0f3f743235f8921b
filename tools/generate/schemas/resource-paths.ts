import type { DiscoveredResource } from '@kube-informer/core/discovery'
import type { OpenAPITypes } from './openapi.ts'

/** The path for creating objects of a resource. */
export function pathOf({ group, version, plural, namespaced }: DiscoveredResource): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  return `${root}${namespaced ? '/namespaces/default' : ''}/${plural}`
}

/** The name of a resource's type. */
export function typeOf(
  types: OpenAPITypes,
  { group, version, kind }: DiscoveredResource,
): string | undefined {
  for (const [name, schema] of types) {
    const is = (each: { group: string; version: string; kind: string }) =>
      each.group === group && each.version === version && each.kind === kind
    if (schema['x-kubernetes-group-version-kind']?.some(is)) return name
  }
  return undefined
}
