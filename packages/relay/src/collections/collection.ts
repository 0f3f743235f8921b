import { apiVersionOf, type Clock, type KubeClient, type Random } from '@kube-informer/core'
import { type Cacher, cacheFrom, type ServedKind } from '@kube-informer/core/cacher'
import { fieldsOf, ResourceReads } from '@kube-informer/core/cacher/internal'
import { resourceName } from '@kube-informer/core/internal'
import type { RelayResource } from '../api/relay-options.ts'
import { servedKindOf } from './served-kind-of.ts'
import { UpstreamReads } from './upstream-reads.ts'

/** Options of {@link Collection}. */
export interface CollectionOptions extends RelayResource {
  readonly client: KubeClient
  readonly waitingReads: number
  readonly clock: Clock
  readonly random: Random
}

/** A cached resource: one list and one watch upstream serve all readers. */
export class Collection {
  /** `v1/pods`. */
  readonly name: string
  readonly kind: ServedKind
  /** The cached namespace; "" for all. */
  readonly namespace: string
  readonly cacher: Cacher
  readonly reads: ResourceReads
  /** Feeds the cache until the signal aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>

  constructor(options: CollectionOptions) {
    const { client, resource, namespace = '', waitingReads, clock, random } = options
    this.name = resourceName(resource)
    this.kind = servedKindOf(options)
    this.namespace = namespace
    const source = new UpstreamReads({ client, resource, namespace, waitingReads })
    const { cacher, run } = cacheFrom({
      listerWatcher: source.feed,
      source,
      type: { kind: resource.kind, apiVersion: apiVersionOf(resource) },
      isNamespaced: resource.namespaced,
      fieldsOf: object => fieldsOf(this.kind, object),
      clock,
      random,
    })
    this.cacher = cacher
    this.run = run
    this.reads = new ResourceReads({ kind: this.kind, reads: cacher, clock })
  }
}
