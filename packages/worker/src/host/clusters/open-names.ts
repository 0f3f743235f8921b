import type { ResourceDefinition } from '@kube-informer/core'
import type { CompiledDefinitions } from '../definitions/compiled-definitions.ts'
import type { NamesView } from '../discovery/watched-names.ts'
import type { InformerRegistry } from '../informers/informer-registry.ts'

/** Opens the names of a resource's objects, read as metadata. */
export function openNames(
  informers: InformerRegistry,
  definitions: CompiledDefinitions,
  resource: ResourceDefinition,
  onChange: () => void,
): NamesView {
  const definition = definitions.identitiesOf(resource)
  const user = { onRows: onChange, onStatus: onChange }
  const held = informers.open({ definition, scope: {}, slice: {} }, user)
  return {
    get isComplete() {
      return held.status.data === 'complete'
    },
    objects: () => held.view.rows(),
    release: () => held.release(),
  }
}
