import {
  type Clock,
  ConnectionError,
  isResourceExpired,
  type KubernetesObject,
  ProtocolError,
  type Random,
  type Row,
  StatusError,
  sleep,
  type WatchEvent,
} from '@kube-informer/core'
import { errorMessage, onAbort } from '@kube-informer/core/internal'
import type { StateLog, StoredState } from '@kube-informer/core/snapshot'
import type { Cacher } from '../cacher.ts'
import { IdleAbort } from './idle-abort.ts'
import { QuietCheck } from './quiet-check.ts'
import { logEntries } from './state-log-entries.ts'
import { StoredStart } from './stored-start.ts'
import type { Upstream } from './upstream.ts'
import { UpstreamLister } from './upstream-list.ts'

const PAGE_SIZE = 10_000
const MIN_TIMEOUT_SECONDS = 300
/** A server sends a bookmark each minute, so the connection of a watch that receives nothing for longer is dead. */
const WATCH_IDLE_TIMEOUT_MS = 90_000
/** How long a watch receives nothing before the server is asked for its resourceVersion. Readers learn of a restored server within a minute. */
const QUIET_MS = 25_000
/** Delay after the first failure; doubles with each consecutive failure. */
const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 30_000
/** A watch that ends earlier than this counts as failed. */
const SHORT_WATCH_MS = 1000

export interface UpstreamFeedOptions<T extends KubernetesObject> {
  readonly cacher: Cacher<T>
  readonly upstream: Upstream<T>
  readonly clock: Clock
  readonly random: Random
  /** A state to start from, instead of a list. If it cannot be read, the state is listed. */
  readonly stored?: StoredState<T> | undefined
  /** Receives the error of a stored state that cannot be read. @default it is ignored */
  readonly onStoredError?: ((error: unknown) => void) | undefined
  /**
   * Called when the server does not have the cache's resourceVersion any more, because it was restored from a backup. The
   * state is then listed again, and all watches end.
   */
  readonly onRestored?: (() => void) | undefined
  /** Receives each state and each event that the cache is fed with. */
  readonly log?: StateLog<T> | undefined
  /** Number of objects per request of a list. @default 10_000, or 1_000 with a `bodyStore` */
  readonly pageSize?: number | undefined
  /** How long a watch may receive nothing before it is replaced, in milliseconds. @default 90_000 */
  readonly watchIdleTimeoutMs?: number | undefined
}

/**
 * Keeps a cache in sync with an upstream apiserver. After an upstream watch ends, the next one resumes transparently. If it
 * cannot resume, the state is listed again, and all watches of the cache end.
 */
export class UpstreamFeed<T extends KubernetesObject = KubernetesObject> {
  readonly #options: UpstreamFeedOptions<T>
  readonly #cacher: Cacher<T>
  readonly #clock: Clock
  readonly #lister: UpstreamLister<T>
  #stored: StoredState<T> | undefined
  /** Ends the watch when the state has to be listed again. */
  #following = new AbortController()
  #failures = 0
  #provenAt: number | undefined

  constructor(options: UpstreamFeedOptions<T>) {
    const { cacher, upstream, clock, pageSize = PAGE_SIZE } = options
    this.#options = options
    this.#stored = options.stored
    this.#cacher = cacher
    this.#clock = clock
    this.#lister = new UpstreamLister({ cacher, upstream, clock, pageSize })
  }

  /**
   * When something last arrived that only the server can have sent, in ms since the epoch: a list, response headers or bytes of a
   * watch, or the answer to a check. Undefined before that.
   */
  get provenAt(): number | undefined {
    return this.#provenAt
  }

