import type { Clock } from '../../api/clock.ts'
import { ConnectionError } from '../../api/errors.ts'
import { metaNamespaceKey } from '../../api/keys.ts'
import type { ListerWatcher, WatchOptions } from '../../api/lister-watcher.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'
import type { ReflectorStore } from '../store/reflector-store.ts'
import type { DataConsistencyCheck } from './data-consistency.ts'
import type { EventApplier } from './event-applier.ts'
import { type InitialEventsResult, readInitialEvents } from './initial-events.ts'
import { isBusyOrDown } from './is-busy-or-down.ts'
import { LateMarkerTicker } from './late-marker.ts'
import type { OpenWatch } from './open-watch.ts'
import type { ReflectorObserver } from './reflector-observer.ts'
import { INITIAL_LIST_GRACE_MS, isResourceVersionUnavailable } from './relister.ts'
import type { SyncPosition } from './sync-position.ts'
import type { WatchEnd } from './watch-end.ts'

export interface WatchListSyncOptions<T> {
  readonly listerWatcher: ListerWatcher<T>
  readonly store: ReflectorStore<T>
  readonly observer: ReflectorObserver
  readonly position: SyncPosition
  readonly applier: EventApplier<T>
  readonly clock: Clock
  /** Whether to use watch-lists at all. */
  readonly isEnabled: boolean
  readonly watchIdleTimeoutMs: number
  readonly consistencyCheck: DataConsistencyCheck | undefined
  /** Requests a watch, which is not open after an abort, an idle timeout, or a reconnect. */
  readonly open: (options: WatchOptions, signal: AbortSignal) => Promise<OpenWatch<T>>
  readonly onError: (error: unknown, signal: AbortSignal) => void
  /** Waits before the next attempt. */
  readonly pause: (signal: AbortSignal) => Promise<void>
}

/** Initial events arrive without pauses: a stream that stops for this long before its end bookmark is truncated. */
const INITIAL_EVENTS_IDLE_TIMEOUT_MS = 5_000

/** How {@link WatchListSync.sync} ended: 'retry' requests the initial list again at once, undefined falls back to a list. */
type Attempt<T> = OpenWatch<T> | 'complete' | 'retry' | undefined

/** Reads a Reflector's initial list as the first events of a watch instead of a list request (KEP-3157, watch-list). */
export class WatchListSync<T> {
  readonly #options: WatchListSyncOptions<T>
  /** Consecutive streams that ended before their end bookmark. */
  #truncatedStreams = 0

  constructor(options: WatchListSyncOptions<T>) {
    this.#options = options
  }

  /**
   * Resolves with the watch that sent the initial list and continues from there, or with 'complete' when that watch cannot
   * continue. Resolves with undefined when the Reflector must list instead; its next round tries the watch-list again.
   */
  async sync(signal: AbortSignal): Promise<OpenWatch<T> | 'complete' | undefined> {
    if (!this.#isSupported) return undefined
    let outcome: Attempt<T> = 'retry'
    while (outcome === 'retry' && !signal.aborted) outcome = await this.#try(signal)
    if (!signal.aborted && !this.#isSupported) this.#noteFallback()
    return outcome === 'retry' ? undefined : outcome
  }

  get #isSupported(): boolean {
    const { isEnabled, listerWatcher } = this.#options
    return isEnabled && listerWatcher.watchList?.isSupported !== false
  }

  #noteFallback(): void {
    const { applier, observer } = this.#options
    observer.onNotice?.(
      `${applier.description}: the initial list by watch was truncated, so it is requested as a list from now on`,
    )
  }

