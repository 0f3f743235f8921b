import { NAMESPACE_INDEX, type Row } from '@kube-informer/core'
import type { SliceTarget } from '../../api/subscription.ts'
import type { ScopeFilter } from './scope-filter.ts'
import { targetValues } from './target-values.ts'

/** A target in a scope that is narrower than its informer's. */
export interface ScopedTarget {
  readonly target: SliceTarget
  /** The rows of the target that count; undefined for all of them. */
  readonly keeps: ((row: Row) => boolean) | undefined
}

/** Restricts a target to a scope filter. For all objects of a namespace, the namespace index has the count already. */
export function scopedTarget(
  target: SliceTarget = { type: 'all' },
  scopeFilter: ScopeFilter | undefined,
): ScopedTarget {
  if (!scopeFilter) return { target, keeps: undefined }
  const { namespace, keeps } = scopeFilter
  if (namespace === undefined) return { target, keeps }
  if (hasAllOf(namespace, target))
    return { target: { type: 'index', index: NAMESPACE_INDEX, value: namespace }, keeps }
  return { target, keeps: row => row.namespace === namespace && (!keeps || keeps(row)) }
}

/** Whether a target has every object of a namespace. */
function hasAllOf(namespace: string, target: SliceTarget): boolean {
  if (target.type === 'all') return true
  return (
    target.type === 'index' && target.index === NAMESPACE_INDEX && targetValues(target).includes(namespace)
  )
}
