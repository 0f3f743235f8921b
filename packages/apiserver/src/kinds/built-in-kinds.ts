import { servedKindOf } from '@kube-informer/cacher/tables'
import { defineResource, resourceName } from '@kube-informer/core'
import { type BuiltInResource, builtInResources } from '../schema/built-in-resources.ts'
import { loadSchemas } from '../schema/load-schemas.ts'
import type { Kind } from './kind.ts'

/**
 * The built-in kinds of a kube-apiserver. What is served in two forms (autoscalers in `v1` and `v2`, events in two
 * groups) is stored once and converted.
 */
export const builtInKinds = (): readonly Kind[] => builtInResources().map(kindOf)

/** The text of a real server's Warning header. */
const DEPRECATIONS: Readonly<Record<string, string>> = {
  'v1/componentstatuses': 'v1 ComponentStatus is deprecated in v1.19+',
  'v1/endpoints': 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
}

function kindOf(described: BuiltInResource): Kind {
  const { group, version, plural, kind, namespaced } = described
  const resource = defineResource({ group, version, plural, kind, namespaced })
  return Object.freeze({
    ...servedKindOf(resource),
    singular: described.singular,
    shortNames: described.shortNames,
    categories: described.categories,
    verbs: described.verbs,
    subresources: described.subresources,
    isBuiltIn: true,
    deprecation: DEPRECATIONS[resourceName(resource)],
    storageVersionHash: described.storageVersionHash,
    schema: async () => (await loadSchemas()).ofKind(group, version, kind),
  })
}