  async #try(signal: AbortSignal): Promise<Attempt<T>> {
    let watch: OpenWatch<T> | undefined
    try {
      watch = await this.#options.open(this.#watchOptions(), signal)
      if (!watch.isOpen) return await this.#afterNoAnswer(watch.end, signal)
      const result = await this.#readInitialEvents(watch, signal)
      if (!signal.aborted && result.type === 'complete') return await this.#complete(watch, result, signal)
      await watch.close()
      if (signal.aborted || result.type === 'complete') return undefined
      if (result.type === 'failed') return await this.#afterError(result.error, signal)
      return this.#afterTruncation(result.end)
    } catch (error) {
      await watch?.close()
      return signal.aborted ? undefined : await this.#afterError(error, signal)
    }
  }

  async #complete(
    watch: OpenWatch<T>,
    { items, resourceVersion }: { readonly items: readonly T[]; readonly resourceVersion: string },
    signal: AbortSignal,
  ): Promise<OpenWatch<T> | 'complete'> {
    const { applier, listerWatcher, observer } = this.#options
    void this.#checkConsistency(items, resourceVersion, signal)
    this.#truncatedStreams = 0
    applier.replace(items, resourceVersion)
    if (listerWatcher.watchList?.endsAfterInitialList) {
      await watch.close()
      return 'complete'
    }
    observer.onWatchOpen?.()
    return watch
  }

  async #afterNoAnswer(end: WatchEnd, signal: AbortSignal): Promise<'retry' | undefined> {
    if (end !== 'idle-from-start') return signal.aborted ? undefined : 'retry'
    const { description } = this.#options.applier
    return await this.#afterError(
      new ConnectionError(`${description}: the initial list by watch timed out, since no data arrived`),
      signal,
    )
  }

  /**
   * One truncated stream may have any cause. A second one, or one that stays open without data, means that the runtime
   * reads only the first member of a gzip stream (Kubernetes 1.37 sends several), or that a proxy truncates.
   */
  #afterTruncation(end: WatchEnd): 'retry' | undefined {
    if (end === 'closed-early' || end === 'lost-early') return undefined
    if (end === 'reconnect') return 'retry'
    const isIdle = end === 'idle' || end === 'idle-from-start'
    if (!isIdle && ++this.#truncatedStreams < 2) return 'retry'
    this.#truncatedStreams = 0
    const { watchList } = this.#options.listerWatcher
    watchList?.onTruncated?.()
    return this.#isSupported && watchList?.onTruncated ? 'retry' : undefined
  }

  async #readInitialEvents(watch: OpenWatch<T>, signal: AbortSignal): Promise<InitialEventsResult<T>> {
    const { listerWatcher, store, observer, applier, clock, watchIdleTimeoutMs } = this.#options
    const ticker = new LateMarkerTicker(clock, observer.onInitialEventsLate?.bind(observer))
    const canReport = listerWatcher.watchList?.onTruncated !== undefined
    watch.restartTimeout(
      canReport ? INITIAL_EVENTS_IDLE_TIMEOUT_MS : watchIdleTimeoutMs,
      INITIAL_LIST_GRACE_MS,
    )
    const access = listerWatcher.access ?? (objectAccess as ObjectAccess<T>)
    try {
      return await readInitialEvents(watch, {
        keyOf: object => metaNamespaceKey(object, access),
        transform: object => store.transformer?.(object) ?? object,
        description: applier.description,
        isSkipped: event => applier.isForeign(event) || applier.isUnknown(event),
        onReceived: received => {
          ticker.refresh()
          observer.onProgress?.({ received })
        },
        signal,
      })
    } finally {
      ticker.stop()
      watch.restartTimeout(watchIdleTimeoutMs, 0)
    }
  }

  async #checkConsistency(
    objects: readonly T[],
    resourceVersion: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { consistencyCheck, listerWatcher, store, clock, onError } = this.#options
    const transform = (object: T) => store.transformer?.(object) ?? object
    try {
      await consistencyCheck?.({ listerWatcher, objects, resourceVersion, transform, clock, signal })
    } catch (error) {
      onError(error, signal)
    }
  }

  async #afterError(error: unknown, signal: AbortSignal): Promise<'retry' | undefined> {
    // A server that does not have the newest state either would be asked again and again.
    if (isResourceVersionUnavailable(error) && this.#options.position.markUnavailable()) return 'retry'
    if (!isBusyOrDown(error)) return undefined
    this.#options.onError(error, signal)
    await this.#options.pause(signal)
    return 'retry'
  }

  #watchOptions(): WatchOptions {
    return {
      resourceVersion: this.#options.position.watchListResourceVersion,
      resourceVersionMatch: 'NotOlderThan',
      sendInitialEvents: true,
    }
  }
}
