import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import type { Client, Reader } from '../api/client.ts'
import type { EventRecorder } from '../api/reconciler.ts'
import type { Runnable } from '../api/runnable.ts'
import type { Cache } from '../client/cache.ts'
import type { ControllerBuilder, ResourceControllerBuilder, WatchesOptions } from './controller-builder.ts'
import type { HealthCheck } from './health-endpoint.ts'

/**
 * Runs controllers and what they share (controller-runtime `manager.Manager`).
 *
 * - Groups start in this order, each when the one before it is ready: servers, webhooks, caches, runnables that need no
 *   election, warmup, and after winning the election the rest.
 * - They stop in this order: runnables without election, the leader's work, caches, webhooks, servers. Then the lease is
 *   released, if that is wanted, and the last events are sent. All of it takes at most the grace period.
 */
export interface Manager {
  /** Reads the cache and writes to the server. A read sees the writes of this client. */
  readonly client: Client
  /** Reads from the server. */
  readonly apiReader: Reader
  readonly cache: Cache
  /** Records events in the name of the manager. Reconciles have a recorder of their controller. */
  readonly events: EventRecorder
  /** Resolves when this process leads; without an election, when the controllers start. Otherwise it stays pending. */
  readonly elected: Promise<void>
  /**
   * Adds a runnable: a cache of another cluster, a server, a task. It starts with its group, or at once if that runs. Throws a
   * UsageError once the manager stops.
   */
  add(runnable: Runnable): void
  /** Describes a controller of one kind of objects. `reconcile` of the builder adds it. */
  controllerFor<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    options?: WatchesOptions<T>,
  ): ResourceControllerBuilder
  /** Describes a controller without a kind of its own. */
  controller(name: string): ControllerBuilder
  /** Adds a check of `/healthz`: Kubernetes restarts a container that fails. Throws a UsageError once the manager runs. */
  addHealthzCheck(name: string, check: HealthCheck): void
  /** Adds a check of `/readyz`: Services send no traffic to a Pod that fails. Throws a UsageError once the manager runs. */
  addReadyzCheck(name: string, check: HealthCheck): void
  /** Answers a probe of `/healthz` or `/readyz`, wherever it arrives. `serveHealth` listens on Node. */
  handleHealth(request: Request): Promise<Response>
  /**
   * Runs everything until the signal aborts, and resolves when all has ended. Rejects, after the stop, with the first error
   * of a runnable, and with a GracePeriodError if the stop takes too long. If the lease is lost, it aborts all work and
   * rejects at once with a LeaseLostError; then end the process. Once only.
   */
  run(signal: AbortSignal): Promise<void>
}
