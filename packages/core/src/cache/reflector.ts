import { type Clock, type Random, sleep, systemClock } from '../api/clock.ts'
import { ConnectionError, isTooManyRequests, ProtocolError, StatusError } from '../api/errors.ts'
import { metaNamespaceKey } from '../api/keys.ts'
import type { KubernetesObject, WatchEvent } from '../api/object.ts'
import { type ObjectAccess, objectAccess } from '../api/object-access.ts'
import type { ListerWatcher, WatchOptions } from '../client/lister-watcher.ts'
import { Backoff } from './backoff.ts'
import { readInitialEvents } from './initial-events.ts'
import { OpenWatch } from './open-watch.ts'
import type { ReflectorStore } from './queue.ts'
import type { ReflectorObserver } from './reflector-observer.ts'
import { isVersionUnavailable, Relister } from './relister.ts'

/** A watch asks the server to end it after a random time in [min, 2 * min): client-go's `minWatchTimeout`. */
const MIN_WATCH_TIMEOUT_SECONDS = 300
/** Servers send a bookmark a minute; a watch that stays silent for longer than this has died on the way. */
const WATCH_SILENCE_MS = 90_000
const KIND = ['kind']

/** Options of {@link Reflector}. */
export interface ReflectorOptions<T> {
  readonly listerWatcher: ListerWatcher<T>
  readonly store: ReflectorStore<T>
  readonly observer?: ReflectorObserver | undefined
  /**
   * Whether to ask for the first state as a stream (`sendInitialEvents`, KEP-3157) instead of a list; a server
   * that cannot is listed. Off by default: Kubernetes 1.37 compresses such streams in a way that some runtimes,
   * Chromium among them, read only the beginning of. @default false
   */
  readonly watchList?: boolean | undefined
  /** How often `store.resync` is called; 0 for never. @default 0 */
  readonly resyncPeriodMs?: number | undefined
  /** Asked at each resync tick. @default always */
  readonly shouldResync?: (() => boolean) | undefined
  /** Forces paged lists of this size, at any resourceVersion (client-go `WatchListPageSize`). */
  readonly pageSize?: number | undefined
  /** A watch that is silent for this long is replaced; 0 for never. @default 90_000 */
  readonly watchSilenceMs?: number | undefined
  /** @default client-go's, 0.8 s to 30 s with jitter */
  readonly backoff?: Backoff | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** @default Math.random */
  readonly random?: Random | undefined
}

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
  readonly #access: ObjectAccess<T>
  readonly #store: ReflectorStore<T>
  readonly #observer: ReflectorObserver
  readonly #watchList: boolean
  readonly #resyncPeriodMs: number
  readonly #shouldResync: () => boolean
  readonly #watchSilenceMs: number
  readonly #clock: Clock
  readonly #random: Random
  readonly #backoff: Backoff
  readonly #relister: Relister<T>
  #lastSyncResourceVersion = ''

  constructor({
    listerWatcher,
    store,
    observer = {},
    watchList = false,
    resyncPeriodMs = 0,
    shouldResync = () => true,
    pageSize,
    watchSilenceMs = WATCH_SILENCE_MS,
    clock = systemClock,
    random = Math.random,
    backoff = new Backoff({ clock, random }),
  }: ReflectorOptions<T>) {
    this.#listerWatcher = listerWatcher
    this.#access = listerWatcher.access ?? (objectAccess as ObjectAccess<T>)
    this.#store = store
    this.#observer = observer
    this.#watchList = watchList
    this.#resyncPeriodMs = resyncPeriodMs
    this.#shouldResync = shouldResync
    this.#watchSilenceMs = watchSilenceMs
    this.#clock = clock
    this.#random = random
    this.#backoff = backoff
    this.#relister = new Relister({ listerWatcher, observer, pageSize })
  }

  /** The version that the store is at, as far as the Reflector has handed it over. */
  get lastSyncResourceVersion(): string {
    return this.#lastSyncResourceVersion
  }

  /** Lists and watches until the signal aborts; resolves then, and never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#listAndWatch(signal).catch((error: unknown) => this.#report(error, signal))
      await this.#pause(signal)
    }
  }

  async #listAndWatch(signal: AbortSignal): Promise<void> {
    this.#observer.onListStart?.()
    const streamed = this.#watchList ? await this.#streamState(signal) : undefined
    if (!streamed && !signal.aborted) await this.#list(signal)
    if (signal.aborted) return
    const round = new AbortController()
    const stop = () => round.abort()
    signal.addEventListener('abort', stop, { once: true })
    void this.#resyncUntil(round.signal)
    try {
      await this.#watch(signal, streamed)
    } finally {
      signal.removeEventListener('abort', stop)
      round.abort()
    }
  }

  async #list(signal: AbortSignal): Promise<void> {
    const { items, resourceVersion } = await this.#relister.list(this.#lastSyncResourceVersion, signal)
    if (!signal.aborted) this.#replace(items, resourceVersion)
  }

  #replace(items: readonly T[], resourceVersion: string): void {
    this.#relister.versionUnavailable = false
    this.#store.replace(items, resourceVersion)
    this.#lastSyncResourceVersion = resourceVersion
    this.#observer.onListed?.(resourceVersion)
  }

  /**
   * Takes the state from a watch-list; answers the watch, which goes on from there. Answers undefined when it
   * takes a list instead, this time: the next round tries the stream again.
   */
  async #streamState(signal: AbortSignal): Promise<OpenWatch<T> | undefined> {
    while (!signal.aborted) {
      const watch = await this.#tryStreamState(signal)
      if (watch !== 'again') return watch
    }
    return undefined
  }

  async #tryStreamState(signal: AbortSignal): Promise<OpenWatch<T> | 'again' | undefined> {
    let watch: OpenWatch<T> | undefined
    try {
      watch = await this.#open(this.#watchListOptions(), signal)
      if (!watch) return signal.aborted ? undefined : 'again'
      const state = await readInitialEvents(watch, {
        keyOf: object => metaNamespaceKey(object, this.#access),
        what: this.#what(),
        onReceived: received => this.#observer.onProgress?.({ received }),
        signal,
      })
      if (!signal.aborted && state.type === 'complete') {
        this.#replace(state.items, state.resourceVersion)
        this.#observer.onWatchOpen?.()
        return watch
      }
      await watch.close()
      if (signal.aborted || (state.type === 'ended' && state.veryShort)) return undefined
      return state.type === 'failed' ? await this.#afterStreamError(state.error, signal) : 'again'
    } catch (error) {
      await watch?.close()
      return signal.aborted ? undefined : await this.#afterStreamError(error, signal)
    }
  }

  async #afterStreamError(error: unknown, signal: AbortSignal): Promise<'again' | undefined> {
    if (isVersionUnavailable(error)) {
      this.#relister.versionUnavailable = true
      return 'again'
    }
    if (!isBusyOrDown(error)) return undefined
    this.#report(error, signal)
    await this.#pause(signal)
    return 'again'
  }

  #watchListOptions(): WatchOptions {
    return {
      resourceVersion: this.#relister.versionUnavailable ? '' : this.#lastSyncResourceVersion,
      resourceVersionMatch: 'NotOlderThan',
      sendInitialEvents: true,
    }
  }

  /**
   * Watches until something is wrong enough for another list. Returns then, or throws what refused the watch.
   *
   * @param first a watch that is open already
   */
  async #watch(signal: AbortSignal, first?: OpenWatch<T>): Promise<void> {
    let open = first
    while (!signal.aborted) {
      const end = await this.#watchOnce(signal, open)
      open = undefined
      if (signal.aborted || end === 'resume') continue
      this.#report(end, signal)
      if (!isBusyOrDown(end)) return
      await this.#pause(signal)
    }
  }

  /** @returns 'resume' after a normal end, else what went wrong; throws what refused the watch for good */
  async #watchOnce(signal: AbortSignal, open: OpenWatch<T> | undefined): Promise<'resume' | Error> {
    let watch = open
    try {
      if (!watch) {
        watch = await this.#open({ resourceVersion: this.#lastSyncResourceVersion }, signal)
        if (!watch || signal.aborted) return 'resume'
        this.#observer.onWatchOpen?.()
      }
      return (await this.#consume(watch, signal)) ?? 'resume'
    } catch (error) {
      if (isBusyOrDown(error)) return error
      throw error
    } finally {
      await watch?.close()
    }
  }

  /** @returns what went wrong; undefined after a normal end */
  async #consume(watch: OpenWatch<T>, signal: AbortSignal): Promise<Error | undefined> {
    for (let read = await watch.next(); read !== undefined; read = await watch.next()) {
      if (signal.aborted) return undefined
      const error = this.#handleAll(read)
      if (error) return error
    }
    return watch.wasVeryShort ? new VeryShortWatchError(this.#what()) : undefined
  }

  #open(options: WatchOptions, signal: AbortSignal): Promise<OpenWatch<T> | undefined> {
    return OpenWatch.open({
      listerWatcher: this.#listerWatcher,
      watchOptions: {
        ...options,
        allowWatchBookmarks: true,
        timeoutSeconds: Math.floor(MIN_WATCH_TIMEOUT_SECONDS * (1 + this.#random())),
      },
      clock: this.#clock,
      silenceMs: this.#watchSilenceMs,
      signal,
      onBytes: bytes => this.#observer.onBytes?.(bytes),
    })
  }

  /** @returns what an ERROR event said; nothing comes after it */
  #handleAll(read: readonly WatchEvent<T>[]): StatusError | undefined {
    let changes = 0
    let error: StatusError | undefined
    for (const event of read) {
      if (event.type === 'ERROR') {
        error = new StatusError(event.object, this.#what())
        break
      }
      if (event.type === 'BOOKMARK') this.#handleBookmark(event.object)
      else if (this.#handle(event.type, event.object)) changes++
    }
    this.#observer.onEvents?.(changes, this.#lastSyncResourceVersion)
    return error
  }

  #handleBookmark(object: KubernetesObject): void {
    if (this.#isOfOtherKind(object.kind)) return
    const resourceVersion = object.metadata?.resourceVersion
    if (!resourceVersion) return
    this.#lastSyncResourceVersion = resourceVersion
    this.#store.bookmark?.(resourceVersion)
  }

  /** An object that the store refuses is told and passed over; the version still moves on. */
  #handle(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: T): boolean {
    // Another kind than was asked for is some other stream's: not even its version counts.
    if (this.#isOfOtherKind(this.#access.readPath(object, KIND))) return false
    try {
      if (type === 'ADDED') this.#store.add(object)
      else if (type === 'MODIFIED') this.#store.update(object)
      else this.#store.delete(object)
    } catch (error) {
      this.#observer.onObjectError?.(error)
    }
    this.#lastSyncResourceVersion = this.#access.resourceVersion(object) || this.#lastSyncResourceVersion
    return true
  }

  #isOfOtherKind(kind: unknown): boolean {
    const expected = this.#listerWatcher.kind
    if (expected === undefined || kind === undefined || kind === expected) return false
    this.#observer.onObjectError?.(
      new ProtocolError(`${this.#what()}: expected a ${expected} and got a ${String(kind)}`),
    )
    return true
  }

  async #resyncUntil(signal: AbortSignal): Promise<void> {
    if (this.#resyncPeriodMs <= 0) return
    for (;;) {
      await sleep(this.#clock, this.#resyncPeriodMs, signal)
      if (signal.aborted) return
      if (this.#shouldResync()) this.#store.resync()
    }
  }

  #pause(signal: AbortSignal): Promise<void> {
    return sleep(this.#clock, this.#backoff.next(), signal)
  }

  #report(error: unknown, signal: AbortSignal): void {
    if (!signal.aborted) this.#observer.onError?.(error)
  }

  #what(): string {
    return `watch ${this.#listerWatcher.description ?? 'objects'}`
  }
}

/** A watch that ended at once, without an event: a proxy that cannot stream, say (client-go `VeryShortWatchError`). */
class VeryShortWatchError extends ProtocolError {
  constructor(what: string) {
    super(`${what}: ended within a second, without an event; is there a proxy that cannot stream?`)
  }
}

/** The server cannot take the watch now, though nothing is wrong with it: the same watch is tried again later. */
const isBusyOrDown = (error: unknown): error is ConnectionError | StatusError =>
  error instanceof ConnectionError || isTooManyRequests(error)
