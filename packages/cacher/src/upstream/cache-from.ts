import { type Clock, type KubernetesObject, type Random, systemClock } from '@kube-informer/core'
import { AbortableListerWatcher } from '@kube-informer/core/tools'
import type { CacherSource } from '../api/cacher-source.ts'
import { Cacher, type CacherOptions } from '../cacher.ts'
import { ConsistencyCheck, type ConsistencyCheckOptions } from './consistency.ts'
import type { Upstream } from './upstream.ts'
import { UpstreamFeed, type UpstreamFeedOptions } from './upstream-feed.ts'
import { UpstreamSource } from './upstream-source.ts'

const PAGE_SIZE_WITH_STORE = 1000

/** The options of a Cacher, without the source. */
export interface CacheFromOptions<T extends KubernetesObject>
  extends Omit<CacherOptions<T>, 'source'>,
    Pick<
      UpstreamFeedOptions<T>,
      'stored' | 'onStoredError' | 'onRestored' | 'log' | 'pageSize' | 'watchIdleTimeoutMs'
    > {
  /**
   * Lists and watches complete objects of another apiserver. With `form: 'row'` the cache keeps their texts, which need a
   * fraction of the memory, and sends them as they are. `trim: []` keeps managedFields, which kubectl reads.
   */
  readonly listerWatcher: Upstream<T>
  /** Serves requests that the cache cannot serve. @default lists of the ListerWatcher */
  readonly source?: CacherSource<T> | undefined
  /** The periodic comparison with the server, which costs a list. */
  readonly consistencyCheck?: Pick<ConsistencyCheckOptions<T>, 'everyMs' | 'onDifference'> | undefined
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
}

/** A cache with its feed. */
export interface UpstreamCache<T extends KubernetesObject = KubernetesObject> {
  readonly cacher: Cacher<T>
  /** When something last arrived that only the server can have sent, in ms since the epoch; undefined before that. */
  readonly provenAt: number | undefined
  /** Feeds the cache until the signal aborts, and periodically checks it against the server. */
  run(signal: AbortSignal): Promise<void>
}

/**
 * Creates a cache for another apiserver: one list and one watch upstream serve any number of clients.
 *
 * @example
 * const { cacher, run } = cacheFrom({ listerWatcher, type: { kind: 'Pod', apiVersion: 'v1' } })
 * run(stopping.signal)
 * await cacher.ready(stopping.signal)
 */
export function cacheFrom<T extends KubernetesObject>(options: CacheFromOptions<T>): UpstreamCache<T> {
  const {
    listerWatcher: given,
    consistencyCheck,
    clock = systemClock,
    random = Math.random,
    ...more
  } = options
  const { stored, onStoredError, onRestored, log, ...rest } = more
  const listerWatcher = new AbortableListerWatcher(given, clock)
  const source = options.source ?? new UpstreamSource(listerWatcher)
  const cacher = new Cacher({ verifiesFutureWatches: true, ...rest, source, clock, random })
  const feed = new UpstreamFeed({
    cacher,
    upstream: listerWatcher,
    clock,
    random,
    stored,
    onStoredError,
    onRestored,
    log,
    // A page of texts is in memory until it is in the store.
    pageSize: options.pageSize ?? (options.bodyStore && PAGE_SIZE_WITH_STORE),
    watchIdleTimeoutMs: options.watchIdleTimeoutMs,
  })
  const check = new ConsistencyCheck({ ...consistencyCheck, cacher, source, clock, random })
  return {
    cacher,
    get provenAt() {
      return feed.provenAt
    },
    run: async signal => {
      await Promise.all([feed.run(signal), check.run(signal)])
    },
  }
}
