import {
  type Clock,
  describeLocation,
  type KubernetesObject,
  type List,
  type ObjectName,
  type ResourceDefinition,
  type ResourceLocation,
  resolveObjectName,
  type SubresourceObject,
  splitMetaNamespaceKey,
} from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'
import type { ObjectReadOptions, Reader, ReadListOptions, ReadOptions } from '../api/client.ts'
import type { ClientMetrics } from '../api/metrics.ts'
import type { Cache } from './cache.ts'
import { CacheError } from './cache-error.ts'
import { findCached, getCached, keyIn, listCached, partFor, partsFor } from './cached-reads.ts'
import type { KindInformer, KindInformerPart } from './kind-informer.ts'
import type { WriteLogs } from './write-logs.ts'
import { type ReadTarget, untilLanded } from './writes-in-flight.ts'

export interface CaughtUpReadsOptions {
  readonly cache: Cache
  readonly logs: WriteLogs
  readonly clock: Clock
  readonly metrics?: ClientMetrics | undefined
}

/** Reads from a cache that wait until it has seen the client's own writes. */
export class CaughtUpReads implements Reader {
  readonly #options: CaughtUpReadsOptions

  constructor(options: CaughtUpReadsOptions) {
    this.#options = options
  }

  async get<T extends KubernetesObject, S extends string | undefined = undefined>(
    resource: ResourceDefinition<T>,
    object: ObjectName,
    options?: ObjectReadOptions<S>,
  ): Promise<SubresourceObject<T, S>> {
    return getCached(await this.#informerFor(resource, object, options), object, options)
  }

  async find<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    object: ObjectName,
    options?: ReadOptions,
  ): Promise<T | undefined> {
    return findCached(await this.#informerFor(resource, object, options), object)
  }

  async list<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    options: ReadListOptions = {},
  ): Promise<List<T>> {
    const namespace = (resource.namespaced && options.namespace) || ''
    return listCached(await this.#caughtUp(resource, { type: 'list', namespace }, options), options)
  }

  #informerFor<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    object: ObjectName,
    options: ReadOptions = {},
  ): Promise<KindInformer<T>> {
    const { namespace = '' } = resolveObjectName(resource, object)
    return this.#caughtUp(resource, { type: 'object', key: keyIn(resource, object), namespace }, options)
  }

  async #caughtUp<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    target: ReadTarget,
    options: ReadOptions,
  ): Promise<KindInformer<T>> {
    const { cache, logs } = this.#options
    // Now: a write that starts after the read does not delay it.
    const landed = logs.find(resource)?.inFlight.affecting(target) ?? []
    const informer = await cache.readableInformer(resource, options)
    const log = logs.find(resource)
    if (options.readYourWrites === false || !log) return informer
    const { namespace } = target
    const parts = target.type === 'list' ? partsFor(informer, namespace) : [partFor(informer, target)]
    // The log keeps informers of any type.
    const stale = (parts as unknown as readonly KindInformerPart<KubernetesObject>[]).filter(
      part => landed.length > 0 || !log.isCaughtUp(part, target),
    )
    if (stale.length > 0) {
      await this.#measure(resource, target, async () => {
        await untilLanded(landed, options.signal)
        await Promise.all(stale.map(part => log.catchUp(part, target, options.signal)))
      })
    }
    return informer
  }

  async #measure(resource: ResourceDefinition, target: ReadTarget, wait: () => Promise<void>): Promise<void> {
    const { clock, metrics } = this.#options
    const operation = target.type === 'list' ? 'list' : 'get'
    const from = clock.now()
    try {
      await wait()
    } catch (cause) {
      metrics?.waited(operation, 'error', clock.now() - from)
      const what = `${operation} ${describeLocation(resource, nameOf(target))}`
      throw new CacheError('stale', `${what}: failed to wait for cache to catch up: ${errorMessage(cause)}`, {
        cause,
      })
    }
    metrics?.waited(operation, 'success', clock.now() - from)
  }
}

const nameOf = (target: ReadTarget): ResourceLocation =>
  target.type === 'list' ? target : splitMetaNamespaceKey(target.key)
