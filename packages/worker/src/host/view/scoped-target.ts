import { NAMESPACE_INDEX, type Row } from '@kube-informer/core'
import type { SliceTarget } from '../../api/subscription.ts'
import type { CompiledDefinition } from './compiled-definition.ts'
import type { ScopeFilter } from './scope-filter.ts'

/** A target within a narrower scope than its informer's. */
export interface ScopedTarget {
  readonly target: SliceTarget
  /** Which of the target's rows count; undefined for all of them. */
  readonly keeps: ((row: Row) => boolean) | undefined
}

/** What of an informer's rows a target means within a scopeFilter. All of a namespace is what its index has counted already. */
export function scopedTarget(
  target: SliceTarget = { type: 'all' },
  scopeFilter: ScopeFilter | undefined,
  { indexers }: CompiledDefinition,
): ScopedTarget {
  if (!scopeFilter) return { target, keeps: undefined }
  const { namespace, keeps } = scopeFilter
  if (namespace === undefined) return { target, keeps }
  // A definition may have an index of its own by that name.
  if (target.type === 'all' && !Object.hasOwn(indexers, NAMESPACE_INDEX))
    return { target: { type: 'index', index: NAMESPACE_INDEX, value: namespace }, keeps }
  return { target, keeps: row => row.namespace === namespace && (!keeps || keeps(row)) }
}
