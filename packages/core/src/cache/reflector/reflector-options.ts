import type { Clock, Random } from '../../api/clock.ts'
import type { ListerWatcher } from '../../api/lister-watcher.ts'
import type { ReflectorStore } from '../store/reflector-store.ts'
import type { Backoff } from './backoff.ts'
import type { DataConsistencyCheck } from './data-consistency.ts'
import type { ReflectorObserver } from './reflector-observer.ts'

/** What a Reflector reads, where it stores the objects, and how it handles interruptions. */
export interface ReflectorOptions<T> {
  readonly listerWatcher: ListerWatcher<T>
  readonly store: ReflectorStore<T>
  readonly observer?: ReflectorObserver | undefined
  /**
   * Whether to request the initial list by watch (`sendInitialEvents`, KEP-3157) instead of a list; servers without
   * support are listed. Off by default: some runtimes, Chromium among them, read only the beginning of such streams as
   * Kubernetes 1.37 compresses them. @default false
   */
  readonly watchList?: boolean | undefined
  /** How often `store.resync` is called; 0 for never. @default 0 */
  readonly resyncPeriodMs?: number | undefined
  /** Called at each resync tick. @default always */
  readonly shouldResync?: (() => boolean) | undefined
  /** Forces paged lists of this size, at any resourceVersion (client-go `WatchListPageSize`). */
  readonly pageSize?: number | undefined
  /** A watch without data for this long is replaced; 0 for no limit. @default 90_000 */
  readonly watchIdleTimeoutMs?: number | undefined
  /**
   * The shortest time after which the server ends a watch: each watch requests a random timeout in [min, 2 * min), in
   * whole seconds. Values below the default have no effect, as in client-go. @default 300_000
   */
  readonly minWatchTimeoutMs?: number | undefined
  /** @default client-go's, 0.8 s to 30 s with jitter */
  readonly backoff?: Backoff | undefined
  /**
   * The resourceVersion of the objects in the store: the first round watches from there instead of listing. If the
   * server no longer has it, a list follows, as always. @default the first round lists
   */
  readonly initialResourceVersion?: string | undefined
  /**
   * For how long a watch is retried at once while the server sends internal errors within it (client-go
   * `MaxInternalErrorRetryDuration`). @default 0: such an error is followed by a list, like any other
   */
  readonly maxInternalErrorRetryMs?: number | undefined
  /**
   * For development: compares the result of each watch-list with a list, like `checkDataConsistency`. Its errors are
   * passed to `observer.onError`.
   */
  readonly consistencyCheck?: DataConsistencyCheck | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** @default Math.random */
  readonly random?: Random | undefined
}
