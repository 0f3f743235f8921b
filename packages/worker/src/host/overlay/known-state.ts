import type { KubernetesObject, Row } from '@kube-informer/core'
import { isOlder } from '../held-view/versions.ts'

/** What the server has reported about an object after a write. */
export type KnownState =
  | { readonly type: 'object'; readonly object: KubernetesObject; readonly resourceVersion: string }
  /** The response was another object, such as a Scale, with the resourceVersion of this one. */
  | { readonly type: 'version'; readonly resourceVersion: string }
  /** The resourceVersion is that of the last state, "" where it is not known. */
  | { readonly type: 'gone'; readonly uid: string; readonly resourceVersion: string }

/**
 * Whether the cache of an informer has the state or a newer one.
 *
 * @param row the object in the cache
 * @param covered the resourceVersion up to which the cache has all changes
 */
export function isReached(state: KnownState, row: Row | undefined, covered: string): boolean {
  const { resourceVersion } = state
  if (state.type === 'gone') {
    const isAnother = row?.uid !== state.uid
    return isAnother || (resourceVersion !== '' && isOlder(resourceVersion, row.resourceVersion))
  }
  if (row && !isOlder(row.resourceVersion, resourceVersion)) return true
  // The object may have been deleted since, or have left the scope.
  return !isOlder(covered, resourceVersion)
}
