import type { Clock, ListerWatcher, Row, WatchEvent } from '@kube-informer/core'
import { expired } from '@kube-informer/core/cacher/internal'
import { Timer } from '@kube-informer/core/internal'
import { isOlder } from './revisions.ts'

/** A server sends a bookmark every minute. One that was restored to an earlier state sends nothing to later watches. */
const SILENCE_MS = 75_000

/** Options of {@link RestoreCheck}. */
export interface RestoreCheckOptions {
  readonly clock: Clock
  /** Reads the newest resourceVersion of the server, which reports it to {@link RestoreCheck.report}. */
  readonly ask: (signal: AbortSignal) => Promise<unknown>
  /** Called when the server turns out to be at an earlier state, before the feed lists again. */
  readonly onRestored: () => void
}

/**
 * Notices that a cluster was restored from a backup: its resourceVersions went back. A watch from a later resourceVersion
 * would stay silent, and then continue with a gap.
 */
export class RestoreCheck {
  readonly #options: RestoreCheckOptions
  #watch = new AbortController()

  constructor(options: RestoreCheckOptions) {
    this.#options = options
  }

  /** The feed, whose watches end with a 410 when the cluster was restored, so that it lists again. */
  guard(feed: ListerWatcher<Row>): ListerWatcher<Row> {
    return {
      ...feed,
      watch: async (query, context) => {
        const watch = new AbortController()
        this.#watch = watch
        const signal = AbortSignal.any([context.signal, watch.signal])
        return this.#guarded(await feed.watch(query, { ...context, signal }), watch.signal)
      },
    }
  }

  /** Compares a newest resourceVersion of the server with one that the cache had before it was requested. */
  report(resourceVersion: string, cachedBefore: string): void {
    if (isOlder(resourceVersion, cachedBefore)) this.restored()
  }

  /** Makes the feed list again. */
  restored(): void {
    this.#options.onRestored()
    this.#watch.abort(expired('the cluster was restored to an earlier state'))
  }

  async *#guarded(
    events: AsyncIterable<readonly WatchEvent<Row>[]>,
    signal: AbortSignal,
  ): AsyncGenerator<readonly WatchEvent<Row>[]> {
    const timer = new Timer(this.#options.clock)
    const wait = () => timer.start(SILENCE_MS, ask)
    // A failed request has no result; the next silence is another occasion.
    const ask = () => {
      wait()
      this.#options.ask(signal).catch(() => undefined)
    }
    wait()
    try {
      for await (const batch of events) {
        wait()
        yield batch
      }
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    } finally {
      timer.stop()
    }
    signal.throwIfAborted()
  }
}
