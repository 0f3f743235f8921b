import type {
  HandlerOptions,
  HandlerRegistration,
  Indexers,
  KubernetesObject,
  ResourceDefinition,
  ResourceEventHandler,
  SharedIndexInformer,
} from '@kube-informer/core'
import type { ResolvedScope } from './cache-scopes.ts'
import { joinRegistrations } from './joined-registration.ts'

/** One informer of a resource: all of it, or one of the cache's namespaces. */
export interface KindInformerPart<T> extends ResolvedScope {
  readonly informer: SharedIndexInformer<T>
}

/**
 * The informers of one resource in one form, one for each namespace that the cache reads (controller-runtime
 * `cache.Informer`).
 */
export class KindInformer<T extends KubernetesObject = KubernetesObject> {
  readonly resource: ResourceDefinition<T>
  readonly parts: readonly KindInformerPart<T>[]

  constructor(resource: ResourceDefinition<T>, parts: readonly KindInformerPart<T>[]) {
    this.resource = resource
    this.parts = parts
  }

  /** Whether the cache has removed the informer, or has stopped. */
  get isStopped(): boolean {
    return this.parts.some(({ informer }) => informer.isStopped)
  }

  /** Registers a handler with each part. See core's `SharedIndexInformer`. */
  addEventHandler(handler: ResourceEventHandler<T>, options?: HandlerOptions): HandlerRegistration {
    return joinRegistrations(this.parts.map(({ informer }) => informer.addEventHandler(handler, options)))
  }

  /** Whether the initial lists are in the cache. */
  hasSynced(): boolean {
    return this.parts.every(({ informer }) => informer.hasSynced())
  }

  /**
   * Resolves once the initial lists are in the cache. Rejects with a StatusError that retrying does not resolve (a 403,
   * for example), when the signal aborts, and when the informer stops before.
   */
  async synced(signal?: AbortSignal): Promise<void> {
    await Promise.all(this.parts.map(({ informer }) => informer.synced(signal)))
  }

  /** Calls the listener at each change of the status of a part. Returns the unsubscribe function. */
  subscribeStatus(listener: () => void): () => void {
    const removals = this.parts.map(({ informer }) => informer.subscribeStatus(() => listener()))
    return () => {
      for (const remove of removals) remove()
    }
  }

  /** Adds indexes to each part. Throws if a name is taken. */
  addIndexers(indexers: Indexers<T>): void {
    for (const { informer } of this.parts) informer.addIndexers(indexers)
  }

  /** The part that has the objects of a namespace, `""` for cluster-scoped ones; undefined if the cache omits it. */
  partOf(namespace: string): KindInformerPart<T> | undefined {
    const exact = this.parts.find(part => part.namespace === namespace)
    return exact ?? this.parts.find(part => part.namespace === '')
  }
}
