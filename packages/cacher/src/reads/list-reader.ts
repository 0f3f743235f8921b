import type { KubernetesObject } from '@kube-informer/core'
import type { SortedTree } from '../history/sorted-tree.ts'
import type { CachedItem } from '../items/cached-item.ts'
import { rangeOf } from '../requests/range-of.ts'
import type { CacherList } from '../requests/requests.ts'
import type { Selection } from '../requests/selection.ts'
import { encodeContinue } from './continue-token.ts'

/** Number of objects read at once if only a part of the state is requested. */
const CHUNK = 256

/** A page of a state. */
export interface Page {
  readonly selection: Selection
  /** The namespace of the request, which the next page's token is relative to. */
  readonly namespace: string
  /** 0 for all. */
  readonly limit: number
  readonly startKey: string
  /** The resourceVersion of the list and of its token. */
  readonly revision: string
}

/** Reads a page of a state. */
export function readPage<T extends KubernetesObject>(
  state: SortedTree<CachedItem<T>>,
  page: Page,
): CacherList<T> {
  const { selection, limit, startKey, revision } = page
  const { start, end } = rangeOf(state, selection, startKey)
  if (limit === 0) return wholeList(state.slice(start, end), selection, revision)
  const items: CachedItem<T>[] = []
  for (let from = start; from < end; from += CHUNK) {
    const objects = state.slice(from, Math.min(end, from + CHUNK))
    for (const [index, object] of objects.entries()) {
      if (!selection.matches(object)) continue
      items.push(object)
      if (items.length === limit) return cutList(items, object, end - (from + index + 1), page)
    }
  }
  return { resourceVersion: revision, items, continue: '', remainingItemCount: undefined }
}

/** Reads a list of a single object, which ignores limit and start key. */
export function readSingle<T extends KubernetesObject>(
  state: SortedTree<CachedItem<T>>,
  key: string,
  selection: Selection,
  revision: string,
): CacherList<T> {
  const object = state.get(key)
  return wholeList(object ? [object] : [], selection, revision)
}

function wholeList<T extends KubernetesObject>(
  objects: readonly CachedItem<T>[],
  selection: Selection,
  revision: string,
): CacherList<T> {
  const items = selection.hasSelectors ? objects.filter(object => selection.matches(object)) : objects
  return { resourceVersion: revision, items, continue: '', remainingItemCount: undefined }
}

/** A full page has a continue token if keys are left, even if none of them matches the selection. */
function cutList<T extends KubernetesObject>(
  items: readonly CachedItem<T>[],
  last: CachedItem<T>,
  remaining: number,
  { selection, namespace, revision }: Page,
): CacherList<T> {
  const lastKey = last.namespace === '' ? last.name : `${last.namespace}/${last.name}`
  return {
    resourceVersion: revision,
    items,
    continue: remaining > 0 ? encodeContinue({ revision, lastKey, namespace, fromCache: true }) : '',
    remainingItemCount: remaining > 0 && !selection.hasSelectors ? remaining : undefined,
  }
}
