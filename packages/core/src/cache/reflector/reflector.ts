import { type Clock, type Random, sleep, systemClock } from '../../api/clock.ts'
import { ConnectionError, ProtocolError } from '../../api/errors.ts'
import type { ListerWatcher, WatchOptions } from '../../api/lister-watcher.ts'
import { onAbort } from '../../api/on-abort.ts'
import type { RequestRetry } from '../../api/request-retry.ts'
import { AbortableListerWatcher } from '../../internal/abortable-lister-watcher.ts'
import type { ReflectorStore } from '../store/reflector-store.ts'
import { Backoff } from './backoff.ts'
import { EventApplier } from './event-applier.ts'
import { IdleTimeout } from './idle-timeout.ts'
import { InternalErrorRetry } from './internal-error-retry.ts'
import { isBusyOrDown } from './is-busy-or-down.ts'
import { OpenWatch } from './open-watch.ts'
import { ReconnectBus, type ReconnectOptions } from './reconnect-bus.ts'
import type { ReflectorObserver } from './reflector-observer.ts'
import type { ReflectorOptions } from './reflector-options.ts'
import { IDLE_TIMEOUT_MS, Relister } from './relister.ts'
import { SyncPosition } from './sync-position.ts'
import { SilenceError, WatchLink } from './watch-link.ts'
import { WatchListSync } from './watch-list-sync.ts'

/** client-go's `minWatchTimeout`: the server ends a watch after a random time in [min, 2 * min). */
const MIN_WATCH_TIMEOUT_MS = 300_000
/** Servers send a bookmark a minute: the connection of a watch without data for longer is dead. */
const WATCH_IDLE_TIMEOUT_MS = 90_000
/** How many consecutive watches may end within a second, with events, before the next one waits for the backoff. */
const MAX_VERY_SHORT_WATCHES = 10
/**
 * How many consecutive watches may lose their connection within a second, before an event, and be resumed. A runtime drops
 * what it has received of a broken stream and not delivered yet, so there may have been events. After more of them there is
 * perhaps a proxy that cannot stream, and lists keep the cache up to date.
 */
