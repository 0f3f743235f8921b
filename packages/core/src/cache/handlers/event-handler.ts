import type { DeletedFinalStateUnknown } from '../../api/keys.ts'
import type { DoneChecker } from '../sync/done-checker.ts'

/**
 * Callbacks for the changes of an informer (client-go `cache.ResourceEventHandler`). Calls of one handler are
 * sequential: after a call that returns a promise, the next one follows when it settles.
 */
export interface ResourceEventHandler<T> {
  /** `isInInitialList`: the object existed when the informer, or this handler, started. */
  onAdd?(object: T, isInInitialList: boolean): void | Promise<void>
  /** `oldObject` is the last state that this handler received. */
  onUpdate?(oldObject: T, newObject: T): void | Promise<void>
  /** A tombstone if the informer missed the deletion itself. */
  onDelete?(object: T | DeletedFinalStateUnknown<T>): void | Promise<void>
}

/** How a handler differs from the others of its informer. */
export interface HandlerOptions {
  /** How often this handler receives every object again; 0 for never. @default the informer's period */
  readonly resyncPeriodMs?: number | undefined
  /** The handler's name in messages. @default the name of its class, or of its functions */
  readonly name?: string | undefined
}

/** A registered handler (client-go `cache.ResourceEventHandlerRegistration`). */
export interface HandlerRegistration {
  /** The handler's name in messages. */
  readonly name: string
  /** Whether the handler has received the whole initial list, and every call has returned. */
  hasSynced(): boolean
  /**
   * Resolves when `hasSynced` becomes true; never if the handler threw meanwhile, or was removed before. An error of the list
   * does not reject it: wait for `synced` of the informer first.
   */
  readonly synced: Promise<void>
  /** `hasSynced` and `synced`, in the form that `waitFor` takes. */
  readonly hasSyncedChecker: DoneChecker
  /** The number of queued notifications: it grows without limit while a call does not return. */
  readonly pending: number
  /** Removes the handler: the call in progress finishes, queued notifications are dropped. Idempotent. */
  remove(): void
  /**
   * Like {@link HandlerRegistration.remove}, and resolves when the call in progress has ended (client-go
   * `ShutDownEventHandler`). A handler that awaits its own shutdown never ends.
   */
  shutDown(): Promise<void>
}

/** A queued call of a handler. */
export type Notification<T> =
  | { readonly type: 'add'; readonly object: T; readonly isInInitialList: boolean }
  | { readonly type: 'update'; readonly oldObject: T; readonly object: T; readonly isSync: boolean }
  | { readonly type: 'delete'; readonly object: T | DeletedFinalStateUnknown<T> }
