import type { HandlerOptions, HandlerRegistration, ResourceEventHandler } from '@kube-informer/core'

/** The part of an informer that sources use. `SharedIndexInformer` and the informers of a cache have it. */
export interface EventInformer<T> {
  readonly isStopped: boolean
  addEventHandler(handler: ResourceEventHandler<T>, options?: HandlerOptions): HandlerRegistration
  /** Rejects with the error that prevents the first list. */
  synced(signal?: AbortSignal): Promise<void>
  /** Calls the listener at each change of the status, and when the informer stops. Returns the unsubscribe function. */
  subscribeStatus?(listener: () => void): () => void
}
