import { type Clock, type Random, systemClock, UsageError } from '@kube-informer/core'
import {
  defaultControllerRateLimiter,
  ItemExponentialFailureRateLimiter,
  type MetricsProvider,
  type RateLimiter,
} from '@kube-informer/core/workqueue'
import type { Client } from '../api/client.ts'
import type { Logger } from '../api/logger.ts'
import type { ControllerMetrics } from '../api/metrics.ts'
import type { EventRecorder, Reconciler } from '../api/reconciler.ts'
import type { Request } from '../api/request.ts'
import { silentLogger } from '../api/silent-logger.ts'
import { checkDebounce, type DebounceOptions } from './debouncer.ts'
import { MAX_TIMEOUT_MS } from './delays.ts'
import { createQueue, type NewQueue } from './new-queue.ts'

/** Options that a manager may set for all its controllers (controller-runtime `config.Controller`). */
export interface ControllerDefaults {
  /** How many reconciles run at once, each of another request. @default 1 */
  readonly maxConcurrentReconciles?: number | undefined
  /** How long the start of a source and its first list may take together. @default 120_000 */
  readonly cacheSyncTimeoutMs?: number | undefined
  /**
   * Aborts the signal of a reconcile after this time. A reconciler that ignores its signal keeps its request nevertheless: two
   * reconciles of one request never run at once. 0 means none, also where the manager has another default. @default none
   */
  readonly reconciliationTimeoutMs?: number | undefined
  /** Whether it runs only while this process leads. @default true */
  readonly needsLeaderElection?: boolean | undefined
  /** Whether sources start before this process leads, so that a new leader has a full queue. @default false */
  readonly enableWarmup?: boolean | undefined
  /** Whether new events overtake initial lists and resyncs. @default true */
  readonly usePriorityQueue?: boolean | undefined
  /**
   * In how many milliseconds a waiting request rises by one priority. New events then overtake initial lists and resyncs for
   * `100 * agingMs` only. No effect without `usePriorityQueue`. @default never, as upstream
   */
  readonly agingMs?: number | undefined
  /** Whether another controller of the process may have the same name. Their metrics are then added up. @default false */
  readonly skipNameValidation?: boolean | undefined
}

/** How a controller takes requests from its queue: concurrency, rate limits, timeouts. */
export interface ControllerOptions extends ControllerDefaults {
  /** Labels the metrics and the messages. Unique in the process. */
  readonly name: string
  readonly reconciler: Reconciler
  /** The client that reconciles receive, each bound to its own signal. */
  readonly client: Client
  readonly events: EventRecorder
  /** Apply where this controller has no option of its own. */
  readonly defaults?: ControllerDefaults | undefined
  /** The field manager of the writes of reconciles. @default the client's */
  readonly fieldManager?: string | undefined
  /** Joins the events of a burst. It delays the first reconcile by `waitMs`. @default none */
  readonly debounce?: DebounceOptions | undefined
  /**
   * The delays of retries. @default 5 ms doubling up to 1000 s; without priorities, at most 10 per second as well
   */
  readonly rateLimiter?: RateLimiter<Request> | undefined
  /** Creates the queue. @default PriorityQueue, or RateLimitingQueue without `usePriorityQueue` */
  readonly newQueue?: NewQueue | undefined
  /** Called when the sources have synced and this process may work. The first reconcile waits for it. @default none */
  readonly beforeWork?: ((signal: AbortSignal) => Promise<void>) | undefined
  /** @default messages are ignored */
  readonly log?: Logger | undefined
  readonly metrics?: ControllerMetrics | undefined
  /** The metrics of the queue. */
  readonly queueMetrics?: MetricsProvider | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** @default Math.random */
  readonly random?: Random | undefined
}

type Optional =
  | 'agingMs'
  | 'reconciliationTimeoutMs'
  | 'fieldManager'
  | 'debounce'
  | 'beforeWork'
  | 'metrics'
  | 'queueMetrics'

type Defined<T> = { readonly [K in keyof T]-?: Exclude<T[K], undefined> }

/** The options of a controller with all defaults. */
export type ControllerSettings = Defined<Omit<ControllerOptions, Optional | 'defaults'>> &
  Pick<ControllerOptions, Optional>

/** The controller's own options, else the manager's, else the defaults. Throws a UsageError for invalid ones. */
export function controllerSettings({ defaults = {}, ...own }: ControllerOptions): ControllerSettings {
  const { usePriorityQueue = defaults.usePriorityQueue ?? true, clock = systemClock } = own
  const settings: ControllerSettings = {
    ...own,
    usePriorityQueue,
    clock,
    agingMs: own.agingMs ?? defaults.agingMs,
    maxConcurrentReconciles: own.maxConcurrentReconciles ?? defaults.maxConcurrentReconciles ?? 1,
    cacheSyncTimeoutMs: own.cacheSyncTimeoutMs ?? defaults.cacheSyncTimeoutMs ?? 120_000,
    reconciliationTimeoutMs: own.reconciliationTimeoutMs ?? defaults.reconciliationTimeoutMs,
    needsLeaderElection: own.needsLeaderElection ?? defaults.needsLeaderElection ?? true,
    enableWarmup: own.enableWarmup ?? defaults.enableWarmup ?? false,
    skipNameValidation: own.skipNameValidation ?? defaults.skipNameValidation ?? false,
    rateLimiter: own.rateLimiter ?? defaultRateLimiter(usePriorityQueue, clock),
    newQueue: own.newQueue ?? createQueue,
    log: own.log ?? silentLogger,
    random: own.random ?? Math.random,
  }
  check(settings)
  return settings
}

/** The bucket of the classic queue would delay the retries of all requests together. */
const defaultRateLimiter = (usePriorityQueue: boolean, clock: Clock): RateLimiter<Request> =>
  usePriorityQueue
    ? new ItemExponentialFailureRateLimiter({ baseDelayMs: 5, maxDelayMs: 1_000_000 })
    : defaultControllerRateLimiter({ clock })

function check(settings: ControllerSettings): void {
  const { name, reconciler, maxConcurrentReconciles: workers, debounce, agingMs } = settings
  if (!name) throw new UsageError('must specify Name for Controller')
  if (typeof reconciler !== 'function') throw new UsageError('must specify Reconciler')
  if (!Number.isSafeInteger(workers) || workers < 1)
    throw new UsageError(`maxConcurrentReconciles must be a positive integer, not ${workers}`)
  if (agingMs !== undefined && !(agingMs > 0))
    throw new UsageError(`agingMs must be positive, not ${agingMs}`)
  checkTimeout('cacheSyncTimeoutMs', settings.cacheSyncTimeoutMs)
  const { reconciliationTimeoutMs = 0 } = settings
  if (reconciliationTimeoutMs !== 0) checkTimeout('reconciliationTimeoutMs', reconciliationTimeoutMs)
  if (debounce) checkDebounce(debounce)
}

function checkTimeout(option: string, ms: number): void {
  if (ms > 0 && ms <= MAX_TIMEOUT_MS) return
  throw new UsageError(`${option} must be more than 0 and at most ${MAX_TIMEOUT_MS}, not ${ms}`)
}
