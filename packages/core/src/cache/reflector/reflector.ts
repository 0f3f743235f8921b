import { type Clock, type Random, sleep, systemClock } from '../../api/clock.ts'
import { isResourceExpired, ProtocolError } from '../../api/errors.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'
import type { ListerWatcher, WatchOptions } from '../../client/lister-watcher.ts'
import type { ReflectorStore } from '../queue/queue.ts'
import { Backoff } from './backoff.ts'
import { EventApplier } from './event-applier.ts'
import { IdleTimeout } from './idle-timeout.ts'
import { InternalErrorRetry } from './internal-error-retry.ts'
import { isBusyOrDown } from './is-busy-or-down.ts'
import { OpenWatch } from './open-watch.ts'
import { ReconnectBus } from './reconnect-bus.ts'
import type { ReflectorObserver } from './reflector-observer.ts'
import type { ReflectorOptions } from './reflector-options.ts'
import { Relister } from './relister.ts'
import { WatchListSync } from './watch-list-sync.ts'

/** A watch asks the server to end it after a random time in [min, 2 * min): client-go's `minWatchTimeout`. */
const MIN_WATCH_TIMEOUT_MS = 300_000
/** Servers send a bookmark a minute; a watch that stays silent for longer than this has died on the way. */
const WATCH_IDLE_TIMEOUT_MS = 90_000

/**
 * Keeps a store in step with the server: list, then watch, for ever (client-go `cache.Reflector`).
 *
 * - A watch that ends resumes from the last resourceVersion at once, without a list.
 * - A resourceVersion that the server no longer has (410) leads to a list at that version, and only if that is
 *   refused too to a list of the newest state, so that the cache never travels back in time needlessly.
 * - Refusals are never final: everything is tried again after a growing, jittered delay, one sequence for all.
 * - Stop wins: after an abort nothing reaches the store and no timer is left.
 */
export class Reflector<T> {
  readonly #listerWatcher: ListerWatcher<T>
  readonly #store: ReflectorStore<T>
  readonly #observer: ReflectorObserver
  readonly #resyncPeriodMs: number
  readonly #shouldResync: () => boolean
  readonly #watchIdleTimeoutMs: number
  readonly #minWatchTimeoutMs: number
  readonly #clock: Clock
  readonly #random: Random
  readonly #backoff: Backoff
  readonly #maxInternalErrorRetryMs: number
  readonly #reconnectBus: ReconnectBus
  readonly #relister: Relister<T>
  readonly #applier: EventApplier<T>
  readonly #watchListSync: WatchListSync<T>
  /** The store has a state that a watch may go on from; a list would tell nothing new. */
  #resumes: boolean
  /** Watches in a row that said nothing at all until their silence ended them. */
  #silentWatches: number
  /** The version of the last watch that was too old. */
  #expiredResourceVersion = ''

