import type { HandlerRegistration, KubernetesObject, ResourceEventHandler } from '@kube-informer/core'
import { type Resolvers, withResolvers } from '@kube-informer/core/internal'
import type { EventInformer } from '../sources/event-informer.ts'

/** An informer whose handlers the test calls. */
export class ScriptedInformer<T extends KubernetesObject> implements EventInformer<T> {
  readonly handlers = new Set<ResourceEventHandler<T>>()
  /** Resolves when the cache has the initial list. */
  readonly cacheSynced: Resolvers<void> = withResolvers<void>()
  /** Resolves when the handlers have processed it. */
  readonly handlersSynced: Resolvers<void> = withResolvers<void>()
  isStopped = false

  addEventHandler(handler: ResourceEventHandler<T>): HandlerRegistration {
    this.handlers.add(handler)
    const remove = () => void this.handlers.delete(handler)
    return { synced: this.handlersSynced.promise, remove } as HandlerRegistration
  }

  synced(): Promise<void> {
    return this.cacheSynced.promise
  }

  /** Calls the handlers one after another. */
  async send(call: (handler: ResourceEventHandler<T>) => void | Promise<void>): Promise<void> {
    for (const handler of this.handlers) await call(handler)
  }
}
