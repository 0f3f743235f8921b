import { formatFieldRequirements } from '@kube-informer/core/selectors'
import type { Scope } from '../../api/subscription.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import type { WantedSlice } from '../informers/wanted-slice.ts'
import { sliceNeed, validNamespace } from './slice-need.ts'

/**
 * What the host asks of the server for a slice.
 *
 * - `informer`: one scope. If it is a part of a resource, `wider` is the next wider scope: a wider informer that runs
 *   serves the slice instead. If only some of its namespaces are shown, `shows` has them.
 * - `everywhere`: all namespaces by one cluster-wide scope; where that is denied, by one informer for each namespace.
 * - `namespaces`: one informer for each of these namespaces, or for those that are known, where none are given.
 * - `parts`: the slices of these namespaces as one, each as an `informer` with the `wider` scope of all.
 */
export type SlicePlan =
  | {
      readonly type: 'informer'
      readonly scope: Scope
      readonly wider?: Scope
      readonly shows?: readonly string[] | undefined
    }
  | { readonly type: 'everywhere'; readonly scope: Scope }
  | { readonly type: 'namespaces'; readonly scope: Scope; readonly namespaces: readonly string[] | undefined }
  | { readonly type: 'parts'; readonly scope: Scope; readonly namespaces: readonly string[] }

/** The members of a subscription that decide what is requested. */
export type PlannedSlice = Pick<WantedSlice, 'scope' | 'slice' | 'namespaces'>

/**
 * Plans a slice by its definition's `watchScope`. A `namespace` of the subscription's scope is taken literally, "" for a
 * cluster-wide request. Selectors apply in any case. Throws a UsageError for a key or a namespace that is invalid.
 */
export function planSlice(
  definition: CompiledDefinition,
  { scope, slice: { target }, namespaces: shows }: PlannedSlice,
): SlicePlan {
  const { watchScope, resource } = definition
  const selectors = { labelSelector: scope.labelSelector, fieldSelector: scope.fieldSelector }
  if (resource.namespaced && scope.namespace !== undefined)
    return { type: 'informer', scope: { ...selectors, namespace: scope.namespace || undefined }, shows }
  if (watchScope === 'cluster') return { type: 'informer', scope: selectors, shows }
  const need = sliceNeed(target, definition, shows)
  if (need.type === 'object') {
    const wider = { ...selectors, namespace: need.namespace }
    return { type: 'informer', scope: objectScope(wider, need.name), wider }
  }
  if (need.type === 'namespaces') return planNamespaces(selectors, need.namespaces)
  if (!resource.namespaced) return { type: 'informer', scope: selectors }
  if (watchScope === 'auto') return { type: 'everywhere', scope: selectors }
  const namespaces = watchScope === 'namespace' ? undefined : watchScope.namespaces.map(validNamespace)
  return { type: 'namespaces', scope: selectors, namespaces }
}

function planNamespaces(selectors: Scope, namespaces: readonly string[]): SlicePlan {
  const [namespace, ...others] = namespaces
  return namespace !== undefined && others.length === 0
    ? { type: 'informer', scope: { ...selectors, namespace }, wider: selectors }
    : { type: 'parts', scope: selectors, namespaces }
}

/** The server permits a list and a watch with this selector to a role with `resourceNames`. */
function objectScope(within: Scope, name: string): Scope {
  const { fieldSelector } = within
  const byName = formatFieldRequirements([{ field: 'metadata.name', operator: '=', value: name }])
  return { ...within, fieldSelector: fieldSelector ? `${fieldSelector},${byName}` : byName }
}