const MAX_LOST_WATCHES = 5
/** How long the next watch waits for the server to say whether it has the resourceVersion. */
const VERIFY_MS = 1_000
/** A single retry within a request, of at most this delay, is not worth an error. */
const UNREPORTED_RETRY_MS = 5_000
/**
 * Keeps a store in sync with the server: it lists, then watches (client-go `cache.Reflector`).
 *
 * - A watch that ends is resumed from the last resourceVersion at once, without a list.
 * - A resourceVersion that the server no longer has (410) leads to a list at that resourceVersion. Only if the server
 *   rejects that too, a list of the newest state follows, so that the cache does not go back in time needlessly.
 * - No rejection is final: every request is retried after a growing, jittered delay, one backoff for all.
 * - Abort takes precedence: after it the store receives nothing, and no timer remains.
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
  readonly #position: SyncPosition
  readonly #relister: Relister<T>
  readonly #applier: EventApplier<T>
  readonly #watchListSync: WatchListSync<T>
  readonly #link: WatchLink
  /** Aborting it ends the list and the watches in progress, and another list follows. */
  #round = new AbortController()
  #veryShortWatches = 0
  /** Consecutive watches whose connection was lost within a second, before an event. */
  #lostWatches = 0

  constructor({
    listerWatcher: inner,
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
    const listerWatcher = new AbortableListerWatcher(inner, clock)
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
    this.#maxInternalErrorRetryMs = maxInternalErrorRetryMs
    this.#reconnectBus = new ReconnectBus(clock)
    this.#position = new SyncPosition(initialResourceVersion)
    const shared = { listerWatcher, store, observer, clock, position: this.#position }
    this.#applier = new EventApplier(shared)
    const { description } = this.#applier
    this.#link = new WatchLink({ clock, observer, watchIdleTimeoutMs, description })
    this.#relister = new Relister({
      ...shared,
      pageSize,
      reconnectBus: this.#reconnectBus,
      onRetry: (retry, signal) => this.#retrying(retry, signal),
    })
    this.#watchListSync = new WatchListSync({
      ...shared,
      applier: this.#applier,
      isEnabled: watchList,
      watchIdleTimeoutMs,
      consistencyCheck,
      open: (options, signal) => this.#open(options, signal),
      onError: (error, signal) => this.#report(error, signal),
      pause: signal => this.#pause(signal),
    })
  }

  /** The resourceVersion of the newest event or list that the store has received; "" before the initial list. */
  get lastSyncResourceVersion(): string {
    return this.#position.resourceVersion
  }

  /** Lists and watches until the signal aborts; resolves then, and never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    this.#reconnectBus.start(signal)
    while (!signal.aborted) {
      const round = new AbortController()
      this.#round = round
      const unsubscribe = onAbort(signal, () => round.abort())
      await this.#listAndWatch(round).catch((error: unknown) => {
        if (signal.aborted) return
        this.#observer.onWatchError?.(error)
        this.#failed(error, signal)
      })
      unsubscribe()
      round.abort()
      await this.#pause(signal)
    }
  }

  /**
   * Treats every open connection as dead, for example after a sleep of the machine or a change of network. No error is
   * reported.
   *
   * - A watch that is open or being opened is replaced at once by one that resumes from the last resourceVersion.
   * - A pause between two attempts ends. A request that waits for a free connection keeps its position in the queue.
   * - An initial list or a relist in flight continues, unless no data arrives for five seconds.
   * - Calls in quick succession count as one: within a second, a request that was answered is not replaced again.
   * - With `force`, every request is replaced at once, also such a one, and a list that receives data: for example, because
   *   its credentials must not be used any longer.
   * - Before `run`, and after its end, the call has no effect.
   */
  reconnect(options?: ReconnectOptions): void {
    this.#reconnectBus.reconnect(options)
  }

  /** One round: a list, then watches from there. Aborting `round` ends it early. */
  async #listAndWatch(round: AbortController): Promise<void> {
    const watch = this.#position.takeResume() ? undefined : await this.#list(round.signal)
    if (round.signal.aborted) return await watch?.close()
    void this.#resyncUntilEnd(round)
    await this.#watch(round.signal, watch)
  }

  /** @returns the watch that sent the list, if one did; it continues from there */
  async #list(signal: AbortSignal): Promise<OpenWatch<T> | undefined> {
    this.#observer.onListStart?.()
    const outcome = await this.#watchListSync.sync(signal)
    if (outcome !== undefined || signal.aborted) return outcome === 'complete' ? undefined : outcome
    await this.#replace(signal)
    return undefined
  }

  async #replace(signal: AbortSignal, firstByteTimeoutMs?: number): Promise<void> {
    const { items, resourceVersion } = await this.#relister.list(signal, firstByteTimeoutMs)
    if (signal.aborted) return
    this.#link.prove()
    this.#applier.replace(items, resourceVersion)
  }

  /** Lists although the position is known, since watches are silent. If that fails, watches go on as before. */
  async #listInSilence(signal: AbortSignal): Promise<void> {
    this.#link.listing()
    this.#observer.onListStart?.()
    try {
      await this.#replace(signal, IDLE_TIMEOUT_MS)
    } catch (error) {
      if (signal.aborted) return
      this.#observer.onWatchError?.(error)
      this.#report(error, signal)
    }
  }

  /**
   * Watches until an error requires another list. Throws the rejection of a watch.
   *
   * @param first a watch that is open already
   */
  async #watch(signal: AbortSignal, first?: OpenWatch<T>): Promise<void> {
    let open = first
    const retry = new InternalErrorRetry(this.#clock, this.#maxInternalErrorRetryMs)
    while (!signal.aborted) {
      const outcome = await this.#watchOnce(signal, open)
      open = undefined
      if (signal.aborted || outcome === 'resume' || retry.shouldRetryAfter(outcome)) continue
      this.#failed(outcome, signal)
      // The silence was the pause.
      if (outcome instanceof SilenceError) {
        if (outcome.needsList) await this.#listInSilence(signal)
        continue
      }
      if (!isBusyOrDown(outcome)) return
      await this.#pause(signal)
    }
  }

  /** @returns 'resume' after a normal end, else the error; throws a rejection that retrying does not help */
  async #watchOnce(signal: AbortSignal, open: OpenWatch<T> | undefined): Promise<'resume' | Error> {
    let watch = open
    try {
      if (!watch) {
        watch = await this.#open({ resourceVersion: this.#position.startWatch() }, signal)
        if (signal.aborted) return 'resume'
        if (watch.isOpen && this.#link.opened(watch)) void this.#confirm(signal)
      }
      return (await this.#consume(watch, signal)) ?? 'resume'
    } catch (error) {
      if (isBusyOrDown(error)) return error
      throw error
    } finally {
      this.#link.closed()
      await watch?.close()
    }
  }

  /** Nothing arrived yet: an answer to another request, beside a watch that is not rejected, confirms the objects of a snapshot. */
  async #confirm(signal: AbortSignal): Promise<void> {
    const answer = await this.#relister.verifyPosition(signal)
    if (answer !== 'known' || !this.#link.isUnproven || signal.aborted) return
    this.#link.prove()
    this.#observer.onConfirmed?.()
  }

  /** @returns the error; undefined after a normal end */
  async #consume(watch: OpenWatch<T>, signal: AbortSignal): Promise<Error | undefined> {
    for (let read = await watch.next(); read !== undefined; read = await watch.next()) {
      if (signal.aborted) return undefined
      const error = this.#applier.apply(read)
      if (error) return error
    }
    const { end } = watch
    const { description } = this.#applier
    const isLost = end === 'lost-early'
    this.#lostWatches = isLost ? this.#lostWatches + 1 : 0
    if (isLost && this.#lostWatches <= MAX_LOST_WATCHES)
      return new ConnectionError(`${description}: the connection was lost before an event`)
    if (isLost || end === 'closed-early') return new VeryShortWatchError(description)
    this.#veryShortWatches = end === 'closed' && watch.isVeryShort ? this.#veryShortWatches + 1 : 0
    if (this.#veryShortWatches > MAX_VERY_SHORT_WATCHES)
      return new ConnectionError(`${description}: the server ends every watch within a second`)
    const silence = this.#link.silenceAfter(watch)
    if (silence) return silence
    if (this.#position.watchEnded(end) && !signal.aborted) await this.#verifyPosition(signal)
    return undefined
  }

  /**
   * Ends the round if the server does not have the resourceVersion. Resolves after a second at the latest: an answer that does not
   * come must not delay the next watch.
   */
  async #verifyPosition(signal: AbortSignal): Promise<void> {
    const answered = new AbortController()
    const verify = async () => {
      const answer = await this.#relister.verifyPosition(signal)
      answered.abort()
      if (!(answer instanceof Error) || signal.aborted) return
      this.#report(answer, signal)
      this.#round.abort()
    }
    void verify()
    await sleep(this.#clock, VERIFY_MS, answered.signal)
  }

  #open(options: WatchOptions, signal: AbortSignal): Promise<OpenWatch<T>> {
    return OpenWatch.open({
      listerWatcher: this.#listerWatcher,
      watchOptions: {
        ...options,
        allowWatchBookmarks: true,
        timeoutSeconds: Math.floor(this.#link.timeoutMs(this.#minWatchTimeoutMs, this.#random()) / 1_000),
      },
      clock: this.#clock,
      timeoutMs: this.#watchIdleTimeoutMs,
      signal,
      reconnectBus: this.#reconnectBus,
      onBytes: bytes => this.#observer.onBytes?.(bytes),
      onProof: () => this.#link.prove(),
      onHeld: held => this.#link.held(held),
      onRetry: retry => this.#retrying(retry, signal),
      onWaiting: isWaiting => this.#observer.onWaiting?.(isWaiting),
    })
  }

  #retrying({ error, attempt, delayMs }: RequestRetry, signal: AbortSignal): void {
    if (attempt > 1 || delayMs > UNREPORTED_RETRY_MS) this.#report(error, signal)
  }

  /** A resync that fails ends the round; a new one starts after the backoff. */
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
    pause.dispose()
  }

  /** A resourceVersion expires in the normal course of things, so the first time is not an error. */
  #failed(error: unknown, signal: AbortSignal): void {
    if (!this.#position.failed(error)) this.#report(error, signal)
  }

  #report(error: unknown, signal: AbortSignal): void {
    this.#link.failed()
    if (!signal.aborted) this.#observer.onError?.(error)
  }
}

/** A watch ended at once, without an event, for example behind a proxy that cannot stream (client-go). */
class VeryShortWatchError extends ProtocolError {
  constructor(description: string) {
    super(`${description}: ended within a second without an event; is there a proxy that cannot stream?`)
  }
}
