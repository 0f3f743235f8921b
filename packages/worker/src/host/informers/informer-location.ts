import { type Scope, subscriptionKey } from '../../api/subscription.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'

/** A resource in a scope. */
export interface InformerLocation {
  readonly definition: CompiledDefinition
  readonly scope: Scope
  /** Equal for equal locations. */
  readonly key: string
}

/** The location of what a scope requests: a scope may be written in several ways. */
export function locate({
  definition,
  scope,
}: Pick<InformerLocation, 'definition' | 'scope'>): InformerLocation {
  const { id, resource } = definition
  const normalized = {
    namespace: (resource.namespaced && scope.namespace) || undefined,
    labelSelector: scope.labelSelector || undefined,
    fieldSelector: scope.fieldSelector || undefined,
  }
  const key = `${id} ${subscriptionKey({ resource, scope: normalized })}`
  return { definition, scope: normalized, key }
}
