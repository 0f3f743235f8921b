import { type Clock, type Random, sleep, systemClock } from '../api/clock.ts'
import {
  ConnectionError,
  isResourceExpired,
  isTooLargeResourceVersion,
  isTooManyRequests,
  StatusError,
} from '../api/errors.ts'
import type { WatchEvent } from '../api/object.ts'
import { type ObjectAccess, objectAccess } from '../api/object-access.ts'
import type { ListerWatcher, ListProgress } from '../client/lister-watcher.ts'
import { Backoff } from './backoff.ts'
import { listPages } from './list-pages.ts'
import type { ReflectorStore } from './queue.ts'
import { WatchGuard } from './watch-guard.ts'

/** A watch asks the server to end it after a random time in [min, 2 * min): client-go's `minWatchTimeout`. */
const MIN_WATCH_TIMEOUT_SECONDS = 300
/** A watch that ends sooner than this without an event says that something is wrong (client-go). */
const VERY_SHORT_WATCH_MS = 1_000
/** Servers send a bookmark a minute; a watch that stays silent for longer than this has died on the way. */
const WATCH_SILENCE_MS = 90_000

/** What a Reflector tells about its work. Every member is optional; none may throw. */
export interface ReflectorObserver {
  /** A list begins; the link is being made or re-made. */
  onListStart?(): void
  onProgress?(progress: ListProgress): void
  /** The store has the whole list. */
  onListed?(resourceVersion: string): void
  /** The server accepted a watch. */
  onWatchOpen?(): void
  /** One network read of a watch has been handed to the store: so many changes, bookmarks not counted. */
  onEvents?(count: number, resourceVersion: string): void
  onBytes?(bytes: number): void
  /** The list or the watch failed; the Reflector goes on after its backoff. */
  onError?(error: unknown): void
  /** The store refused one object; everything else goes on. */
  onObjectError?(error: unknown): void
}

/** Options of {@link Reflector}. */
export interface ReflectorOptions<T> {
  readonly listerWatcher: ListerWatcher<T>
  readonly store: ReflectorStore<T>
  readonly observer?: ReflectorObserver | undefined
  /** How often `store.resync` is called; 0 for never. @default 0 */
  readonly resyncPeriodMs?: number | undefined
  /** Asked at each resync tick. @default always */
  readonly shouldResync?: (() => boolean) | undefined
  /** Forces paged lists of this size, at any resourceVersion (client-go `WatchListPageSize`). */
  readonly pageSize?: number | undefined
  /** A watch that is silent for this long is replaced; 0 for never. @default 90_000 */
  readonly watchSilenceMs?: number | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** @default Math.random */
  readonly random?: Random | undefined
}

