import { type ResourceDefinition, resourceName, UsageError } from '@kube-informer/core'
import type { RelayResource } from '../api/relay-options.ts'
import { Collection, type CollectionOptions } from './collection.ts'

export interface CollectionsOptions extends Omit<CollectionOptions, keyof RelayResource> {
  readonly resources: readonly (ResourceDefinition | RelayResource)[]
}

/** Where a read is. */
export interface ReadLocation {
  readonly group: string
  readonly version: string
  /** The plural. */
  readonly resource: string
  readonly namespace: string
  /** "" for the collection. */
  readonly name: string
}

/** The cached resources of a relay. */
export class Collections {
  readonly #byName = new Map<string, Collection>()

  constructor({ resources, ...options }: CollectionsOptions) {
    for (const given of resources) {
      const declared = 'resource' in given ? given : { resource: given }
      const collection = new Collection({ ...declared, ...options })
      const { name } = collection
      if (this.#byName.has(name)) throw new UsageError(`resources: ${name} is listed twice`)
      this.#byName.set(name, collection)
    }
  }

  get all(): readonly Collection[] {
    return [...this.#byName.values()]
  }

  /**
   * The collection that contains everything a read may answer; undefined if there is none. Paths that an apiserver does not have
   * have none, since the rights in a namespace say nothing about cluster-scoped objects.
   */
  find({ group, version, resource, namespace, name }: ReadLocation): Collection | undefined {
    const key = resourceName({ group, version, plural: resource, kind: '', namespaced: true })
    const found = this.#byName.get(key)
    if (!found) return undefined
    const hasPath = found.kind.resource.namespaced ? name === '' || namespace !== '' : namespace === ''
    return hasPath && (found.namespace === '' || found.namespace === namespace) ? found : undefined
  }
}
