import { type DiscoverOptions, type DiscoveryClient, discover } from './discover.ts'
import type { DiscoveredResource } from './discovery.ts'
import { type GroupKind, type GroupVersionKind, NoMatchError, type PartialResource } from './match-errors.ts'
import { createRESTMapper, type RESTMapper } from './rest-mapper.ts'

/** The client that discovers. */
export interface DeferredRESTMapperOptions extends DiscoverOptions {
  readonly client: DiscoveryClient
}

/**
 * A RESTMapper that discovers at the first lookup, and again after a miss, since a CRD may have been added. Concurrent
 * misses share one discovery. A resource that is still missing is a NoMatchError (client-go
 * `restmapper.DeferredDiscoveryRESTMapper`).
 */
export class DeferredRESTMapper {
  readonly #client: DiscoveryClient
  readonly #options: DiscoverOptions
  #mapper: Promise<RESTMapper> | undefined

  constructor({ client, ...options }: DeferredRESTMapperOptions) {
    this.#client = client
    this.#options = options
  }

  /** @see RESTMapper.resourceFor */
  resourceFor(resource: PartialResource): Promise<DiscoveredResource> {
    return this.#look(mapper => mapper.resourceFor(resource))
  }

  /** @see RESTMapper.resourcesFor */
  resourcesFor(resource: PartialResource): Promise<readonly DiscoveredResource[]> {
    return this.#look(mapper => mapper.resourcesFor(resource))
  }

  /** @see RESTMapper.kindFor */
  kindFor(resource: PartialResource): Promise<GroupVersionKind> {
    return this.#look(mapper => mapper.kindFor(resource))
  }

  /** @see RESTMapper.restMapping */
  restMapping(groupKind: GroupKind, ...versions: readonly string[]): Promise<DiscoveredResource> {
    return this.#look(mapper => mapper.restMapping(groupKind, ...versions))
  }

  /** @see RESTMapper.mappingFor */
  mappingFor(resourceOrKind: string): Promise<DiscoveredResource> {
    return this.#look(mapper => mapper.mappingFor(resourceOrKind))
  }

  /** @see RESTMapper.expandCategory */
  expandCategory(category: string): Promise<readonly DiscoveredResource[]> {
    return this.#look(mapper => mapper.expandCategory(category))
  }

  /** Discards the discovery; the next lookup discovers again. */
  reset(): void {
    this.#mapper = undefined
  }

  async #look<T>(look: (mapper: RESTMapper) => T): Promise<T> {
    const isFresh = this.#mapper === undefined
    const mapper = this.#discover()
    const known = await mapper
    try {
      return look(known)
    } catch (error) {
      if (isFresh || !(error instanceof NoMatchError)) throw error
    }
    // Unless another lookup has done so in the meantime.
    if (this.#mapper === mapper) this.reset()
    return look(await this.#discover())
  }

  #discover(): Promise<RESTMapper> {
    if (this.#mapper) return this.#mapper
    const discovering = discover(this.#client, this.#options).then(createRESTMapper)
    this.#mapper = discovering
    discovering.catch(() => {
      if (this.#mapper === discovering) this.reset()
    })
    return discovering
  }
}
