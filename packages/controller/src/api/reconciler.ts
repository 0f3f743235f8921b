import type { KubernetesObject } from '@kube-informer/core'
import type { Client } from './client.ts'
import type { Logger } from './logger.ts'
import type { Request } from './request.ts'

/** What follows a reconcile that did not throw (controller-runtime `reconcile.Result`). */
export interface ReconcileResult {
  /**
   * Reconcile again after this time, and forget earlier failures. A reconcile before then, such as after an event, replaces it:
   * return it each time. Not positive: no effect. NaN is an error, which is retried like any other; after an infinite time
   * nothing is reconciled.
   */
  readonly requeueAfterMs?: number | undefined
  /** Reconcile again with the rate limiter's delay, as after an error. Prefer `requeueAfterMs`. @default false */
  readonly requeue?: boolean | undefined
  /** Replaces the priority that the request came with. */
  readonly priority?: number | undefined
}

/** Records events of Kubernetes, for `kubectl describe`. Never rejects and never delays its caller. */
export interface EventRecorder {
  /** @param type `Normal` or `Warning` */
  event(
    regarding: KubernetesObject,
    type: 'Normal' | 'Warning',
    reason: string,
    note: string,
    options?: EventOptions,
  ): void
}

/** Further fields of an event. */
export interface EventOptions {
  /** What the controller did or tried to do, in one word (events.k8s.io/v1 `action`). @default the reason */
  readonly action?: string | undefined
  /** A second object that the event is about. */
  readonly related?: KubernetesObject | undefined
}

/** What a reconciler may use. */
export interface ReconcileContext {
  /** Reads the cache and writes to the server. Its requests end with `signal`. */
  readonly client: Client
  /** Aborts when the manager stops, the reconcile times out, the lease is lost, or the reconcile has ended. */
  readonly signal: AbortSignal
  readonly events: EventRecorder
  /** Adds the controller, the request and the reconcile's id to each message. */
  readonly log: Logger
  /** Differs in each reconcile. */
  readonly reconcileId: string
}

/**
 * Makes the world match one object (controller-runtime `reconcile.Reconciler`). A throw is retried with backoff, unless it
 * is a `TerminalError`. Two reconciles of one request never run at once.
 */
export type Reconciler = (
  request: Request,
  context: ReconcileContext,
) => ReconcileResult | undefined | void | Promise<ReconcileResult | undefined> | Promise<void>
