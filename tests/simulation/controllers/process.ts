import { createManager, type Logger, type Manager } from '@kube-informer/controller'
import { type Clock, createKubeClient, type Fetch, type Random } from '@kube-informer/core'
import { deployments, pods } from '@kube-informer/core/resources'
import { type KeeperObserver, keeper, NAMESPACE } from './keeper.ts'
import type { ProcessPlan } from './plan.ts'
import { ProcessClock } from './process-clock.ts'
import { ProcessNetwork, type SentWrite } from './process-network.ts'

const SILENT: Logger = { debug: () => {}, info: () => {}, error: () => {}, with: () => SILENT }

/** Options of {@link Process}. */
export interface ProcessOptions {
  readonly plan: ProcessPlan
  readonly identity: string
  readonly latencyMs: number
  readonly fetch: Fetch
  readonly clock: Clock
  readonly random: Random
  readonly observer: ProcessObserver
}

/** Observes one process. */
export interface ProcessObserver extends KeeperObserver {
  onLeading(): void
  onStopped(): void
  onWrite(write: SentWrite): void
}

/** A simulated process that runs the keeper under leader election. It runs once; a restart is a new process. */
export class Process {
  readonly identity: string
  readonly clock: ProcessClock
  readonly network: ProcessNetwork
  readonly #stopping = new AbortController()
  readonly #observer: ProcessObserver
  #ended: 'running' | 'ended' | 'failed' | 'killed' = 'running'

  constructor({ plan, identity, latencyMs, fetch, clock, random, observer }: ProcessOptions) {
    this.identity = identity
    this.clock = new ProcessClock(clock)
    this.network = new ProcessNetwork({ fetch, clock, latencyMs, onWrite: write => observer.onWrite(write) })
    this.#observer = observer
    const manager = createManager({
      client: createKubeClient({ baseUrl: 'http://fake', fetch: this.network.fetch, clock: this.clock }),
      clock: this.clock,
      random,
      log: SILENT,
      // Several processes share this one.
      controllerDefaults: { skipNameValidation: true, enableWarmup: plan.enableWarmup },
      leaderElection: {
        name: 'keeper',
        namespace: NAMESPACE,
        identity,
        releaseOnCancel: plan.releaseOnCancel,
      },
    })
    manager
      .controllerFor(deployments)
      .owns(pods)
      .withOptions({ maxConcurrentReconciles: plan.concurrency, reconciliationTimeoutMs: 60_000 })
      .reconcile(keeper({ clock: this.clock, workMs: plan.workMs, observer }))
    manager.add({ run: signal => this.#lead(signal) })
    void this.#run(manager)
  }

  get state(): 'running' | 'ended' | 'failed' | 'killed' {
    return this.#ended
  }

  get isAwake(): boolean {
    return this.clock.isRunning
  }

  stop(): void {
    this.#stopping.abort()
  }

  /** Ends the process at once: it sends nothing more, and the lease remains. */
  kill(): void {
    this.network.kill()
    this.clock.kill()
    if (this.#ended === 'running') this.#ended = 'killed'
    this.#observer.onStopped()
  }

  suspend(): void {
    this.network.suspend()
    this.clock.suspend()
  }

  /** What the network delivers comes before the timers that are due: the harder order. */
  resume(): void {
    this.network.resume()
    this.clock.resume()
  }

  /** The manager runs it as long as this process leads. */
  async #lead(signal: AbortSignal): Promise<void> {
    this.#observer.onLeading()
    await new Promise<unknown>(resolve => signal.addEventListener('abort', resolve, { once: true }))
    this.#observer.onStopped()
  }

  async #run(manager: Manager): Promise<void> {
    try {
      await manager.run(this.#stopping.signal)
      if (this.#ended === 'running') this.#ended = 'ended'
    } catch {
      // A lost lease, or a runnable that failed: a real process exits, and is started again.
      if (this.#ended === 'running') this.#ended = 'failed'
    }
    this.#observer.onStopped()
  }
}