/** How a watch came to its end. */
type WatchEnd = { readonly error: StatusError } | { readonly veryShort: boolean }

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
  readonly #resyncPeriodMs: number
  readonly #shouldResync: () => boolean
  readonly #pageSize: number | undefined
  readonly #watchSilenceMs: number
  readonly #clock: Clock
  readonly #random: Random
  readonly #backoff: Backoff
  #lastSyncResourceVersion = ''
  /** The server said that it no longer, or not yet, has the last version: list the newest instead. */
  #resourceVersionUnavailable = false
  /** A list at "0" came in pages: this server has no watch cache, so keep paging. */
  #serverPages = false

  constructor({
    listerWatcher,
    store,
    observer = {},
    resyncPeriodMs = 0,
    shouldResync = () => true,
    pageSize,
    watchSilenceMs = WATCH_SILENCE_MS,
    clock = systemClock,
    random = Math.random,
  }: ReflectorOptions<T>) {
    this.#listerWatcher = listerWatcher
    this.#access = listerWatcher.access ?? (objectAccess as ObjectAccess<T>)
    this.#store = store
    this.#observer = observer
    this.#resyncPeriodMs = resyncPeriodMs
    this.#shouldResync = shouldResync
    this.#pageSize = pageSize
    this.#watchSilenceMs = watchSilenceMs
    this.#clock = clock
    this.#random = random
    this.#backoff = new Backoff({ clock, random })
  }

  /** The version that the store is at, as far as the Reflector has handed it over. */
  get lastSyncResourceVersion(): string {
    return this.#lastSyncResourceVersion
  }

  /** Lists and watches until the signal aborts; resolves then, and never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#listAndWatch(signal).catch((error: unknown) => this.#report(error, signal))
      await sleep(this.#clock, this.#backoff.next(), signal)
    }
  }

  async #listAndWatch(signal: AbortSignal): Promise<void> {
    await this.#list(signal)
    if (signal.aborted) return
    const round = new AbortController()
    const stop = () => round.abort()
    signal.addEventListener('abort', stop, { once: true })
    void this.#resyncUntil(round.signal)
    try {
      await this.#watch(signal)
    } finally {
      signal.removeEventListener('abort', stop)
      round.abort()
    }
  }

  /** @throws what the list threw, except for a version that is gone: that one is answered by another list */
  async #list(signal: AbortSignal): Promise<void> {
    this.#observer.onListStart?.()
    let list: Awaited<ReturnType<typeof listPages<T>>>
    try {
      list = await this.#listOnce(this.#relistResourceVersion(), signal)
    } catch (error) {
      if (signal.aborted) return
      if (!isResourceExpired(error) && !isTooLargeResourceVersion(error)) throw error
      this.#resourceVersionUnavailable = true
      list = await this.#listOnce('', signal)
    }
    if (signal.aborted) return
    this.#resourceVersionUnavailable = false
    this.#store.replace(list.items, list.resourceVersion)
    this.#lastSyncResourceVersion = list.resourceVersion
    this.#observer.onListed?.(list.resourceVersion)
  }

  /** "0" the first time: any state will do, and the watch cache answers it without asking etcd. */
  #relistResourceVersion(): string {
    if (this.#resourceVersionUnavailable) return ''
    return this.#lastSyncResourceVersion === '' ? '0' : this.#lastSyncResourceVersion
  }

  async #listOnce(resourceVersion: string, signal: AbortSignal): ReturnType<typeof listPages<T>> {
    const { onProgress, onBytes } = this.#observer
    const list = await listPages(this.#listerWatcher, {
      resourceVersion,
      limit: this.#limitFor(resourceVersion),
      signal,
      onProgress: onProgress?.bind(this.#observer),
      onBytes: onBytes?.bind(this.#observer),
    })
    if (resourceVersion === '0' && list.paginated) this.#serverPages = true
    return list
  }

  /** A paged list at a version is an exact read, which the watch cache may have to refuse: there, no pages. */
  #limitFor(resourceVersion: string): number | undefined {
    if (this.#pageSize !== undefined) return this.#pageSize
    const cachedRead = resourceVersion !== '' && resourceVersion !== '0'
    return cachedRead && !this.#serverPages ? 0 : undefined
  }

  /** Watches until something is wrong enough for another list. Returns then, or throws what refused the watch. */
  async #watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const end = await this.#watchOnce(signal)
      if (signal.aborted) return
      if (end === 'retry') {
        await sleep(this.#clock, this.#backoff.next(), signal)
        continue
      }
      if ('veryShort' in end) {
        if (!end.veryShort) continue
        this.#report(
          new ConnectionError(`${this.#what()}: the watch ended at once, without an event`),
          signal,
        )
        return
      }
      this.#report(end.error, signal)
      if (!isTooManyRequests(end.error)) return
      await sleep(this.#clock, this.#backoff.next(), signal)
    }
  }

  /** @returns 'retry' when the server could not take the watch now, though nothing is wrong with it */
  async #watchOnce(signal: AbortSignal): Promise<WatchEnd | 'retry'> {
    const startedAt = this.#clock.now()
    const guard = new WatchGuard({ clock: this.#clock, silenceMs: this.#watchSilenceMs, signal })
    try {
      const events = await this.#listerWatcher.watch(
        {
          resourceVersion: this.#lastSyncResourceVersion,
          allowWatchBookmarks: true,
          timeoutSeconds: Math.floor(MIN_WATCH_TIMEOUT_SECONDS * (1 + this.#random())),
        },
        { signal: guard.signal, onBytes: this.#observer.onBytes?.bind(this.#observer) },
      )
      if (signal.aborted) return { veryShort: false }
      this.#observer.onWatchOpen?.()
      return await this.#consume(events, guard, startedAt, signal)
    } catch (error) {
      if (signal.aborted || guard.expired) return { veryShort: false }
      if (!(error instanceof ConnectionError) && !isTooManyRequests(error)) throw error
      this.#report(error, signal)
      return 'retry'
    } finally {
      guard.release()
    }
  }

  async #consume(
    events: AsyncIterable<readonly WatchEvent<T>[]>,
    guard: WatchGuard,
    startedAt: number,
    signal: AbortSignal,
  ): Promise<WatchEnd> {
    let count = 0
    for await (const read of events) {
      if (signal.aborted) break
      guard.heard()
      const error = this.#handleAll(read)
      if (error) return { error }
      count += read.length
    }
    return { veryShort: count === 0 && this.#clock.now() - startedAt < VERY_SHORT_WATCH_MS }
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
      if (event.type !== 'BOOKMARK') changes++
      this.#handle(event)
    }
    this.#observer.onEvents?.(changes, this.#lastSyncResourceVersion)
    return error
  }

  /** An object that the store refuses is told and passed over; the version still moves on. */
  #handle(event: Exclude<WatchEvent<T>, { type: 'ERROR' }>): void {
    if (event.type === 'BOOKMARK') {
      this.#advance(event.object.metadata?.resourceVersion)
      return
    }
    try {
      if (event.type === 'ADDED') this.#store.add(event.object)
      else if (event.type === 'MODIFIED') this.#store.update(event.object)
      else this.#store.delete(event.object)
    } catch (error) {
      this.#observer.onObjectError?.(error)
    }
    this.#advance(this.#access.resourceVersion(event.object))
  }

  #advance(resourceVersion: string | undefined): void {
    if (resourceVersion) this.#lastSyncResourceVersion = resourceVersion
  }

  async #resyncUntil(signal: AbortSignal): Promise<void> {
    if (this.#resyncPeriodMs <= 0) return
    for (;;) {
      await sleep(this.#clock, this.#resyncPeriodMs, signal)
      if (signal.aborted) return
      if (this.#shouldResync()) this.#store.resync()
    }
  }

  #report(error: unknown, signal: AbortSignal): void {
    if (!signal.aborted) this.#observer.onError?.(error)
  }

  #what(): string {
    return `watch ${this.#listerWatcher.description ?? 'objects'}`
  }
}
