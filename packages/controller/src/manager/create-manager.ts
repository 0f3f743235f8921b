import {
  type Clock,
  type KubernetesObject,
  type Random,
  type ResourceDefinition,
  resourceName,
  systemClock,
  UsageError,
} from '@kube-informer/core'
import type { Client, Reader } from '../api/client.ts'
import { consoleLogger } from '../api/console-logger.ts'
import type { Logger } from '../api/logger.ts'
import type { EventRecorder } from '../api/reconciler.ts'
import type { Runnable } from '../api/runnable.ts'
import type { Cache } from '../client/cache.ts'
import type { CacheOptions } from '../client/cache-options.ts'
import { createCache } from '../client/create-cache.ts'
import { createClient } from '../client/create-client.ts'
import { createApiReader } from '../client/live-reads.ts'
import { Controller } from '../controller/controller.ts'
import { createEventRecorder } from '../events/event-recorder.ts'
import { kindSource } from '../sources/kind-source.ts'
import { Builder, type BuilderHost, type ControllerPlan } from './builder.ts'
import type { ControllerBuilder, ResourceControllerBuilder, WatchesOptions } from './controller-builder.ts'
import { alwaysLeading, type Election, type ElectionCallbacks } from './election.ts'
import { EventRecorders } from './event-recorders.ts'
import { HealthChecks } from './health-checks.ts'
import type { HealthCheck } from './health-endpoint.ts'
import { checkLeaderElection } from './leader-election-options.ts'
import { leaseElection } from './lease-election.ts'
import { Lifecycle } from './lifecycle.ts'
import type { Manager } from './manager.ts'
import type { ManagerOptions } from './manager-options.ts'
import { SharedCatchUp } from './shared-catch-up.ts'

const GRACE_MS = 30_000
/** A timer with a longer delay would fire at once. */
const LONGEST_MS = 2 ** 31 - 1

/**
 * Creates a manager. Nothing is requested before `run`.
 *
 * Throws a UsageError without a client, for a leader election without a name or namespace, and for an invalid grace period. Durations of the election that
 * are not safe reject the promise of `run`, before anything starts.
 *
 * @example
 * const manager = createManager({ client, leaderElection: { name: 'widgets', namespace: 'ops' } })
 * manager
 *   .controllerFor(widgets, { predicates: [generationChanged] })
 *   .owns(deployments)
 *   .reconcile(async ({ namespace, name }, { client }) => {
 *     const widget = await client.find(widgets, { namespace, name })
 *     if (widget) await client.apply(deployments, deploymentOf(widget))
 *   })
 * await manager.run(signal)
 */
export function createManager(options: ManagerOptions): Manager {
  // Not from the types: a caller in JavaScript may omit it.
  if (!(options as Partial<ManagerOptions>)?.client)
    throw new UsageError('must specify Config: createManager needs a client')
  return new ControllerManager(options)
}

class ControllerManager implements Manager {
  readonly client: Client
  readonly apiReader: Reader
  readonly cache: Cache
  readonly #options: ManagerOptions
  readonly #log: Logger
  readonly #clock: Clock
  readonly #random: Random
  readonly #recorders: EventRecorders
  readonly #health: HealthChecks
  readonly #lifecycle: Lifecycle
  readonly #controllers: Controller[] = []
  readonly #leadersCatchUp: SharedCatchUp
  /** Before the election, when the leader of now still writes. */
  readonly #othersCatchUp: SharedCatchUp

