import type { Clock, Random } from '../../api/clock.ts'
import type { ListerWatcher } from '../../api/lister-watcher.ts'
import type { SnapshotStore } from '../../api/snapshot-store.ts'
import type { MutationDetector } from '../handlers/mutation-detector.ts'
import type { ReflectorOptions } from '../reflector/reflector-options.ts'
import type { Indexers } from '../store/index-function.ts'
import type { InformerMetrics } from './informer-metrics.ts'

/** The options that an informer passes to its Reflector unchanged. */
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

/** What the informer follows, how it stores objects, and what it starts from. Only `listerWatcher` is required. */
export interface SharedIndexInformerOptions<T, TIndexName extends string = string>
  extends ReflectorPassThrough<T> {
  readonly listerWatcher: ListerWatcher<T>
  /** Indexes in addition to `namespace`, which always exists. */
  readonly indexers?: Indexers<T, TIndexName> | undefined
  /** How often handlers receive every object again, without a request to the server; 0 for never. @default 0 */
  readonly resyncPeriodMs?: number | undefined
  /**
   * Applied to each object before it is cached; may change it in place. Objects then share no parts, unless
   * `createListWatch` requests sharing. It must be fast and idempotent: objects of a snapshot were transformed before
   * they were saved.
   */
  readonly transform?: ((object: T) => T) | undefined
  /**
   * The queue between the Reflector and the cache. `delta` combines all changes of an object; `real` keeps the order of
   * events across objects, and each event. @default 'delta'
   */
  readonly queue?: 'delta' | 'real' | undefined
  /**
   * Keeps the cache across restarts: its objects are delivered first, as the initial list, and the watch resumes from
   * its resourceVersion. Changes are saved in the background; a store that fails does not affect the cache.
   */
  readonly snapshotStore?: SnapshotStore<T> | undefined
  /**
   * The shortest time between two writes to the snapshot store. The pause after a write is at least twenty times as
   * long as the write, so that writing takes a twentieth of the time at most. @default 500
   */
  readonly snapshotThrottleMs?: number | undefined
  /** Receives errors of handlers, with the handler's name. @default they are ignored */
  readonly onHandlerError?: ((error: unknown, handlerName: string) => void) | undefined
  /**
   * Called when a list fails or a watch is rejected, but not for errors within an open stream (client-go
   * `SetWatchErrorHandler`). The status has both.
   */
  readonly onWatchError?: ((error: unknown) => void) | undefined
  /** For development: detects writes to objects of the cache. */
  readonly mutationDetector?: MutationDetector | undefined
  readonly metrics?: InformerMetrics | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** @default Math.random */
  readonly random?: Random | undefined
}
