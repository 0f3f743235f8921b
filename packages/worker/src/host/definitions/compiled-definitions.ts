import type { ResourceDefinition } from '@kube-informer/core'
import type { InformerDefinition, InformerDefinitions } from '../../api/definition.ts'
import { type SliceForm, subscriptionKey } from '../../api/subscription.ts'
import {
  type CompiledDefinition,
  compileDefinition,
  compileIdentities,
  compileMetadata,
  compileTable,
  findDefinition,
} from './compiled-definition.ts'

/** The definitions of a cluster, each compiled once, so that its informers share decoded objects. */
export class CompiledDefinitions {
  /** What the application defines, by name. */
  readonly named: InformerDefinitions
  /** By definition; for resources found at run time, by their group, version and name. */
  readonly #compiled = new Map<InformerDefinition | string, CompiledDefinition>()
  /** The Tables of what is compiled. */
  readonly #tables = new Map<CompiledDefinition, CompiledDefinition>()

  constructor(named: InformerDefinitions) {
    this.named = named
  }

  /** Resolves a resource; throws a UsageError for an unknown name. */
  resource(reference: string | ResourceDefinition): ResourceDefinition {
    return findDefinition(this.named, reference).resource
  }

  /** The definition of a resource, which need not be defined by name. Throws a UsageError for an unknown name. */
  find(reference: string | ResourceDefinition, form?: SliceForm): CompiledDefinition {
    const definition = this.#compile(findDefinition(this.named, reference))
    if (form !== 'table') return definition
    // Negative, so that no number is used twice.
    const table = this.#tables.get(definition) ?? compileTable(definition, -1 - this.#tables.size)
    this.#tables.set(definition, table)
    return table
  }

  /** The definition of the identities of a resource's objects. */
  identitiesOf(resource: ResourceDefinition): CompiledDefinition {
    return this.#once(`names ${subscriptionKey({ resource })}`, id => compileIdentities(resource, id))
  }

  /** The definition of the metadata of a resource's objects. */
  metadataOf(resource: ResourceDefinition): CompiledDefinition {
    return this.#once(`metadata ${subscriptionKey({ resource })}`, id => compileMetadata(resource, id))
  }

  #compile(definition: InformerDefinition): CompiledDefinition {
    const isNamed = Object.values(this.named).some(each => Object.is(each, definition))
    const key = isNamed ? definition : subscriptionKey({ resource: definition.resource })
    return this.#once(key, id => compileDefinition(definition, id, this.named))
  }

  #once(key: InformerDefinition | string, compile: (id: number) => CompiledDefinition): CompiledDefinition {
    const compiled = this.#compiled.get(key) ?? compile(this.#compiled.size)
    this.#compiled.set(key, compiled)
    return compiled
  }
}
