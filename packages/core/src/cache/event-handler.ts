import type { DeletedFinalStateUnknown } from '../api/keys.ts'

/**
 * What a user of an informer is told (client-go `cache.ResourceEventHandler`). For one handler, strictly one
 * call after the other: a handler that answers a promise gets the next call when it settles.
 */
export interface ResourceEventHandler<T> {
  /** `isInInitialList`: the object was there when the informer, or this handler, started. */
  onAdd?(object: T, isInInitialList: boolean): void | Promise<void>
  /** `oldObject` is the last one that this handler was given. */
  onUpdate?(oldObject: T, newObject: T): void | Promise<void>
  /** A tombstone when the deletion itself was missed. */
  onDelete?(object: T | DeletedFinalStateUnknown<T>): void | Promise<void>
}

/** Options of a registration. */
export interface HandlerOptions {
  /** How often this handler is told of every object again; 0 for never. @default the informer's period */
  readonly resyncPeriodMs?: number | undefined
}

/** A registered handler (client-go `cache.ResourceEventHandlerRegistration`). */
export interface HandlerRegistration {
  /** Whether the handler has been given the whole initial list, and has returned from all of it. */
  hasSynced(): boolean
  /** Resolves when `hasSynced` turns true; never if the handler threw on the way, or was removed before. */
  readonly synced: Promise<void>
  /** Ends it: the call in progress finishes, what is queued is dropped. Idempotent. */
  remove(): void
}

/** What is queued for a handler. */
export type Notification<T> =
  | { readonly type: 'add'; readonly object: T; readonly isInInitialList: boolean }
  | { readonly type: 'update'; readonly oldObject: T; readonly object: T; readonly isSync: boolean }
  | { readonly type: 'delete'; readonly object: T | DeletedFinalStateUnknown<T> }
