import { UsageError } from '@kube-informer/core'
import type { Slice } from '../../api/subscription.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import type { PlannedSlice } from './plan-slice.ts'
import { isNamespaceIndex, sliceNeed } from './slice-need.ts'

/** Throws a UsageError for `groupEmpty` where the objects are not counted by namespace. */
export function checkGroupEmpty({ groupBy, groupEmpty }: Slice, definition: CompiledDefinition): void {
  if (!groupEmpty || isNamespaceIndex(groupBy, definition)) return
  throw new UsageError('groupEmpty needs `groupBy: "namespace"`, the built-in index of a namespaced resource')
}

/** The namespaces of a slice that names them; undefined for all. Throws a UsageError for an invalid key or namespace. */
export function namedNamespaces(
  { scope: { namespace }, slice: { target }, namespaces }: PlannedSlice,
  definition: CompiledDefinition,
): readonly string[] | undefined {
  if (namespace) return namespaces?.includes(namespace) === false ? [] : [namespace]
  const need = sliceNeed(target, definition, namespaces)
  if (need.type === 'namespaces') return need.namespaces
  return need.type === 'object' && need.namespace !== undefined ? [need.namespace] : undefined
}
