import { expired } from '@kube-informer/cacher'
import type { ListerWatcher, Row, WatchEvent } from '@kube-informer/core'
import { LinkedAbort } from '../api/linked-abort.ts'
import { isOlder } from './revisions.ts'

/**
 * Notices that a cluster was restored from a backup: its resourceVersions went back. A watch from a later resourceVersion
 * would stay silent, and then continue with a gap. (A feed whose watches are silent verifies its resourceVersion, too.)
 */
export class RestoreCheck {
  readonly #onRestored: () => void
  #watch = new AbortController()
  /** Whether the feed has to list before it watches. */
  #mustList = false

  /** @param onRestored called before the feed lists again */
  constructor(onRestored: () => void) {
    this.#onRestored = onRestored
  }

  /** The feed, whose watches end with a 410 when the cluster was restored, so that it lists again. */
  guard(feed: ListerWatcher<Row>): ListerWatcher<Row> {
    return {
      ...feed,
      list: (query, context) => {
        this.#mustList = false
        return feed.list(query, context)
      },
      watch: async (query, context) => {
        if (this.#mustList) throw restored()
        const watch = new AbortController()
        this.#watch = watch
        const both = new LinkedAbort(context.signal, watch.signal)
        try {
          return guarded(await feed.watch(query, { ...context, signal: both.signal }), watch.signal, both)
        } catch (error) {
          both.release()
          throw error
        }
      },
    }
  }

  /** Compares a newest resourceVersion of the server with one that the cache had before it was requested. */
  report(resourceVersion: string, cachedBefore: string): void {
    if (isOlder(resourceVersion, cachedBefore)) this.restored()
  }

  /** Makes the feed list again. */
  restored(): void {
    this.#onRestored()
    this.#mustList = true
    this.#watch.abort(restored())
  }
}

const restored = () => expired('the cluster was restored to an earlier state')

async function* guarded(
  events: AsyncIterable<readonly WatchEvent<Row>[]>,
  signal: AbortSignal,
  both: LinkedAbort,
): AsyncGenerator<readonly WatchEvent<Row>[]> {
  try {
    yield* events
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    both.release()
  }
  signal.throwIfAborted()
}