  constructor({
    listerWatcher,
    store,
    observer = {},
    watchList = false,
    resyncPeriodMs = 0,
    shouldResync = () => true,
    pageSize,
    watchIdleTimeoutMs = WATCH_IDLE_TIMEOUT_MS,
    minWatchTimeoutMs = MIN_WATCH_TIMEOUT_MS,
    clock = systemClock,
    random = Math.random,
    backoff = new Backoff({ clock, random }),
    initialResourceVersion = '',
    maxInternalErrorRetryMs = 0,
    consistencyCheck,
  }: ReflectorOptions<T>) {
    this.#listerWatcher = listerWatcher
    this.#store = store
    this.#observer = observer
    this.#resyncPeriodMs = resyncPeriodMs
    this.#shouldResync = shouldResync
    this.#watchIdleTimeoutMs = watchIdleTimeoutMs
    this.#minWatchTimeoutMs = Math.max(minWatchTimeoutMs, MIN_WATCH_TIMEOUT_MS)
    this.#clock = clock
    this.#random = random
    this.#backoff = backoff
    this.#applier = new EventApplier({ listerWatcher, store, observer, initialResourceVersion })
    this.#resumes = initialResourceVersion !== ''
    // Since an earlier life anything may have become of the server: the first silence is as good as a second one.
    this.#silentWatches = this.#resumes ? 1 : 0
    this.#maxInternalErrorRetryMs = maxInternalErrorRetryMs
    this.#reconnectBus = new ReconnectBus(clock)
    this.#relister = new Relister({
      listerWatcher,
      observer,
      pageSize,
      clock,
      reconnectBus: this.#reconnectBus,
    })
    this.#watchListSync = new WatchListSync({
      ...{ listerWatcher, store, observer, clock, watchList, watchIdleTimeoutMs, consistencyCheck },
      access: listerWatcher.access ?? (objectAccess as ObjectAccess<T>),
      ...{ applier: this.#applier, relister: this.#relister },
      open: (options, signal) => this.#open(options, signal),
      onInitialList: (items, resourceVersion) => this.#replace(items, resourceVersion),
      onError: (error, signal) => this.#report(error, signal),
      pause: signal => this.#pause(signal),
    })
  }

  /** The version that the store is at, as far as the Reflector has handed it over. */
  get lastSyncResourceVersion(): string {
    return this.#applier.resourceVersion
  }

  /** Lists and watches until the signal aborts; resolves then, and never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    this.#reconnectBus.start(signal)
    while (!signal.aborted) {
      const round = new AbortController()
      const stop = () => round.abort()
      signal.addEventListener('abort', stop, { once: true })
      await this.#listAndWatch(round).catch((error: unknown) => {
        if (signal.aborted) return
        this.#observer.onWatchError?.(error)
        this.#noteExpired(error)
        this.#report(error, signal)
      })
      signal.removeEventListener('abort', stop)
      round.abort()
      await this.#pause(signal)
    }
  }

  /**
   * Takes whatever connection there is for dead: after a sleep, say, or with another network. No error is told.
   *
   * - An open watch, and one that is being opened, is replaced at once by one that goes on from the last version.
   * - A pause between two attempts is over. Only a place in the line for a connection is kept.
   * - A first state or a relist that is under way goes on, unless nothing arrives of it for five seconds.
   * - Calls in quick succession are one: within a second, a connection that was answered is not replaced again.
   * - Before `run` and after its end nothing happens.
   */
  reconnect(): void {
    this.#reconnectBus.reconnect()
  }

  /** One round: a state, then watches from there. The round's abort ends it early. */
  async #listAndWatch(round: AbortController): Promise<void> {
    const streamed = this.#resumes ? undefined : await this.#bringInitialList(round.signal)
    this.#resumes = false
    if (round.signal.aborted) return await streamed?.close()
    void this.#resyncUntilEnd(round)
    await this.#watch(round.signal, streamed)
  }

  /** @returns the watch that brought the state, if it did, which goes on from there */
  async #bringInitialList(signal: AbortSignal): Promise<OpenWatch<T> | undefined> {
    this.#observer.onListStart?.()
    const streamed = await this.#watchListSync.bring(signal)
    if (!streamed && !signal.aborted) await this.#list(signal)
    return streamed === 'complete' ? undefined : streamed
  }

  async #list(signal: AbortSignal): Promise<void> {
    const { items, resourceVersion } = await this.#relister.list(this.#applier.resourceVersion, signal)
    if (!signal.aborted) this.#replace(items, resourceVersion)
  }

  #replace(items: readonly T[], resourceVersion: string): void {
    this.#relister.resourceVersionUnavailable = false
    this.#applier.replace(items, resourceVersion)
    this.#observer.onListed?.(resourceVersion)
  }

  /**
   * Watches until something is wrong enough for another list. Returns then, or throws what refused the watch.
   *
   * @param first a watch that is open already
   */
  async #watch(signal: AbortSignal, first?: OpenWatch<T>): Promise<void> {
    let open = first
    const retry = new InternalErrorRetry(this.#clock, this.#maxInternalErrorRetryMs)
    while (!signal.aborted) {
      const end = await this.#watchOnce(signal, open)
      open = undefined
      if (signal.aborted || end === 'resume' || retry.shouldRetryAfter(end)) continue
      this.#noteExpired(end)
      this.#report(end, signal)
      if (!isBusyOrDown(end)) return
      await this.#pause(signal)
    }
  }

  /**
   * A version that is too old leads to a list at that version. Where the list is read as it was then, as pages are,
   * the watch behind it is too old again: the second time the newest state is asked for.
   */
  #noteExpired(error: unknown): void {
    if (!isResourceExpired(error)) return
    const { resourceVersion } = this.#applier
    if (resourceVersion === this.#expiredResourceVersion) this.#relister.resourceVersionUnavailable = true
    this.#expiredResourceVersion = resourceVersion
  }

  /** @returns 'resume' after a normal end, else what went wrong; throws what refused the watch for good */
  async #watchOnce(signal: AbortSignal, open: OpenWatch<T> | undefined): Promise<'resume' | Error> {
    let watch = open
    try {
      if (!watch) {
        watch = await this.#open({ resourceVersion: this.#applier.beginWatch() }, signal)
        if (!watch || signal.aborted) return 'resume'
        this.#observer.onWatchOpen?.()
      }
      return (await this.#consume(watch, signal)) ?? 'resume'
    } catch (error) {
      if (isBusyOrDown(error)) return error
      throw error
    } finally {
      this.#observer.onWatchEnd?.()
      await watch?.close()
    }
  }

  /** @returns what went wrong; undefined after a normal end */
  async #consume(watch: OpenWatch<T>, signal: AbortSignal): Promise<Error | undefined> {
    for (let read = await watch.next(); read !== undefined; read = await watch.next()) {
      if (signal.aborted) return undefined
      const error = this.#applier.handle(read)
      if (error) return error
    }
    if (watch.wasGivenUp) return undefined
    if (watch.wasVeryShort) return new VeryShortWatchError(this.#applier.what)
    this.#silentWatches = watch.saidNothing ? this.#silentWatches + 1 : 0
    // Once is a connection that died; again and again may be a server that never had this version, or one where nothing
    // happens: it is asked behind the second, the fourth, the eighth, ... silence.
    const isAsked = this.#silentWatches > 1 && Number.isInteger(Math.log2(this.#silentWatches))
    if (!isAsked || signal.aborted) return undefined
    return await this.#relister.whyUnreachable(this.#applier.resourceVersion, signal)
  }

  #open(options: WatchOptions, signal: AbortSignal): Promise<OpenWatch<T> | undefined> {
    return OpenWatch.open({
      listerWatcher: this.#listerWatcher,
      watchOptions: {
        ...options,
        allowWatchBookmarks: true,
        timeoutSeconds: Math.floor((this.#minWatchTimeoutMs / 1_000) * (1 + this.#random())),
      },
      clock: this.#clock,
      timeoutMs: this.#watchIdleTimeoutMs,
      signal,
      reconnectBus: this.#reconnectBus,
      onBytes: bytes => this.#observer.onBytes?.(bytes),
    })
  }

  /** A resync that fails ends the round: after the backoff there is a new one. */
  async #resyncUntilEnd(round: AbortController): Promise<void> {
    if (this.#resyncPeriodMs <= 0) return
    for (;;) {
      await sleep(this.#clock, this.#resyncPeriodMs, round.signal)
      if (round.signal.aborted) return
      try {
        if (this.#shouldResync()) this.#store.resync()
      } catch (error) {
        this.#report(error, round.signal)
        round.abort()
      }
    }
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const pause = new IdleTimeout({
      clock: this.#clock,
      timeoutMs: 0,
      signal,
      reconnectBus: this.#reconnectBus,
    })
    await sleep(this.#clock, this.#backoff.next(), pause.signal)
    pause.release()
  }

  #report(error: unknown, signal: AbortSignal): void {
    if (!signal.aborted) this.#observer.onError?.(error)
  }
}

/** A watch that ended at once, without an event: a proxy that cannot stream, say (client-go `VeryShortWatchError`). */
class VeryShortWatchError extends ProtocolError {
  constructor(what: string) {
    super(`${what}: ended within a second, without an event; is there a proxy that cannot stream?`)
  }
}
