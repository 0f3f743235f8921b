import { type Clock, type Random, sleep } from '../api/clock.ts'
import { errorMessage } from '../api/error-message.ts'
import { ConnectionError, isResourceExpired, ProtocolError, StatusError } from '../api/errors.ts'
import type { KubernetesObject, WatchEvent } from '../api/object.ts'
import type { Row } from '../row/row.ts'
import type { Cacher } from './cacher.ts'
import type { Upstream } from './upstream.ts'

const PAGE_SIZE = 10_000
const MIN_TIMEOUT_SECONDS = 300
/** Delay after the first failure; doubles with each consecutive failure. */
const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 30_000
/** A watch that ends earlier than this counts as failed. */
const SHORT_WATCH_MS = 1000

/** Options of {@link UpstreamFeed}. */
export interface UpstreamFeedOptions<T extends KubernetesObject> {
  readonly cacher: Cacher<T>
  readonly upstream: Upstream<T>
  readonly clock: Clock
  readonly random: Random
}

/**
 * Keeps a cache in sync with an upstream apiserver. After an upstream watch ends, the next one resumes transparently. If it
 * cannot resume, the state is listed again, and all watches of the cache end.
 */
export class UpstreamFeed<T extends KubernetesObject = KubernetesObject> {
  readonly #cacher: Cacher<T>
  readonly #upstream: Upstream<T>
  readonly #clock: Clock
  readonly #random: Random
  #failures = 0

  constructor({ cacher, upstream, clock, random }: UpstreamFeedOptions<T>) {
    this.#cacher = cacher
    this.#upstream = upstream
    this.#clock = clock
    this.#random = random
  }

  /** Feeds the cache until the signal aborts, then stops it. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#list(signal)
        await this.#follow(signal)
      } catch (error) {
        if (signal.aborted) break
        this.#cacher.fail(errorMessage(error))
        await this.#pause(error, signal)
      }
    }
    this.#cacher.stop()
  }

  async #list(signal: AbortSignal): Promise<void> {
    const items: (T | Row<T>)[] = []
    let token: string | undefined
    let resourceVersion = ''
    do {
      const page = await this.#upstream.list(
        token ? { limit: PAGE_SIZE, continue: token } : { limit: PAGE_SIZE },
        { signal },
      )
      for (const item of page.items) items.push(item)
      token = page.metadata.continue
      resourceVersion ||= page.metadata.resourceVersion ?? ''
    } while (token)
    signal.throwIfAborted()
    this.#cacher.replace(items, resourceVersion)
    this.#failures = 0
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

  /** Runs one watch. Throws if the next one cannot resume from its end. */
  async #watch(signal: AbortSignal): Promise<unknown> {
    try {
      const events = await this.#upstream.watch(
        {
          resourceVersion: this.#cacher.resourceVersion,
          allowWatchBookmarks: true,
          timeoutSeconds: Math.floor(MIN_TIMEOUT_SECONDS * (1 + this.#random())),
        },
        { signal },
      )
      for await (const batch of events) {
        for (const event of batch) this.#apply(event)
        this.#failures = 0
        await this.#cacher.backpressure()
      }
      return undefined
    } catch (error) {
      if (signal.aborted || canGoOn(error)) return error
      throw error
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
