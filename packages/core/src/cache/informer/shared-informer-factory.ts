import type { Clock, Random } from '../../api/clock.ts'
import type { KubernetesObject } from '../../api/object.ts'
import {
  type ClusterResource,
  type NamespacedResource,
  type ResourceDefinition,
  resourceName,
} from '../../api/resource.ts'
import type { InformerClient } from '../../client/kube-client.ts'
import { createListWatch, type ListWatchOptions } from '../../client/list-watch.ts'
import type { PartialObjectMetadata } from '../../client/partial-object-metadata.ts'
import type { ClusterLister, Lister, NamespacedLister } from '../store/lister.ts'
import { type SyncResult, waitFor } from '../sync/wait-for.ts'
import type { SharedIndexInformerOptions } from './informer-options.ts'
import { SharedIndexInformer } from './shared-index-informer.ts'

/** The defaults of all informers of the factory. */
export interface SharedInformerFactoryOptions {
  /** Absent for all namespaces. Does not apply to cluster-scoped resources. */
  readonly namespace?: string | undefined
  /** How often handlers receive every object again; 0 for never. @default 0 */
  readonly resyncPeriodMs?: number | undefined
  /** Periods for individual resources, by `resourceName`: `{ 'apps/v1/deployments': 60_000 }`. */
  readonly customResyncPeriodMs?: Readonly<Record<string, number>> | undefined
  /** Options such as selectors, for lists and watches alike. */
  readonly tweakListOptions?: ((resource: ResourceDefinition) => ListWatchOptions) | undefined
  /** Applied to each object before it is cached. */
  readonly transform?: ((object: KubernetesObject) => KubernetesObject) | undefined
  /** Whether to request initial lists by watch; see `ReflectorOptions`. @default false */
  readonly watchList?: boolean | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** @default Math.random */
  readonly random?: Random | undefined
}

/** An informer and the lister over its cache. */
export interface GenericInformer<T, TLister = Lister<T>> {
  readonly informer: SharedIndexInformer<T>
  readonly lister: TLister
}

/** The options that the factory would use itself, as a starting point for a custom informer. */
export type InformerDefaults<T> = SharedIndexInformerOptions<T>

/**
 * One shared informer for each resource (client-go `informers.SharedInformerFactory`, and `dynamicinformer`, since any
 * resource definition works, including those discovered at run time).
 *
 * - `start` starts the informers that have not been started; call it again after requesting more. Each informer keeps
 *   the signal that it was started with.
 * - After `shutdown`, nothing is started.
 *
 * @example
 * const factory = new SharedInformerFactory(client, { namespace: 'default' })
 * const { informer, lister } = factory.forResource(pods)
 * factory.start(signal)
 * await factory.waitForCacheSync(signal)
 */
export class SharedInformerFactory {
  readonly #client: InformerClient
  readonly #options: SharedInformerFactoryOptions
  readonly #informers = new Map<string, SharedIndexInformer<never>>()
  readonly #running = new Map<string, Promise<void>>()
  #shuttingDown = false

  constructor(client: InformerClient, options: SharedInformerFactoryOptions = {}) {
    this.#client = client
    this.#options = options
  }

  /**
   * The informer of a resource, and its lister; every call returns the same informer. The lister of a definition whose scope
   * is known reads as that scope does: by namespace and name, or by name.
   */
  forResource<T extends KubernetesObject>(
    resource: NamespacedResource<T>,
  ): GenericInformer<T, NamespacedLister<T>>
  forResource<T extends KubernetesObject>(resource: ClusterResource<T>): GenericInformer<T, ClusterLister<T>>
  forResource<T extends KubernetesObject>(resource: ResourceDefinition<T>): GenericInformer<T>
  forResource<T extends KubernetesObject>(resource: ResourceDefinition<T>): GenericInformer<T> {
    const informer = this.informerFor(resource, defaults => new SharedIndexInformer(defaults))
    return { informer, lister: informer.lister }
  }

  /** The informer of a resource's metadata: less to transfer, parse and store. */
  forMetadata(resource: ResourceDefinition): GenericInformer<PartialObjectMetadata> {
    const informer = this.#once(`${resourceName(resource)} metadata`, () => {
      const options = { ...this.#listWatchOptions(resource), metadataOnly: true } as const
      const listerWatcher = createListWatch(this.#client, resource, options)
      return new SharedIndexInformer({ ...this.#defaults<PartialObjectMetadata>(resource), listerWatcher })
    })
    return { informer, lister: informer.lister }
  }

  /** The informer of a resource; `create` makes it on the first call, from the factory's options. */
  informerFor<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    create: (defaults: InformerDefaults<T>) => SharedIndexInformer<T>,
  ): SharedIndexInformer<T> {
    return this.#once(resourceName(resource), () => {
      const listerWatcher = createListWatch(this.#client, resource, this.#listWatchOptions<T>(resource))
      return create({ ...this.#defaults<T>(resource), listerWatcher })
    })
  }

  /** Starts every informer that has not been started. Returns at once. */
  start(signal: AbortSignal): void {
    if (this.#shuttingDown) return
    for (const [name, informer] of this.#informers) {
      if (!this.#running.has(name)) this.#running.set(name, informer.run(signal))
    }
  }

  /** Waits for the informers that were started, and returns whether each has synced. */
  waitForCacheSync(signal: AbortSignal): Promise<SyncResult> {
    const started = [...this.#informers].filter(([name]) => this.#running.has(name))
    const checkers = started.map(([name, { hasSyncedChecker }]) => ({
      name,
      done: hasSyncedChecker.done,
      isDone: () => hasSyncedChecker.isDone(),
    }))
    return waitFor(signal, ...checkers)
  }

  /** Prevents further starts, and resolves when all informers have ended. Abort the signal of `start` first. */
  async shutdown(): Promise<void> {
    this.#shuttingDown = true
    await Promise.all(this.#running.values())
  }

  /** The name determines the type; only the methods above ensure that. */
  #once<T>(name: string, create: () => SharedIndexInformer<T>): SharedIndexInformer<T> {
    const known = this.#informers.get(name) as SharedIndexInformer<T> | undefined
    if (known) return known
    const created = create()
    this.#informers.set(name, created as unknown as SharedIndexInformer<never>)
    return created
  }

  #listWatchOptions<T>(resource: ResourceDefinition): ListWatchOptions<string, T> {
    const { namespace, tweakListOptions } = this.#options
    // The option is for resources of all types.
    const tweaked = tweakListOptions?.(resource) as ListWatchOptions<string, T> | undefined
    return { ...(resource.namespaced ? { namespace } : {}), ...tweaked }
  }

  #defaults<T>(resource: ResourceDefinition): Omit<InformerDefaults<T>, 'listerWatcher'> {
    const { resyncPeriodMs, customResyncPeriodMs = {}, transform, ...rest } = this.#options
    const { watchList, clock, random } = rest
    return {
      resyncPeriodMs: customResyncPeriodMs[resourceName(resource)] ?? resyncPeriodMs,
      transform: transform as ((object: T) => T) | undefined,
      ...{ watchList, clock, random },
    }
  }
}
