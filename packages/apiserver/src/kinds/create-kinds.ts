import { groupResource, type ResourceDefinition, resourceName } from '@kube-informer/core'
import { builtInKinds } from './built-in-kinds.ts'
import { Kinds } from './kinds.ts'
import { namedKind } from './named-kind.ts'

/**
 * The kinds of a new server: the built-in ones and the given resources.
 *
 * @param selectableFields fields for field selectors, by `plural.group`
 */
export function createKinds(
  named: readonly ResourceDefinition[] = [],
  selectableFields: Readonly<Record<string, readonly string[]>> = {},
): Kinds {
  const builtIn = builtInKinds().map(kind => {
    const fields = selectableFields[groupResource(kind.resource)]
    return fields ? { ...kind, selectableFields: [...kind.selectableFields, ...fields] } : kind
  })
  const known = new Set(builtIn.map(({ resource }) => resourceName(resource)))
  const added = named.filter(resource => !known.has(resourceName(resource)))
  return new Kinds([
    ...builtIn,
    ...added.map(resource => namedKind(resource, selectableFields[groupResource(resource)])),
  ])
}
