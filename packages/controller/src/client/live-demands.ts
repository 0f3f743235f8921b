import {
  getMetadata,
  type InformerClient,
  isNotFound,
  isUnexpectedServerError,
  type KubernetesObject,
  listMetadata,
  type PartialObjectMetadata,
  type ResourceDefinition,
  splitMetaNamespaceKey,
} from '@kube-informer/core'
import { type Demand, isAtLeast, isComparable } from './demand.ts'
import type { KindInformerPart } from './kind-informer.ts'

type Part = KindInformerPart<KubernetesObject>

/**
 * Asks the server for the state of one object, and returns what the cache must have seen of it. `uid` is that of the
 * object as the client has last written it, which the cache may get after its deletion.
 */
export async function liveDemand(
  client: InformerClient,
  {
    resource,
    key,
    part,
    uid,
  }: { resource: ResourceDefinition; key: string; part: Part; uid?: string | undefined },
  signal: AbortSignal | undefined,
): Promise<Demand> {
  // Before the request: an object that the cache gets meanwhile is not a deleted one.
  const cached = part.informer.indexer.getByKey(key)?.metadata?.uid
  const metadata = await liveMetadata(client, resource, key, signal)
  if (!metadata) return { gone: [cached, uid].filter(each => each !== undefined) }
  return demandOf(metadata)
}

async function liveMetadata(
  client: InformerClient,
  resource: ResourceDefinition,
  key: string,
  signal: AbortSignal | undefined,
): Promise<PartialObjectMetadata['metadata']> {
  try {
    const object = await getMetadata(client, resource, splitMetaNamespaceKey(key), { signal })
    return object.metadata
  } catch (error) {
    if (isNotFound(error) && !isUnexpectedServerError(error)) return undefined
    throw error
  }
}

/** The demand to have seen an object's state. */
export const demandOf = ({
  resourceVersion,
  uid,
  name,
  namespace,
  labels,
}: NonNullable<KubernetesObject['metadata']>): Demand => ({
  resourceVersion,
  ...(uid !== undefined && { uid }),
  metadata: { ...(name && { name }), ...(namespace && { namespace }), ...(labels && { labels }) },
  gone: [],
})

/** A part's objects in a namespace, "" for all. */
interface CollectionTarget {
  readonly resource: ResourceDefinition
  readonly namespace: string
  readonly part: Part
  /** Objects that the client has written, and that the cache may not have yet. @default none */
  readonly written?: CollectionDemand['gone'] | undefined
}

/** What the cache must have seen of many objects: the newest state of any, and deletions by key. */
export interface CollectionDemand {
  readonly resourceVersion: string
  readonly gone: readonly (readonly [key: string, uid: string])[]
}

/**
 * Lists the metadata of a part's objects at the server, and returns what the cache must have seen of them. The newest
 * state of an object is an event that the informer gets; the resourceVersion of the list itself may be that of another
 * resource, which an informer learns from the next bookmark only.
 */
export async function liveCollectionDemand(
  client: InformerClient,
  { resource, namespace, part, written = [] }: CollectionTarget,
  signal: AbortSignal | undefined,
): Promise<CollectionDemand> {
  const { indexer } = part.informer
  const scope = part.namespace || namespace
  const cached = indexer
    .list()
    .filter(({ metadata }) => !scope || metadata?.namespace === scope)
    .map(object => [indexer.keyOf(object), object.metadata?.uid ?? ''] as const)
  const query = {
    ...(scope && { namespace: scope }),
    ...(part.labelSelector && { labelSelector: part.labelSelector }),
    ...(part.fieldSelector && { fieldSelector: part.fieldSelector }),
  }
  const { items } = await listMetadata(client, resource, query, { signal })
  const uids = new Set(items.map(({ metadata }) => metadata?.uid))
  return {
    resourceVersion: newest(items),
    gone: [...cached, ...written].filter(([, uid]) => !uids.has(uid)),
  }
}

/**
 * A function that returns whether a part has seen what a demand names. What it has found is not looked at again, so that
 * calls after each change do not go through all deletions.
 */
export function collectionCheck(
  { resourceVersion, gone }: CollectionDemand,
  { informer }: Part,
): () => boolean {
  const left = [...gone]
  return () => {
    for (let last = left.at(-1); last; last = left.at(-1)) {
      const [key, uid] = last
      if (informer.indexer.getByKey(key)?.metadata?.uid === uid) return false
      left.pop()
    }
    return resourceVersion === '' || isAtLeast(informer.coveredResourceVersion, resourceVersion)
  }
}

/** "" if there is none, or the resourceVersions have no order. */
const newest = (items: readonly KubernetesObject[]): string =>
  items.reduce((max, { metadata: { resourceVersion } = {} }) => {
    if (!isComparable(resourceVersion)) return max
    return max === '' || isAtLeast(resourceVersion, max) ? resourceVersion : max
  }, '')