  /** Feeds the cache until the signal aborts, then stops it. */
  async run(signal: AbortSignal): Promise<void> {
    const reading = this.#start(signal)
    while (!signal.aborted) {
      try {
        if (!this.#cacher.isReady) await this.#list(signal)
        await this.#followUntilDamaged(signal)
      } catch (error) {
        if (signal.aborted) break
        this.#cacher.fail(errorMessage(error))
        await this.#pause(error, signal)
      }
    }
    await reading
    this.#cacher.stop()
  }

  /** Starts from the stored state, if there is one. Resolves when it was read completely. */
  async #start(signal: AbortSignal): Promise<void> {
    if (!this.#stored) return
    const start = new StoredStart(this.#cacher, this.#stored, this.#clock)
    this.#stored = undefined
    try {
      start.apply()
      await start.readTexts(signal)
    } catch (error) {
      this.#cacher.fail(errorMessage(error))
      this.#following.abort()
      this.#options.onStoredError?.(error)
    }
  }

  async #list(signal: AbortSignal): Promise<void> {
    await this.#lister.list(signal)
    this.#prove()
    this.#failures = 0
    this.#options.log?.replace(this.#cacher.rows(), this.#cacher.resourceVersion)
  }

  async #followUntilDamaged(signal: AbortSignal): Promise<void> {
    this.#following = new AbortController()
    const unsubscribe = onAbort(signal, reason => this.#following.abort(reason))
    try {
      await this.#follow(this.#following.signal)
    } finally {
      unsubscribe()
    }
  }

  /** Watches as long as each watch can resume where the previous one ended. */
  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const startedAt = this.#clock.now()
      const error = await this.#watch(signal)
      if (error !== undefined || this.#clock.now() - startedAt < SHORT_WATCH_MS)
        await this.#pause(error, signal)
    }
  }

  /** Runs one watch. Returns the error that ended it, and throws it if the next one cannot resume from its end. */
  async #watch(signal: AbortSignal): Promise<unknown> {
    const { upstream, random, watchIdleTimeoutMs = WATCH_IDLE_TIMEOUT_MS } = this.#options
    const idle = new IdleAbort({ clock: this.#clock, timeoutMs: watchIdleTimeoutMs, signal })
    let restored: unknown
    const check = this.#startCheck(error => {
      restored = error
      this.#options.onRestored?.()
      idle.abort()
    })
    const refresh = (): void => {
      idle.refresh()
      check.refresh()
      this.#prove()
    }
    let isHeld = false
    try {
      const events = await upstream.watch(
        {
          resourceVersion: this.#cacher.resourceVersion,
          allowWatchBookmarks: true,
          timeoutSeconds: Math.floor(MIN_TIMEOUT_SECONDS * (1 + random())),
        },
        {
          signal: idle.signal,
          onBytes: refresh,
          onWaiting: isWaiting => idle.suspend(isWaiting),
          onHeld: held => {
            isHeld = held !== undefined
            if (!isHeld) this.#prove()
          },
        },
      )
      idle.refresh()
      if (!isHeld) this.#prove()
      for await (const batch of events) {
        this.#applyAll(batch)
        this.#failures = 0
        await this.#cacher.backpressure()
        refresh()
      }
      if (restored !== undefined) throw restored
      return undefined
    } catch (error) {
      if (restored !== undefined) throw restored
      if (idle.isIdle) return undefined
      if (!signal.aborted && !canGoOn(error)) throw error
      return error
    } finally {
      idle.dispose()
      check.stop()
    }
  }

  /** Finds out whether the server was restored to an earlier state, while a watch receives nothing. */
  #startCheck(onRestored: (error: unknown) => void): QuietCheck {
    return new QuietCheck({
      clock: this.#clock,
      quietMs: QUIET_MS,
      verify: async signal => {
        await this.#lister.verify(this.#cacher.resourceVersion, signal)
        this.#prove()
      },
      onRestored,
    })
  }

  /** Applies the events of one network read, and then logs those that were applied. */
  #applyAll(events: readonly WatchEvent<T | Row<T>>[]): void {
    const { log } = this.#options
    let applied = 0
    try {
      for (const event of events) {
        this.#apply(event)
        applied++
      }
    } finally {
      if (log && applied > 0) log.append(logEntries(events.slice(0, applied)))
    }
  }

  #apply(event: WatchEvent<T | Row<T>>): void {
    const { type, object } = event
    if (type === 'ADDED') this.#cacher.add(object)
    else if (type === 'MODIFIED') this.#cacher.update(object)
    else if (type === 'DELETED') this.#cacher.delete(object)
    else if (type === 'BOOKMARK') this.#cacher.progress(object.metadata?.resourceVersion ?? '')
    else if (type === 'ERROR') throw new StatusError(object, 'the watch upstream')
    else throw new ProtocolError('the watch upstream sent an event of no known type')
  }

  #prove(): void {
    this.#provenAt = this.#clock.now()
  }

  #pause(error: unknown, signal: AbortSignal): Promise<void> {
    const wish = error instanceof StatusError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
    const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#failures++)
    return sleep(this.#clock, Math.max(wish, delay), signal)
  }
}

/** Whether a watch can be resumed after this error. */
function canGoOn(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  if (!(error instanceof StatusError) || isResourceExpired(error)) return false
  return error.code === 429 || error.code >= 500
}
