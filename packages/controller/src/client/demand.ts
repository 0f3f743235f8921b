import { compareResourceVersions, type KubernetesObject } from '@kube-informer/core'
import type { KindInformerPart } from './kind-informer.ts'
import { excludes, type SelectableMetadata } from './scope-excludes.ts'

/** What a cache must have seen of one key before it answers a read. */
export interface Demand {
  /** A state that is at least as new as this one. */
  readonly resourceVersion?: string | undefined
  /** The uid of the object in that state. */
  readonly uid?: string | undefined
  /** The object of that state, as far as selectors need it. */
  readonly metadata?: SelectableMetadata | undefined
  /** The deletion of the objects with these uids. */
  readonly gone: readonly string[]
  /** If no informer has had the deleted object: the time in ms from which on the demand may be dropped. */
  readonly keepUntil?: number | undefined
}

const WELL_FORMED = /^[1-9][0-9]*$/

/** Whether a resourceVersion can be compared with others. */
export const isComparable = (resourceVersion: string | undefined): resourceVersion is string =>
  resourceVersion !== undefined && WELL_FORMED.test(resourceVersion)

/** Whether a resourceVersion is the same as another one, or newer. False if they cannot be compared. */
export const isAtLeast = (resourceVersion: string | undefined, other: string): boolean =>
  isComparable(resourceVersion) && isComparable(other) && compareResourceVersions(resourceVersion, other) >= 0

/** Both demands in one. */
export function joinDemands(a: Demand | undefined, b: Demand): Demand {
  if (!a) return b
  const isNewer = b.resourceVersion !== undefined && !isAtLeast(a.resourceVersion, b.resourceVersion)
  const newer = isNewer ? b : a
  return {
    resourceVersion: newer.resourceVersion,
    uid: newer.uid,
    metadata: newer.metadata,
    gone: [...new Set([...a.gone, ...b.gone])],
    keepUntil: b.keepUntil ?? a.keepUntil,
  }
}

/** Whether a part of the cache has seen what a demand names. */
export function isSeen<T>(
  { resourceVersion, gone }: Demand,
  key: string,
  part: KindInformerPart<T>,
): boolean {
  const { indexer, coveredResourceVersion } = part.informer
  const { metadata: stored } = (indexer.getByKey(key) ?? {}) as KubernetesObject
  if (stored?.uid !== undefined && gone.includes(stored.uid)) return false
  if (resourceVersion === undefined || isAtLeast(coveredResourceVersion, resourceVersion)) return true
  return isAtLeast(stored?.resourceVersion, resourceVersion)
}

/**
 * Whether a read may be answered: the part has seen what the demand names, or its selectors exclude the object, so that
 * no event may come. Older states of the object can still appear, so the demand holds until it is seen.
 */
export const isMet = <T>(demand: Demand, key: string, part: KindInformerPart<T>): boolean =>
  isSeen(demand, key, part) ||
  (part.informer.indexer.getByKey(key) === undefined &&
    demand.metadata !== undefined &&
    excludes(part, demand.metadata))
