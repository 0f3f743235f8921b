import { type KubernetesObject, objectNameParts } from '@kube-informer/core'
import type { RelatedOptions, RelatedRoot } from '../api/related.ts'
import type { RelatedRequest } from '../wire/related.ts'

/** The request for a tree, with its members in one order: equal requests have the same text. */
export function relatedRequest(
  root: RelatedRoot,
  { depth, resources, events, limit }: RelatedOptions,
): RelatedRequest {
  return { root: rootOf(root), depth, resources, events, limit }
}

function rootOf(root: RelatedRoot): RelatedRequest['root'] {
  if ('resource' in root && 'object' in root)
    return { resource: root.resource, ...objectNameParts(root.object) }
  const { apiVersion, kind } = root as KubernetesObject
  return { apiVersion, kind, ...objectNameParts(root as KubernetesObject) }
}
