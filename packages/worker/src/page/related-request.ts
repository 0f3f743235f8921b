import type { KubernetesObject } from '@kube-informer/core'
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
  if ('resource' in root && !('metadata' in root)) {
    const { resource, namespace, name } = root
    return { resource, namespace, name }
  }
  const { apiVersion, kind, metadata: { namespace, name } = {} } = root as KubernetesObject
  return { apiVersion, kind, namespace, name }
}
