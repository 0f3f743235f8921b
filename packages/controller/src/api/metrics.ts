import type { MetricsProvider } from '@kube-informer/core/workqueue'

/** How a reconcile ended. A terminal error is an error that is not retried. */
export type ReconcileOutcome = 'success' | 'requeue_after' | 'requeue' | 'error' | 'terminal_error'

/** What a controller reports (controller-runtime `internal/controller/metrics`). */
export interface ControllerMetrics {
  /** A controller starts: its metrics are exposed from now on, with 0. */
  controllerStarted(controller: string, maxConcurrentReconciles: number): void
  /**
   * A reconcile starts: its worker is active.
   *
   * @returns a function to call once, when the reconcile ends
   */
  reconcileStarted(controller: string): (outcome: ReconcileOutcome) => void
  /** The controller's own timeout has aborted a reconcile, which may go on. */
  reconcileTimedOut(controller: string): void
}

/** What a client that sees its own writes reports. */
export interface ClientMetrics {
  /**
   * A cached read had to wait for the cache to see a write.
   *
   * @param result `error` also for an abort
   */
  waited(operation: 'get' | 'list', result: 'success' | 'error', durationMs: number): void
}

/** What a leader elector reports (client-go `leaderelection.LeaderMetric`). `name` is the lease's. */
export interface LeaderElectionMetrics {
  /** Whether this process leads. Called once with false before the first attempt. */
  setLeading(name: string, isLeading: boolean): void
  /** A renewal had to read the lease before it could write it. */
  slowPathExercised(name: string): void
}

/** What webhooks report (controller-runtime `webhook/internal/metrics`). `webhook` is the path. */
export interface WebhookMetrics {
  /**
   * A request arrives: it is in flight.
   *
   * @returns a function to call once, with the HTTP status code of the response
   */
  requestStarted(webhook: string): (code: number) => void
  /** A handler failed with an error that is a bug, such as a TypeError. */
  panicked(webhook: string, of: 'admission' | 'conversion'): void
}

/** Everything that a manager and its parts report. `controllerMetrics(registry)` publishes it as Prometheus text. */
export interface ManagerMetrics {
  readonly controller: ControllerMetrics
  /** For the queues of the controllers, which have their names. */
  readonly queue: MetricsProvider
  readonly client: ClientMetrics
  readonly leaderElection: LeaderElectionMetrics
}
