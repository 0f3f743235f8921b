import type { Cacher } from '@kube-informer/core/cacher'
import { expired, type Reads } from '@kube-informer/core/cacher/internal'
import { isOlder } from './revisions.ts'

/** Options of {@link cachedReads}. */
export interface CachedReadsOptions {
  readonly cacher: Cacher
  /** The newest resourceVersion of the apiserver, read consistently. */
  readonly newest: (signal: AbortSignal | undefined) => Promise<string>
}

/**
 * The reads of a cache. A watch from a resourceVersion that the apiserver has not reached is a 410: the reader has it from
 * the time before the cluster was restored, and would miss all events up to it.
 */
export const cachedReads = ({ cacher, newest }: CachedReadsOptions): Reads => ({
  list: options => cacher.list(options),
  get: options => cacher.get(options),
  watch: async options => {
    const { resourceVersion = '', openingSignal } = options
    if (isOlder(cacher.resourceVersion, resourceVersion)) {
      const current = await newest(openingSignal)
      if (isOlder(current, resourceVersion))
        throw expired(`too new resource version: ${resourceVersion} (${current})`)
    }
    return cacher.watch(options)
  },
})
