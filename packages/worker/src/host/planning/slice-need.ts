import { NAMESPACE_INDEX, resolveObjectName, UsageError } from '@kube-informer/core'
import type { SliceTarget } from '../../api/subscription.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import { targetValues } from '../slices/target-values.ts'

/** The part of a resource that a slice can show. */
export type SliceNeed =
  | { readonly type: 'all' }
  | { readonly type: 'namespaces'; readonly namespaces: readonly string[] }
  | { readonly type: 'object'; readonly namespace: string | undefined; readonly name: string }

/**
 * The part of a resource that a target can match. Throws a UsageError for a text that is no namespace: a request for it
 * could reach another path.
 *
 * @param namespaces those of which rows are shown, unless the target has them; undefined for all
 */
export function sliceNeed(
  target: SliceTarget | undefined,
  definition: CompiledDefinition,
  namespaces?: readonly string[],
): SliceNeed {
  if (target?.type === 'key') return objectNeed(target.key, definition, namespaces)
  if (target?.type === 'index' && isNamespaceIndex(target.index, definition))
    return { type: 'namespaces', namespaces: targetValues(target).map(validNamespace) }
  return namespaces ? { type: 'namespaces', namespaces } : { type: 'all' }
}

/** Whether an index has the namespaces of the objects. */
export const isNamespaceIndex = (name: string | undefined, { resource }: CompiledDefinition): boolean =>
  name === NAMESPACE_INDEX && resource.namespaced

function objectNeed(
  key: string,
  { resource }: CompiledDefinition,
  namespaces: readonly string[] | undefined,
): SliceNeed {
  const { namespace, name } = resolveObjectName(resource, key)
  if (namespace !== undefined) validNamespace(namespace)
  if (namespace !== undefined && namespaces?.includes(namespace) === false)
    return { type: 'namespaces', namespaces: [] }
  return { type: 'object', namespace, name }
}

/** A DNS label (RFC 1123), as the server requires. */
const NAMESPACE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/

/** Returns a namespace's name; throws a UsageError for another text. */
export function validNamespace(name: string): string {
  if (NAMESPACE.test(name)) return name
  throw new UsageError(`${JSON.stringify(name)} is not the name of a namespace`)
}
