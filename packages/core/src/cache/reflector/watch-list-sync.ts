import type { Clock } from '../../api/clock.ts'
import { metaNamespaceKey } from '../../api/keys.ts'
import type { ObjectAccess } from '../../api/object-access.ts'
import type { ListerWatcher, WatchOptions } from '../../client/lister-watcher.ts'
import type { ReflectorStore } from '../queue/queue.ts'
import type { DataConsistencyCheck } from './data-consistency.ts'
import type { EventApplier } from './event-applier.ts'
import { type InitialEventsResult, readInitialEvents } from './initial-events.ts'
import { isBusyOrDown } from './is-busy-or-down.ts'
import { LateMarkerTicker } from './late-marker.ts'
import type { OpenWatch } from './open-watch.ts'
import type { ReflectorObserver } from './reflector-observer.ts'
import { INITIAL_LIST_GRACE_MS, isResourceVersionUnavailable, type Relister } from './relister.ts'
import { doesClientNotSupportWatchListSemantics } from './watch-list-options.ts'

/** What {@link WatchListSync} takes. */
export interface WatchListSyncOptions<T> {
  readonly listerWatcher: ListerWatcher<T>
  readonly access: ObjectAccess<T>
  readonly store: ReflectorStore<T>
  readonly observer: ReflectorObserver
  readonly applier: EventApplier<T>
  readonly relister: Relister<T>
  readonly clock: Clock
  /** Whether a first state is asked for as a stream at all. */
  readonly watchList: boolean
  readonly watchIdleTimeoutMs: number
  readonly consistencyCheck: DataConsistencyCheck | undefined
  /** Opens a watch; answers undefined when it was given up on the way. */
  readonly open: (options: WatchOptions, signal: AbortSignal) => Promise<OpenWatch<T> | undefined>
  /** Takes a state that is whole. */
  readonly onInitialList: (items: readonly T[], resourceVersion: string) => void
  readonly onError: (error: unknown, signal: AbortSignal) => void
  /** Waits before the next attempt. */
  readonly pause: (signal: AbortSignal) => Promise<void>
}

/** A first state comes without pauses; one that stops before its end marker for this long will not come. */
const INITIAL_LIST_IDLE_TIMEOUT_MS = 5_000

/** Brings a Reflector's first state as a stream of events behind a watch, instead of a list (KEP-3157, watch-list). */
export class WatchListSync<T> {
  readonly #options: WatchListSyncOptions<T>
  /** First states in a row that ended before their marker. */
  #truncatedStreams = 0

  constructor(options: WatchListSyncOptions<T>) {
    this.#options = options
  }

  /**
   * Answers the watch that brought the state and goes on from there, or 'complete' when it cannot go on. Answers undefined
   * when a list is to be taken instead, this time: the next round tries the stream again.
   */
  async bring(signal: AbortSignal): Promise<OpenWatch<T> | 'complete' | undefined> {
    if (!this.#isSupported) return undefined
    let watch: OpenWatch<T> | 'complete' | 'again' | undefined = 'again'
    while (watch === 'again' && !signal.aborted) watch = await this.#try(signal)
    if (!signal.aborted && !this.#isSupported) this.#noteCut()
    return watch === 'again' ? undefined : watch
  }

  get #isSupported(): boolean {
    const { watchList, listerWatcher } = this.#options
    return watchList && !doesClientNotSupportWatchListSemantics(listerWatcher)
  }

  #noteCut(): void {
    const { applier, observer } = this.#options
    observer.onNotice?.(
      `${applier.what}: its first state did not come to an end as a stream, so it comes as a list from now on; ` +
        'does the server compress it in parts, as Kubernetes 1.37 does?',
    )
  }

  async #try(signal: AbortSignal): Promise<OpenWatch<T> | 'complete' | 'again' | undefined> {
    const { open, observer, onInitialList, listerWatcher } = this.#options
    let watch: OpenWatch<T> | undefined
    try {
      watch = await open(this.#watchOptions(), signal)
      if (!watch) return signal.aborted ? undefined : 'again'
      const state = await this.#readInitialList(watch, signal)
      if (!signal.aborted && state.type === 'complete') {
        void this.#checkConsistency(state, signal)
        this.#truncatedStreams = 0
        onInitialList(state.items, state.resourceVersion)
        if (listerWatcher.watchListEndsWithState) {
          await watch.close()
          return 'complete'
        }
        observer.onWatchOpen?.()
        return watch
      }
      await watch.close()
      if (signal.aborted || (state.type === 'ended' && state.veryShort)) return undefined
      return state.type === 'failed' ? await this.#afterError(state.error, signal) : this.#afterCut(watch)
    } catch (error) {
      await watch?.close()
      return signal.aborted ? undefined : await this.#afterError(error, signal)
    }
  }

  /**
   * What ends or stops before its marker is no state. Once may be anything; a second time, or silence, is a runtime
   * that reads only the first member of a gzip stream, as Kubernetes 1.37 sends them, or a proxy that cuts.
   */
  #afterCut(watch: OpenWatch<T>): 'again' | undefined {
    const { listerWatcher } = this.#options
    if (watch.wasGivenUp || (!watch.timedOut && ++this.#truncatedStreams < 2)) return 'again'
    this.#truncatedStreams = 0
    listerWatcher.onWatchListCut?.()
    return this.#isSupported && listerWatcher.onWatchListCut ? 'again' : undefined
  }

  async #readInitialList(watch: OpenWatch<T>, signal: AbortSignal): Promise<InitialEventsResult<T>> {
    const { listerWatcher, access, store, observer, applier, clock, watchIdleTimeoutMs } = this.#options
    const ticker = new LateMarkerTicker(clock, observer.onInitialEventsLate?.bind(observer))
    watch.restart(
      listerWatcher.onWatchListCut ? INITIAL_LIST_IDLE_TIMEOUT_MS : watchIdleTimeoutMs,
      INITIAL_LIST_GRACE_MS,
    )
    try {
      return await readInitialEvents(watch, {
        keyOf: object => metaNamespaceKey(object, access),
        transform: object => store.transformer?.(object) ?? object,
        what: applier.what,
        isSkipped: event => applier.isForeign(event) || applier.isUnknown(event),
        onReceived: received => {
          ticker.heard()
          observer.onProgress?.({ received })
        },
        signal,
      })
    } finally {
      ticker.stop()
      watch.restart(watchIdleTimeoutMs, 0)
    }
  }

  async #checkConsistency(
    { items, resourceVersion }: { readonly items: readonly T[]; readonly resourceVersion: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { consistencyCheck, listerWatcher, store, clock, onError } = this.#options
    const transform = (object: T) => store.transformer?.(object) ?? object
    try {
      await consistencyCheck?.({ listerWatcher, objects: items, resourceVersion, transform, clock, signal })
    } catch (error) {
      onError(error, signal)
    }
  }

  async #afterError(error: unknown, signal: AbortSignal): Promise<'again' | undefined> {
    if (isResourceVersionUnavailable(error)) {
      this.#options.relister.resourceVersionUnavailable = true
      return 'again'
    }
    if (!isBusyOrDown(error)) return undefined
    this.#options.onError(error, signal)
    await this.#options.pause(signal)
    return 'again'
  }

  #watchOptions(): WatchOptions {
    const { relister, applier } = this.#options
    return {
      resourceVersion: relister.resourceVersionUnavailable ? '' : applier.resourceVersion,
      resourceVersionMatch: 'NotOlderThan',
      sendInitialEvents: true,
    }
  }
}