  constructor(options: ManagerOptions) {
    const { client, metrics, log = consoleLogger(), clock = systemClock, random = Math.random } = options
    this.#options = options
    this.#log = log
    this.#clock = clock
    this.#random = random
    this.cache = createCache({ ...cacheReports(log), ...options.cache, client, clock, random })
    this.#leadersCatchUp = new SharedCatchUp(this.cache)
    this.#othersCatchUp = options.leaderElection ? new SharedCatchUp(this.cache) : this.#leadersCatchUp
    this.client = createClient({ client, cache: this.cache, metrics: metrics?.client, clock })
    this.apiReader = createApiReader(client)
    this.#recorders = new EventRecorders(controller =>
      createEventRecorder({ client, controller, log, clock, random }),
    )
    this.#health = new HealthChecks({ log })
    this.#lifecycle = new Lifecycle({
      clock,
      log,
      gracePeriodMs: checkGracePeriod(options.gracefulShutdownTimeoutMs ?? GRACE_MS),
      createElection: this.#electionCreator(),
      shutDown: signal => this.#recorders.shutDown(signal),
    })
    this.add(this.cache)
  }

  get elected(): Promise<void> {
    return this.#lifecycle.elected
  }

  get events(): EventRecorder {
    const { name, leaderElection } = this.#options
    return this.#eventsOf(name ?? leaderElection?.name ?? 'controller-manager')
  }

  add(runnable: Runnable): void {
    this.#lifecycle.add(runnable)
  }

  controllerFor<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    options: WatchesOptions<T> = {},
  ): ResourceControllerBuilder {
    return Builder.of(this.#host, resource, options)
  }

  controller(name: string): ControllerBuilder {
    return new Builder(this.#host, name)
  }

  addHealthzCheck(name: string, check: HealthCheck): void {
    this.#health.addHealthzCheck(name, check)
  }

  addReadyzCheck(name: string, check: HealthCheck): void {
    this.#health.addReadyzCheck(name, check)
  }

  handleHealth(request: Request): Promise<Response> {
    return this.#health.handle(request)
  }

  async run(signal: AbortSignal): Promise<void> {
    this.#health.close()
    try {
      await this.#lifecycle.run(signal)
    } finally {
      // Those that never ran, because this process did not lead.
      for (const controller of this.#controllers) controller.close()
    }
  }

  get #host(): BuilderHost {
    return {
      createSource: watch => kindSource({ cache: this.cache, ...watch }),
      addController: plan => this.#addController(plan),
    }
  }

  #addController({ name, resource, reconciler, sources, options }: ControllerPlan): Controller {
    const { metrics, controllerDefaults: defaults, catchUpBeforeWork = true } = this.#options
    const needsLeaderElection = options.needsLeaderElection ?? defaults?.needsLeaderElection ?? true
    const catchUp = needsLeaderElection ? this.#leadersCatchUp : this.#othersCatchUp
    const controller = new Controller({
      metrics: metrics?.controller,
      queueMetrics: metrics?.queue,
      log: this.#log,
      clock: this.#clock,
      random: this.#random,
      ...(catchUpBeforeWork && { beforeWork: signal => catchUp.wait(signal) }),
      ...options,
      maxConcurrentReconciles: options.maxConcurrentReconciles ?? this.#concurrencyOf(resource),
      name,
      reconciler,
      defaults,
      client: this.client,
      events: this.#eventsOf(name),
    })
    for (const source of sources) controller.watch(source)
    this.#controllers.push(controller)
    try {
      this.add(controller)
    } catch (error) {
      controller.close()
      throw error
    }
    return controller
  }

  /** Of the controllers of a kind (controller-runtime `config.Controller.GroupKindConcurrency`). */
  #concurrencyOf(resource: ResourceDefinition | undefined): number | undefined {
    const { groupKindConcurrency = {} } = this.#options
    const groupKind = resource && (resource.group ? `${resource.kind}.${resource.group}` : resource.kind)
    return groupKind && Object.hasOwn(groupKindConcurrency, groupKind)
      ? groupKindConcurrency[groupKind]
      : undefined
  }

  #eventsOf(name: string): EventRecorder {
    return this.#options.events ?? this.#recorders.of(name)
  }

  #electionCreator(): (callbacks: ElectionCallbacks) => Election {
    const { client, leaderElection, metrics } = this.#options
    if (!leaderElection) return alwaysLeading
    const options = checkLeaderElection(leaderElection, this.#random)
    return callbacks =>
      leaseElection(
        options,
        {
          client,
          events: this.events,
          log: this.#log,
          clock: this.#clock,
          random: this.#random,
          metrics: metrics?.leaderElection,
        },
        callbacks,
      )
  }
}

/** Reports what goes wrong between the cache and the server, or in a handler. */
const cacheReports = (log: Logger): Pick<CacheOptions, 'onWatchError' | 'onHandlerError'> => ({
  onWatchError: (resource, error) =>
    log.error('failed to list or watch', error, { resource: resourceName(resource) }),
  onHandlerError: (error, handler) => log.error('an event handler has failed', error, { handler }),
})

function checkGracePeriod(ms: number): number {
  if (ms <= LONGEST_MS) return ms
  throw new UsageError(
    `gracefulShutdownTimeoutMs must be at most ${LONGEST_MS}, not ${ms}; a negative number waits without a limit`,
  )
}
