import type { Clock, InformerClient, Random } from '@kube-informer/core'
import type { Logger } from '../api/logger.ts'
import type { ManagerMetrics } from '../api/metrics.ts'
import type { EventRecorder } from '../api/reconciler.ts'
import type { CacheOptions } from '../client/cache-options.ts'
import type { ControllerDefaults } from '../controller/controller-options.ts'
import type { LeaderElectionOptions } from './leader-election-options.ts'

/** What the controllers of one process share (controller-runtime `manager.Options`). */
export interface ManagerOptions {
  readonly client: InformerClient
  /** Names the manager in its events. @default the name of the leader election, or 'controller-manager' */
  readonly name?: string | undefined
  /** Without it, the controllers run at once: there must be one process only. @default none */
  readonly leaderElection?: LeaderElectionOptions | undefined
  /** What is cached, and how. @default all namespaces */
  readonly cache?: Omit<CacheOptions, 'client' | 'clock' | 'random'> | undefined
  /**
   * Whether the first reconcile waits until the cache has what the server has. The first list may come from an API server
   * whose watch cache is stale, and lack the last writes of the leader before, or of this program before its restart: a child would be
   * created twice. Costs one list of metadata of each kind, for all controllers together. @default true
   */
  readonly catchUpBeforeWork?: boolean | undefined
  /** Apply where a controller has no option of its own. */
  readonly controllerDefaults?: ControllerDefaults | undefined
  /**
   * How many reconciles run at once in the controllers of a kind, by the kind and its group: `Deployment.apps`, `Pod`. It takes
   * precedence over `controllerDefaults`, and the option `maxConcurrentReconciles` of a controller over both.
   */
  readonly groupKindConcurrency?: Readonly<Record<string, number>> | undefined
  /**
   * How long a stop may take, in milliseconds. 0 does not wait for runnables, a negative number waits without a limit.
   * @default 30_000
   */
  readonly gracefulShutdownTimeoutMs?: number | undefined
  /** Records the events of the manager and of all controllers. @default a recorder of events.k8s.io/v1 for each */
  readonly events?: EventRecorder | undefined
  /** @default consoleLogger() */
  readonly log?: Logger | undefined
  /** Receives what is measured. `controllerMetrics` publishes it. @default none */
  readonly metrics?: ManagerMetrics | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** @default Math.random */
  readonly random?: Random | undefined
}
