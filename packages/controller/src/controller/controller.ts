import { UsageError } from '@kube-informer/core'
import { onAbort } from '@kube-informer/core/internal'
import { guardSignal } from '../api/guarded-signal.ts'
import type { Request, RequestLike } from '../api/request.ts'
import type { EnqueueOptions, RequestQueue } from '../api/request-queue.ts'
import type { Runnable } from '../api/runnable.ts'
import type { Source } from '../api/source.ts'
import { reserveName } from './controller-names.ts'
import { type ControllerOptions, type ControllerSettings, controllerSettings } from './controller-options.ts'
import { Debouncer } from './debouncer.ts'
import { addRequest, completeRequest, type ReconcileQueue } from './reconcile-queue.ts'
import { Watches } from './watches.ts'
import { Workers } from './workers.ts'

/**
 * Reconciles the requests of its sources (controller-runtime `controller.TypedController`).
 *
 * - All sources start at once. Reconciles start when every source has handled its first list.
 * - Two reconciles of one request never run at once. A request that is added during its reconcile is reconciled once more.
 * - A reconciler that throws is called again with backoff, unless it throws a `TerminalError`.
 * - After the signal of `run` aborts, no reconcile starts, and the signals of the running ones abort. `run` resolves when they
 *   have ended, also after an error of another part; it never rejects with the abort's reason.
 * - Long series of reconciles yield to the host, so that they delay no timer, watch or lease.
 *
 * @example
 * const controller = new Controller({ name: 'widget', client, events, reconciler: ({ namespace, name }, { client }) => … })
 * controller.watch(kindSource({ cache, resource: widgets, handler: enqueueRequestForObject }))
 * await controller.run(signal)
 */
export class Controller implements Runnable {
  /** The options with all defaults. */
  readonly settings: ControllerSettings
  readonly #watches: Watches
  readonly #releaseName: () => void
  /** Ends the sources, the queue and the reconciles. */
  readonly #lifetime = new AbortController()
  #queue: ReconcileQueue | undefined
  #debouncer: Debouncer | undefined
  #synced: Promise<void> | undefined
  #hasRun = false

  /** Throws a UsageError for invalid options, and if another controller of the process has the name. */
  constructor(options: ControllerOptions) {
    this.settings = controllerSettings(options)
    const { name, log, clock, cacheSyncTimeoutMs: timeoutMs, skipNameValidation } = this.settings
    const context = { log: log.with({ controller: name }), clock }
    this.#watches = new Watches({ controller: name, context, timeoutMs })
    this.#releaseName = skipNameValidation ? () => {} : reserveName(name)
  }

  get name(): string {
    return this.settings.name
  }

  get needsLeaderElection(): boolean {
    return this.settings.needsLeaderElection
  }

  /**
   * Adds a source. It starts with the controller, or at once if that was started. Returns a function that ends the source and
   * removes its handlers; the requests that it has added stay. No effect once the controller has stopped.
   */
  watch(source: Source): () => void {
    return this.#watches.add(source)
  }

  /**
   * With `enableWarmup`, starts the sources, so that the queue is full when this process begins to lead; without, does nothing.
   * Resolves when they have synced. They go on until this signal or that of `run` aborts.
   */
  async warmup(signal: AbortSignal): Promise<void> {
    if (!this.settings.enableWarmup) return
    const unsubscribe = onAbort(signal, reason => this.#stop(reason))
    onAbort(this.#lifetime.signal, unsubscribe)
    try {
      await this.#startOnce()
    } catch (error) {
      this.#stop(error)
      throw error
    }
  }

  /**
   * Runs until the signal aborts; then it resolves when the running reconciles have ended. Rejects if a source fails to start
   * or to sync. Once only.
   */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#hasRun) throw new UsageError(STARTED_TWICE)
    this.#hasRun = true
    const unsubscribe = onAbort(signal, reason => this.#stop(reason))
    guardSignal(this.#lifetime.signal, () => void signal.aborted)
    try {
      await this.#startOnce()
      await this.#prepare()
      await this.#work()
    } finally {
      unsubscribe()
      this.#stop(undefined)
      this.#releaseName()
    }
  }

  /** Gives up the name of a controller that will not run. No effect on one that runs. */
  close(): void {
    if (!this.#hasRun) this.#stop(undefined)
  }

  /** What `warmup` has started is not started again. */
  #startOnce(): Promise<void> {
    this.#synced ??= this.#start()
    return this.#synced
  }

  async #start(): Promise<void> {
    const { signal } = this.#lifetime
    if (signal.aborted) return
    const {
      name,
      maxConcurrentReconciles,
      newQueue,
      queueMetrics: metricsProvider,
      ...settings
    } = this.settings
    const { usePriorityQueue, agingMs, rateLimiter, clock, debounce, metrics } = settings
    metrics?.controllerStarted(name, maxConcurrentReconciles)
    const queueOptions = { name, usePriorityQueue, agingMs, rateLimiter, metricsProvider, clock }
    const queue = newQueue({ ...queueOptions, hasDebounced: () => this.#debouncer?.isEmpty === false })
    this.#queue = queue
    const release = (request: Request, priority: number) => addRequest(queue, request, { priority })
    if (debounce) this.#debouncer = new Debouncer({ ...debounce, clock, release })
    await this.#watches.start(this.#intake(queue), signal)
  }

  /** Where sources add requests. The debounce applies to events, not to the delays that a handler or result asks for. */
  #intake(queue: ReconcileQueue): RequestQueue {
    return {
      add: (request: RequestLike, options?: EnqueueOptions) => {
        const complete = completeRequest(request)
        const hasDelay = options?.afterMs !== undefined || options?.rateLimited
        if (this.#debouncer && !hasDelay) this.#debouncer.add(complete, options?.priority)
        else addRequest(queue, complete, options)
      },
    }
  }

  async #prepare(): Promise<void> {
    const { signal } = this.#lifetime
    if (signal.aborted) return
    try {
      await this.settings.beforeWork?.(signal)
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  async #work(): Promise<void> {
    const { log, clock, name, maxConcurrentReconciles } = this.settings
    const { signal } = this.#lifetime
    if (!this.#queue || signal.aborted) return
    // The delivery of the first list may have used its share of this task.
    await clock.yieldToHost()
    log.info('Starting workers', { controller: name, workers: maxConcurrentReconciles })
    await new Workers(this.settings, this.#queue).run(signal)
    log.info('All workers finished', { controller: name })
  }

  /** Synchronous with the abort. Idempotent. */
  #stop(reason: unknown): void {
    this.#lifetime.abort(reason)
    this.#debouncer?.stop()
    this.#queue?.shutDown()
    if (!this.#hasRun) this.#releaseName()
  }
}

const STARTED_TWICE =
  'controller was started more than once. This is likely to be caused by being added to a manager multiple times'
