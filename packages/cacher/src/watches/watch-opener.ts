import { isTooLargeResourceVersion, type KubernetesObject } from '@kube-informer/core'
import { abortable } from '@kube-informer/core/internal'
import type { CacherSource } from '../api/cacher-source.ts'
import { isNewer, requestedRevision } from '../api/revision.ts'
import { internalError, tooOldResourceVersion } from '../api/status-errors.ts'
import type { Freshness } from '../freshness/freshness.ts'
import type { Readiness } from '../freshness/readiness.ts'
import type { CacheState } from '../history/cache-state.ts'
import type { CacherWatchOptions } from '../requests/requests.ts'
import type { Selections } from '../requests/selections.ts'
import type { CacherWatch } from '../watch/watch.ts'
import { statusOf, type Watches } from './watches.ts'

export interface WatchOpenerOptions<T extends KubernetesObject> {
  readonly state: CacheState<T>
  readonly source: CacherSource<T>
  readonly readiness: Readiness
  readonly freshness: Freshness
  readonly selections: Selections
  readonly watches: Watches<T>
  /** Whether a watch from a revision that the cache has not reached is verified with the source. */
  readonly verifiesFuture: boolean
}

/** Opens watches once the cache is as new as they require. */
export class WatchOpener<T extends KubernetesObject = KubernetesObject> {
  readonly #options: WatchOpenerOptions<T>
  /** The request for the source's revision that watches share. */
  #current: Promise<string> | undefined

  constructor(options: WatchOpenerOptions<T>) {
    this.#options = options
  }

  /** See `Cacher.watch`. */
  async open(options: CacherWatchOptions): Promise<CacherWatch<T>> {
    const { state, readiness, selections, watches } = this.#options
    const { resourceVersion = '', signal = options.openingSignal } = options
    const requested = requestedRevision(resourceVersion, state.revision)
    readiness.check()
    const { generation } = readiness
    // The state was replaced while the caller waited, so the caller has to retry.
    const isStale = () => !readiness.isReady || readiness.generation !== generation
    const selection = selections.get(options)
    try {
      if (isNewer(requested, state.revision)) await this.#verifyFuture(requested, signal)
      const required = await this.#requiredRevision(options, requested, signal)
      if (options.sendInitialEvents) await this.#untilFresh(options, required, signal)
      signal?.throwIfAborted()
      if (isStale()) return watches.over()
      return watches.open(options, selection, required)
    } catch (error) {
      return watches.over(signal?.aborted || isStale() ? undefined : statusOf(error))
    }
  }

  /**
   * A revision that the source does not have either is from before a restore, and is reached late or never: the client has
   * to list. Without an answer of the source, the watch waits.
   */
  async #verifyFuture(requested: string, signal: AbortSignal | undefined): Promise<void> {
    if (!this.#options.verifiesFuture) return
    const current = await abortable(this.#currentRevision(), signal)
    if (current !== undefined && isNewer(requested, current)) throw tooOldResourceVersion(requested, current)
  }

  async #currentRevision(): Promise<string | undefined> {
    this.#current ??= this.#options.source.currentResourceVersion().finally(() => {
      this.#current = undefined
    })
    return this.#current.catch(() => undefined)
  }

  async #requiredRevision(
    { resourceVersion, sendInitialEvents }: CacherWatchOptions,
    requested: string,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const isNewest = !resourceVersion && sendInitialEvents !== undefined
    return isNewest ? this.#options.source.currentResourceVersion(signal) : requested
  }

  async #untilFresh(
    { resourceVersion }: CacherWatchOptions,
    required: string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { freshness, source } = this.#options
    try {
      await freshness.until(required, signal)
    } catch (error) {
      // A source without progress may have nothing new, which the cache cannot detect; the client has to list.
      if (!resourceVersion && !source.requestProgress && isTooLargeResourceVersion(error))
        throw internalError(
          'a watch stream was requested by the client but the required storage feature RequestWatchProgress is disabled',
          'InternalError',
        )
      throw error
    }
  }
}
