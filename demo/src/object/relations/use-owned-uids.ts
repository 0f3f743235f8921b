import type { KubernetesObject } from '@kube-informer/core'
import { useRelated } from '@kube-informer/react'
import type { RelatedNode } from '@kube-informer/worker'
import { definedName, type Kind } from '../../kinds/kind.ts'
import { ownedResources } from './owned-resources.ts'

/** How many objects of a tree are followed. */
const LIMIT = 200

/** The uids of what an object owns, directly and indirectly. None while it is not enabled. */
export function useOwnedUids(kind: Kind, object: KubernetesObject, enabled: boolean): readonly string[] {
  const root = { resource: definedName(kind) ?? kind, object }
  const { data } = useRelated(enabled ? root : null, { resources: ownedResources(kind), limit: LIMIT })
  return data === undefined ? [] : data.children.flatMap(uidsOf).slice(0, LIMIT)
}

const uidsOf = (node: RelatedNode): readonly string[] => [
  ...(node.object.metadata?.uid ? [node.object.metadata.uid] : []),
  ...node.children.flatMap(uidsOf),
]
