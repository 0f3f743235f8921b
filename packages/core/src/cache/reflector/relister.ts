import type { Clock } from '../../api/clock.ts'
import {
  ConnectionError,
  isResourceExpired,
  isTooLargeResourceVersion,
  StatusError,
} from '../../api/errors.ts'
import type { ListerWatcher } from '../../client/lister-watcher.ts'
import { IdleTimeout, type IdleTimeoutOptions } from './idle-timeout.ts'
import { listPages, type PagedList } from './list-pages.ts'
import type { ReconnectBus } from './reconnect-bus.ts'
import type { ReflectorObserver } from './reflector-observer.ts'

/** The first byte may be behind many waits that a busy server asks for. */
const FIRST_BYTE_TIMEOUT_MS = 300_000
/** Servers give a request a minute: a list that is silent in its middle for longer has died on the way. */
const IDLE_TIMEOUT_MS = 60_000
/** A first state comes without long pauses: one that has not moved for this long is given up by a reconnect. */
export const INITIAL_LIST_GRACE_MS = 5_000

/** Options of {@link Relister}. */
export interface RelisterOptions<T> {
  readonly listerWatcher: ListerWatcher<T>
  readonly observer: ReflectorObserver
  /** Forces paged lists of this size, at any resourceVersion. */
  readonly pageSize: number | undefined
  readonly clock: Clock
  /** By which a list may be given up; it is asked for again at once then. */
  readonly reconnectBus: ReconnectBus
}

/** Whether the cure for an error is to ask for the newest state: the version is gone, or not there yet. */
export const isResourceVersionUnavailable = (error: unknown): boolean =>
  isResourceExpired(error) || isTooLargeResourceVersion(error)

/**
 * Knows which version to ask for and whether to page (client-go's Reflector, list phase): "0" the first time, since
 * any state will do and the watch cache answers it without asking etcd; then the last version seen, so that the
 * cache does not travel back in time; the newest state only when the server does not have that one.
 */
export class Relister<T> {
  readonly #listerWatcher: ListerWatcher<T>
  readonly #observer: ReflectorObserver
  readonly #pageSize: number | undefined
  readonly #clock: Clock
  readonly #reconnectBus: ReconnectBus
  /** The server no longer, or not yet, has the last version: ask for the newest instead. */
  resourceVersionUnavailable = false
  /** A list at "0" came in pages: this server has no watch cache, so keep paging. */
  #serverPages = false

  constructor({ listerWatcher, observer, pageSize, clock, reconnectBus }: RelisterOptions<T>) {
    this.#listerWatcher = listerWatcher
    this.#observer = observer
    this.#pageSize = pageSize
    this.#clock = clock
    this.#reconnectBus = reconnectBus
  }

  /**
   * Beyond client-go, which asks again for ever, a version that the server cannot read (400) counts as gone.
   *
   * @throws what the list threw, except for a version that is gone: that one is answered by another list
   */
  async list(lastResourceVersion: string, signal: AbortSignal): Promise<PagedList<T>> {
    const resourceVersion = this.resourceVersionUnavailable ? '' : lastResourceVersion || '0'
    try {
      return await this.#listAt(resourceVersion, signal)
    } catch (error) {
      const isUnreadable = lastResourceVersion !== '' && error instanceof StatusError && error.code === 400
      if (signal.aborted || !(isResourceVersionUnavailable(error) || isUnreadable)) throw error
      this.resourceVersionUnavailable = true
      return await this.#listAt('', signal)
    }
  }

  /**
   * Asks for one object at a version, to learn whether the server has ever come to it: one that was restored from a
   * backup has not, and keeps a watch from there open without a word. The next list asks for the newest state then.
   *
   * @returns the refusal; undefined where the version is known, or nothing was learned
   */
  async whyUnreachable(resourceVersion: string, signal: AbortSignal): Promise<Error | undefined> {
    const guard = new IdleTimeout({ ...this.#guarded(signal), timeoutMs: IDLE_TIMEOUT_MS })
    try {
      const options = { resourceVersion, resourceVersionMatch: 'NotOlderThan', limit: 1 } as const
      await this.#listerWatcher.list(options, { signal: guard.signal })
    } catch (error) {
      if (!(error instanceof StatusError && isTooLargeResourceVersion(error))) return undefined
      this.resourceVersionUnavailable = true
      return error
    } finally {
      guard.release()
    }
    return undefined
  }

  async #listAt(resourceVersion: string, signal: AbortSignal): Promise<PagedList<T>> {
    for (;;) {
      const list = await this.#tryListAt(resourceVersion, signal)
      if (list) return list
    }
  }

  /** @returns undefined when a reconnect gave it up */
  async #tryListAt(resourceVersion: string, signal: AbortSignal): Promise<PagedList<T> | undefined> {
    const guard = new IdleTimeout({
      ...this.#guarded(signal),
      timeoutMs: FIRST_BYTE_TIMEOUT_MS,
      graceMs: INITIAL_LIST_GRACE_MS,
    })
    let isFirst = true
    try {
      const list = await listPages(this.#listerWatcher, {
        resourceVersion,
        limit: this.#limitFor(resourceVersion),
        signal: guard.signal,
        onProgress: progress => this.#observer.onProgress?.(progress),
        onBytes: bytes => {
          if (isFirst) guard.restart(IDLE_TIMEOUT_MS)
          isFirst = false
          guard.heard()
          this.#observer.onBytes?.(bytes)
        },
      })
      if (resourceVersion === '0' && list.paginated) this.#serverPages = true
      return list
    } catch (error) {
      if (guard.givenUp && !signal.aborted) return undefined
      if (!guard.expired) throw error
      const what = this.#listerWatcher.description ?? 'objects'
      throw new ConnectionError(`list ${what}: it fell silent before its end`, { cause: error })
    } finally {
      guard.release()
    }
  }

  #guarded(signal: AbortSignal): Pick<IdleTimeoutOptions, 'clock' | 'reconnectBus' | 'signal'> {
    return { clock: this.#clock, reconnectBus: this.#reconnectBus, signal }
  }

  /** A paged list at a version is an exact read, which the watch cache may have to refuse: there, no pages. */
  #limitFor(resourceVersion: string): number | undefined {
    if (this.#pageSize !== undefined) return this.#pageSize
    const cachedRead = resourceVersion !== '' && resourceVersion !== '0'
    return cachedRead && !this.#serverPages ? 0 : undefined
  }
}
