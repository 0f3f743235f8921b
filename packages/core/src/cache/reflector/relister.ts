import type { Clock } from '../../api/clock.ts'
import {
  ConnectionError,
  isTooLargeResourceVersion,
  isUnexpectedServerError,
  StatusError,
} from '../../api/errors.ts'
import type { ListerWatcher } from '../../api/lister-watcher.ts'
import type { RequestRetry } from '../../api/request-retry.ts'
import { IdleTimeout, type IdleTimeoutOptions } from './idle-timeout.ts'
import { isExpired } from './is-expired.ts'
import type { PagedList } from './list-all-pages.ts'
import { listPages } from './list-pages.ts'
import type { ReconnectBus } from './reconnect-bus.ts'
import type { ReflectorObserver } from './reflector-observer.ts'
import type { SyncPosition } from './sync-position.ts'

/** A busy server may request several retries before the first byte. */
const FIRST_BYTE_TIMEOUT_MS = 300_000
/** Servers limit a request to a minute, so the connection of a list that pauses for longer is dead. */
export const IDLE_TIMEOUT_MS = 60_000
/** A reconnect ends an initial list only if no data arrived for this long. */
export const INITIAL_LIST_GRACE_MS = 5_000

export interface RelisterOptions<T> {
  readonly listerWatcher: ListerWatcher<T>
  readonly observer: ReflectorObserver
  readonly position: SyncPosition
  /** Forces paged lists of this size, at any resourceVersion. */
  readonly pageSize: number | undefined
  readonly clock: Clock
  /** A reconnect repeats the list at once. */
  readonly reconnectBus: ReconnectBus
  readonly onRetry: (retry: RequestRetry, signal: AbortSignal) => void
}

/** Whether the server no longer has a resourceVersion, or does not have it yet: a list of the newest state helps. */
export const isResourceVersionUnavailable = (error: unknown): boolean =>
  isExpired(error) || isTooLargeResourceVersion(error)

/** Makes the initial list and the relists of a Reflector, in pages where that is possible (client-go's Reflector). */
export class Relister<T> {
  readonly #options: RelisterOptions<T>
  /** Whether a list at "0" came in pages: this server has no watch cache, so later lists are paged, too. */
  #serverPages = false

  constructor(options: RelisterOptions<T>) {
    this.#options = options
  }

  /**
   * Lists at the position's resourceVersion, or the newest state where the server does not have that one. A
   * resourceVersion that the server cannot parse (400) counts as unavailable; client-go repeats such a list for ever.
   *
   * @param firstByteTimeoutMs how long no byte may arrive
   * @throws what the list threw for any other reason
   */
  async list(signal: AbortSignal, firstByteTimeoutMs: number = FIRST_BYTE_TIMEOUT_MS): Promise<PagedList<T>> {
    const { position } = this.#options
    const list = () => this.#listAt(position.listResourceVersion, signal, firstByteTimeoutMs)
    try {
      return await list()
    } catch (error) {
      const isUnreadable =
        position.resourceVersion !== '' &&
        error instanceof StatusError &&
        error.code === 400 &&
        !isUnexpectedServerError(error)
      if (signal.aborted || !(isResourceVersionUnavailable(error) || isUnreadable)) throw error
      position.markUnavailable()
      return await list()
    }
  }

  /**
   * Requests one object at the position's resourceVersion, to verify that the server has it. A server that was restored
   * from a backup may not, and keeps a watch from there open without events. The next list requests the newest state then.
   *
   * @returns the server's error; 'known' if it has the resourceVersion; 'unknown' after any other failure
   */
  async verifyPosition(signal: AbortSignal): Promise<Error | 'known' | 'unknown'> {
    const { listerWatcher, position } = this.#options
    const { resourceVersion } = position
    const idleTimeout = new IdleTimeout({ ...this.#idleTimeoutOptions(signal), timeoutMs: IDLE_TIMEOUT_MS })
    try {
      const options = { resourceVersion, resourceVersionMatch: 'NotOlderThan', limit: 1 } as const
      await listerWatcher.list(options, { signal: idleTimeout.signal })
      return 'known'
    } catch (error) {
      if (!(error instanceof StatusError && isTooLargeResourceVersion(error))) return 'unknown'
      position.markUnavailable()
      return error
    } finally {
      idleTimeout.dispose()
    }
  }

  async #listAt(
    resourceVersion: string,
    signal: AbortSignal,
    firstByteTimeoutMs: number,
  ): Promise<PagedList<T>> {
    for (;;) {
      const list = await this.#tryListAt(resourceVersion, signal, firstByteTimeoutMs)
      if (list) return list
    }
  }

  /** @returns undefined when a reconnect ended it */
  async #tryListAt(
    resourceVersion: string,
    signal: AbortSignal,
    firstByteTimeoutMs: number,
  ): Promise<PagedList<T> | undefined> {
    const { listerWatcher, observer, onRetry } = this.#options
    const idleTimeout = new IdleTimeout({
      ...this.#idleTimeoutOptions(signal),
      timeoutMs: firstByteTimeoutMs,
      graceMs: INITIAL_LIST_GRACE_MS,
    })
    let isFirst = true
    try {
      const list = await listPages(listerWatcher, {
        resourceVersion,
        limit: this.#limitFor(resourceVersion),
        signal: idleTimeout.signal,
        onProgress: progress => observer.onProgress?.(progress),
        onBytes: bytes => {
          if (isFirst) idleTimeout.restart(IDLE_TIMEOUT_MS)
          isFirst = false
          idleTimeout.refresh()
          observer.onBytes?.(bytes)
        },
        onRetry: retry => {
          idleTimeout.postpone(retry.delayMs)
          onRetry(retry, signal)
        },
      })
      if (resourceVersion === '0' && list.paginated) this.#serverPages = true
      return list
    } catch (error) {
      if (idleTimeout.cause === 'reconnect' && !signal.aborted) return undefined
      if (idleTimeout.cause === 'slept') return undefined
      if (idleTimeout.cause !== 'idle') throw error
      const what = listerWatcher.description ?? 'objects'
      throw new ConnectionError(`list ${what}: timed out, since no data arrived`, { cause: error })
    } finally {
      idleTimeout.dispose()
    }
  }

  #idleTimeoutOptions(signal: AbortSignal): Pick<IdleTimeoutOptions, 'clock' | 'reconnectBus' | 'signal'> {
    const { clock, reconnectBus } = this.#options
    return { clock, reconnectBus, signal }
  }

  /** Pages at a resourceVersion are an exact read, which a watch cache may reject: such a list has no limit. */
  #limitFor(resourceVersion: string): number | undefined {
    const { pageSize } = this.#options
    if (pageSize !== undefined) return pageSize
    const isCachedRead = resourceVersion !== '' && resourceVersion !== '0'
    return isCachedRead && !this.#serverPages ? 0 : undefined
  }
}
