import { UsageError } from '@kube-informer/core'
import type { Scope, Slice } from '../../api/subscription.ts'
import type { CompiledDefinition } from '../view/compiled-definition.ts'
import { isNamespaceIndex, sliceNeed } from './slice-need.ts'

/** Throws a UsageError for `groupEmpty` where the objects are not counted by namespace. */
export function checkGroupEmpty({ groupBy, groupEmpty }: Slice, definition: CompiledDefinition): void {
  if (!groupEmpty || isNamespaceIndex(groupBy, definition)) return
  throw new UsageError('groupEmpty needs `groupBy: "namespace"`, the built-in index of a namespaced resource')
}

/** The namespace of a slice that covers one only. Throws a UsageError for an invalid key or namespace. */
export function onlyNamespace(
  { namespace }: Scope,
  { target }: Slice,
  definition: CompiledDefinition,
): string | undefined {
  if (namespace) return namespace
  const need = sliceNeed(target, definition)
  return need.type === 'all' ? undefined : need.namespace
}
