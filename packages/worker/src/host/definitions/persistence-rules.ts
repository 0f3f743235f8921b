import { holdsCredentials, type ResourceDefinition } from '@kube-informer/core'
import type { InformerDefinition, InformerDefinitions } from '../../api/definition.ts'
import { shapeOf } from './shape-of.ts'

/**
 * Whether the rows of a definition may be persisted. If the definition does not say, they may, except for resources whose
 * name says that they hold credentials, and resources that another definition excludes, for any version.
 */
export function isPersisted(
  { resource, persist }: InformerDefinition,
  definitions: InformerDefinitions,
): boolean {
  if (persist !== undefined) return persist !== false
  if (holdsCredentials(resource)) return false
  return !valuesOf(definitions).some(
    other => other.persist === false && isSameResource(other.resource, resource),
  )
}

/** What a host with these definitions persists; a resource that has none is not persisted. */
export const persistedTypes = (
  definitions: InformerDefinitions,
): { readonly resource: ResourceDefinition; readonly shape: string }[] =>
  valuesOf(definitions)
    .filter(definition => isPersisted(definition, definitions))
    .map(definition => ({ resource: definition.resource, shape: shapeOf(definition) }))

/** Versions of one resource serve the same objects. */
const isSameResource = (a: ResourceDefinition, b: ResourceDefinition): boolean =>
  a.group === b.group && a.plural === b.plural

const valuesOf = (definitions: InformerDefinitions): readonly InformerDefinition[] =>
  Object.values(definitions) as unknown as readonly InformerDefinition[]
