import { NAMESPACE_INDEX, UsageError } from '@kube-informer/core'
import type { Slice, SliceTarget, Subscription } from '../../api/subscription.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import { targetValues } from '../slices/target-values.ts'
import { isNamespaceIndex, validNamespace } from './slice-need.ts'

/** A slice, and the namespaces of which it shows rows where its target does not say so; undefined for all. */
export interface NarrowSlice {
  readonly slice: Slice
  readonly namespaces: readonly string[] | undefined
}

/**
 * Applies the `namespace` of a subscription to its slice: to the target if it has all objects of the namespaces, so that both ways
 * to say it are one slice. Throws a UsageError for what is no namespace.
 */
export function narrowSlice(
  { namespace, slice = {} }: Pick<Subscription, 'namespace' | 'slice'>,
  definition: CompiledDefinition,
): NarrowSlice {
  const namespaces = namesOf(namespace, definition)
  const values = namespaces && valuesIn(namespaces, slice.target, definition)
  if (!values) return { slice, namespaces }
  return { slice: { ...slice, target: inNamespaces(values) }, namespaces: undefined }
}

/** As kubectl does, a namespace is ignored for a cluster-scoped resource, and "" is all namespaces. */
function namesOf(
  namespace: Subscription['namespace'],
  { resource }: CompiledDefinition,
): readonly string[] | undefined {
  if (namespace === undefined || namespace === '' || !resource.namespaced) return undefined
  const names: unknown = typeof namespace === 'string' ? [namespace] : namespace
  if (!Array.isArray(names) || !names.every(name => typeof name === 'string'))
    throw new UsageError(
      `namespace must be the name of a namespace or a list of names, got ${JSON.stringify(namespace)}`,
    )
  return [...new Set(names.map(validNamespace))]
}

/** The values of the built-in index that a target has within namespaces; undefined for another target. */
function valuesIn(
  namespaces: readonly string[],
  target: SliceTarget = { type: 'all' },
  definition: CompiledDefinition,
): readonly string[] | undefined {
  if (target.type === 'all') return namespaces
  if (target.type !== 'index' || !isNamespaceIndex(target.index, definition)) return undefined
  const within = new Set(namespaces)
  return targetValues(target).filter(value => within.has(value))
}

function inNamespaces(values: readonly string[]): SliceTarget {
  const [value] = values
  const isOne = value !== undefined && values.length === 1
  return { type: 'index', index: NAMESPACE_INDEX, ...(isOne ? { value } : { values }) }
}
