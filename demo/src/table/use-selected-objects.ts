import type { KubernetesObject } from '@kube-informer/core'
import type { SliceFilter } from '@kube-informer/worker'
import { objectOfKey } from '../actions/names.ts'
import type { Kind } from '../kinds/kind.ts'
import { keyOf } from './object-key.ts'
import { useRows } from './use-rows.ts'
import type { Selection } from './use-selection.ts'

interface SelectedObjectsOptions {
  readonly namespaces: readonly string[] | undefined
  readonly filter: SliceFilter | undefined
  /** The rows that the page has. */
  readonly loaded: readonly KubernetesObject[]
}

/**
 * The selected objects. Of a row that the page does not have, only the name is known. The rows that match are read as a whole
 * once all of them are selected.
 */
export function useSelectedObjects(
  kind: Kind,
  { count, keys, isAll }: Selection,
  { namespaces, filter, loaded }: SelectedObjectsOptions,
): readonly KubernetesObject[] {
  const all = useRows(kind, { namespaces, filter, enabled: isAll && count > 0 })
  const chosen = new Set(keys)
  if (isAll) return all.data.filter(object => !chosen.has(keyOf(object)))
  if (count === 0) return NONE
  const byKey = new Map(loaded.map(object => [keyOf(object), object]))
  return keys.map(key => byKey.get(key) ?? objectOfKey(key))
}

const NONE: readonly KubernetesObject[] = []
