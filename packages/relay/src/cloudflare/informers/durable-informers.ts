import {
  type Clock,
  type ClusterLister,
  type ClusterResource,
  type GenericInformer,
  type InformerClient,
  type KubernetesObject,
  type NamespacedLister,
  type NamespacedResource,
  type Random,
  type ResourceDefinition,
  resourceName,
  type SharedIndexInformer,
  systemClock,
  UsageError,
} from '@kube-informer/core'
import {
  durableObjectSql,
  retainSqlSnapshots,
  type SqlPort,
  type StoredCollection,
} from '@kube-informer/core/snapshot'
import type { DurableContext } from '../durable-object.ts'
import { createDurableInformer, type DurableResource, storedCollectionOf } from './durable-resource.ts'
import { Watchdog } from './watchdog.ts'

const WATCHDOG_MS = 30_000

/** What is followed, with which client, and how often the alarm checks. */
export interface DurableInformersOptions {
  readonly client: InformerClient
  /** The URL of the server, which identifies the stored objects. If several clusters are served under it, add their name. */
  readonly server: string
  /** What is watched: definitions, or definitions with options. */
  readonly resources: readonly (ResourceDefinition | DurableResource)[]
  /**
   * The time between two alarms, in milliseconds. After an eviction, the informers resume with the next alarm. A Durable
   * Object without requests is evicted after about two minutes; a shorter period than that retains it in memory.
   *
   * @default 30_000
   */
  readonly watchdogMs?: number | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** @default Math.random */
  readonly random?: Random | undefined
}

/** Informers of a Durable Object. See {@link durableInformers}. */
export class DurableInformers {
  readonly #sql: SqlPort
  readonly #watchdog: Watchdog
  readonly #informers = new Map<string, SharedIndexInformer<never>>()
  readonly #stored: readonly StoredCollection[]
  readonly #stopping = new AbortController()
  #running: Promise<unknown> | undefined

  constructor({ storage }: DurableContext, options: DurableInformersOptions) {
    const { client, server, watchdogMs = WATCHDOG_MS, clock = systemClock, random = Math.random } = options
    const declared = options.resources.map(each => ('resource' in each ? each : { resource: each }))
    this.#sql = durableObjectSql(storage)
    this.#watchdog = new Watchdog(storage, clock, watchdogMs)
    this.#stored = declared.flatMap(each => storedCollectionOf(each, server) ?? [])
    for (const each of declared) {
      const name = resourceName(each.resource)
      if (this.#informers.has(name)) throw new UsageError(`resources: ${name} is listed twice`)
      const informer = createDurableInformer(each, { client, server, sql: this.#sql, clock, random })
      this.#informers.set(name, informer as unknown as SharedIndexInformer<never>)
    }
  }

  /** The informer of a resource, and its lister. @throws {UsageError} if the resource is not declared */
  forResource<T extends KubernetesObject>(
    resource: NamespacedResource<T>,
  ): GenericInformer<T, NamespacedLister<T>>
  forResource<T extends KubernetesObject>(resource: ClusterResource<T>): GenericInformer<T, ClusterLister<T>>
  forResource<T extends KubernetesObject>(resource: ResourceDefinition<T>): GenericInformer<T>
  forResource<T extends KubernetesObject>(resource: ResourceDefinition<T>): GenericInformer<T> {
    // The name determines the type; only the constructor adds informers.
    const informer = this.#informers.get(resourceName(resource)) as SharedIndexInformer<T> | undefined
    if (!informer) throw new UsageError(`resources: ${resourceName(resource)} is not listed`)
    return { informer, lister: informer.lister }
  }

  /** Starts the informers and the alarm. Idempotent; call it in each request. @throws {UsageError} after {@link stop} */
  async start(): Promise<void> {
    if (this.#stopping.signal.aborted) throw new UsageError('the informers have stopped; create new ones')
    this.#run()
    await this.#watchdog.start()
  }

  /** Call it in the `alarm` method of the object. Starts the informers, and sets the next alarm. */
  async alarm(): Promise<void> {
    if (this.#stopping.signal.aborted) return
    this.#run()
    await this.#watchdog.renew()
  }

  /**
   * Stops the informers and the alarm: afterwards there is no request and no timer, and the object is not started again.
   *
   * @param options `erase`: whether to delete the stored objects, too. By default they remain for the next start.
   */
  async stop({ erase = false }: { readonly erase?: boolean | undefined } = {}): Promise<void> {
    this.#stopping.abort()
    await this.#watchdog.stop()
    await this.#running
    if (erase) retainSqlSnapshots(this.#sql, [])
  }

  #run(): void {
    this.#running ??= this.#start()
  }

  #start(): Promise<unknown> {
    // What an earlier version of the application stored, and this one would not.
    retainSqlSnapshots(this.#sql, this.#stored)
    return Promise.all([...this.#informers.values()].map(informer => informer.run(this.#stopping.signal)))
  }
}

/**
 * Creates informers that survive the eviction of their Durable Object: the objects are stored in its SQLite database, and
 * an alarm starts it again. The watch then resumes from the stored resourceVersion, without a list.
 *
 * The alarm of the object belongs to the informers, and so do all collections in its database.
 *
 * @example
 * export class Cluster extends DurableObject {
 *   #informers = durableInformers(this.ctx, { client, server: 'https://cluster.example', resources: [pods] })
 *
 *   async fetch() {
 *     await this.#informers.start()
 *     const { informer, lister } = this.#informers.forResource(pods)
 *     await informer.synced()
 *     return Response.json(lister.list().length)
 *   }
 *
 *   alarm() {
 *     return this.#informers.alarm()
 *   }
 * }
 */
export function durableInformers(ctx: DurableContext, options: DurableInformersOptions): DurableInformers {
  return new DurableInformers(ctx, options)
}
