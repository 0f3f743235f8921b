import type { Clock, Random } from '../../api/clock.ts'
import type { SnapshotStore } from '../../api/snapshot-store.ts'
import type { ListerWatcher } from '../../client/lister-watcher.ts'
import type { MutationDetector } from '../handlers/mutation-detector.ts'
import type { ReflectorOptions } from '../reflector/reflector-options.ts'
import type { Indexers } from '../store/index-function.ts'
import type { InformerMetrics } from './informer-metrics.ts'

/** What an informer hands on to its Reflector as it is. */
type ReflectorPassThrough<T> = Pick<
  ReflectorOptions<T>,
  | 'watchList'
  | 'pageSize'
  | 'watchIdleTimeoutMs'
  | 'minWatchTimeoutMs'
  | 'backoff'
  | 'maxInternalErrorRetryMs'
  | 'consistencyCheck'
>

/** Options of {@link SharedIndexInformer}. */
export interface SharedIndexInformerOptions<T, TIndexName extends string = string>
  extends ReflectorPassThrough<T> {
  readonly listerWatcher: ListerWatcher<T>
  /** Indexes besides `namespace`, which is always there. */
  readonly indexers?: Indexers<T, TIndexName> | undefined
  /** How often handlers are told of every object again, without asking the server; 0 for never. @default 0 */
  readonly resyncPeriodMs?: number | undefined
  /**
   * Changes an object before anything else sees it, in place if it likes: objects have no parts in common then, unless
   * `createListWatch` was told to share them. It must be fast, and must give the same when it is applied twice: what a
   * snapshot brings was transformed before it was saved.
   */
  readonly transform?: ((object: T) => T) | undefined
  /**
   * The queue between the Reflector and the cache. `delta` hands out all that happened to an object at once;
   * `real` keeps the order of events across objects, and tells of every single one. @default 'delta'
   */
  readonly queue?: 'delta' | 'real' | undefined
  /**
   * Keeps the cache across restarts: what it holds is told first, as the initial list, and the watch resumes from
   * its version. Changes are saved behind the cache's back; a store that fails costs nothing but itself.
   */
  readonly snapshotStore?: SnapshotStore<T> | undefined
  /**
   * The least time between two writes to the snapshot store; the pause behind a write is twenty times as long as the
   * write at least, so that writing never takes more than about a twentieth of the time. @default 500
   */
  readonly snapshotThrottleMs?: number | undefined
  /** Called with what a handler threw, and the handler's name. @default it is counted as the handler's own business */
  readonly onHandlerError?: ((error: unknown, handlerName: string) => void) | undefined
  /**
   * Called when a list fails or a watch is refused, not for what goes wrong inside an open stream (client-go
   * `SetWatchErrorHandler`). The status tells of both.
   */
  readonly onWatchError?: ((error: unknown) => void) | undefined
  /** For development: finds those who write to objects of the cache. */
  readonly mutationDetector?: MutationDetector | undefined
  readonly metrics?: InformerMetrics | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** @default Math.random */
  readonly random?: Random | undefined
}
