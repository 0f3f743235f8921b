import type { DeletedFinalStateUnknown } from '../../api/keys.ts'
import type { DoneChecker } from '../sync/done-checker.ts'

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
  /** What the handler is called in messages. @default the name of its class, or of its functions */
  readonly name?: string | undefined
}

/** A registered handler (client-go `cache.ResourceEventHandlerRegistration`). */
export interface HandlerRegistration {
  /** What the handler is called in messages. */
  readonly name: string
  /** Whether the handler has been given the whole initial list, and has returned from all of it. */
  hasSynced(): boolean
  /** Resolves when `hasSynced` turns true; never if the handler threw on the way, or was removed before. */
  readonly synced: Promise<void>
  /** `hasSynced` and `synced`, as `waitFor` takes them. */
  readonly hasSyncedChecker: DoneChecker
  /** How many notifications wait for the handler: its queue grows without bound while it does not return. */
  readonly pending: number
  /** Ends it: the call in progress finishes, what is queued is dropped. Idempotent. */
  remove(): void
  /**
   * {@link HandlerRegistration.remove}, and resolves when the call in progress has ended (client-go
   * `ShutDownEventHandler`). A handler that waits for its own shutdown waits for ever.
   */
  shutDown(): Promise<void>
}

/** What is queued for a handler. */
export type Notification<T> =
  | { readonly type: 'add'; readonly object: T; readonly isInInitialList: boolean }
  | { readonly type: 'update'; readonly oldObject: T; readonly object: T; readonly isSync: boolean }
  | { readonly type: 'delete'; readonly object: T | DeletedFinalStateUnknown<T> }
