import type { KubernetesObject } from '@kube-informer/core'
import type { SortedTree } from '../history/sorted-tree.ts'
import type { CachedItem } from '../items/cached-item.ts'
import type { Selection } from './selection.ts'

/** The range of a state that may contain matching objects. */
export function rangeOf<T extends KubernetesObject>(
  state: SortedTree<CachedItem<T>>,
  { prefix }: Selection,
  startKey = '',
): { readonly start: number; readonly end: number } {
  if (prefix === '') return { start: startKey === '' ? 0 : state.rank(startKey), end: state.size }
  // '0' follows '/', so this is the first key after the namespace.
  const end = state.rank(`${prefix.slice(0, -1)}0`)
  return { start: state.rank(startKey > prefix ? startKey : prefix), end }
}
