import type { Clock } from '@kube-informer/core'
import { onAbort } from '@kube-informer/core/internal'
import { ItemExponentialFailureRateLimiter, RateLimitingQueue } from '@kube-informer/core/workqueue'
import { TimeSlice } from '../api/time-slice.ts'

/** The pauses grow from one second to one minute, so an event is retried for about ten minutes. */
const MAX_RETRIES = 15
const [BASE_DELAY_MS, MAX_DELAY_MS] = [1_000, 60_000]
/** Bounds the memory that a handler that always fails takes. */
const MAX_WAITING = 10_000

export interface EventRetriesOptions<E> {
  readonly clock: Clock
  /** Drops all events. */
  readonly signal: AbortSignal
  /** May throw or reject. */
  readonly handle: (event: E) => void | Promise<void>
  /** A retry has failed. */
  readonly onFailure: (event: E, error: unknown, isLast: boolean) => void
}

/**
 * The events of a source that could not be handled. They are handled again, with pauses that grow for each object. Later
 * events of the object wait for them, so each object keeps the order of its events; other objects do not wait.
 */
export class EventRetries<E> {
  readonly #options: EventRetriesOptions<E>
  readonly #waiting = new Map<string, E[]>()
  #size = 0
  #queue: RateLimitingQueue<string> | undefined

  constructor(options: EventRetriesOptions<E>) {
    this.#options = options
  }

  /** How many objects have events here. */
  get size(): number {
    return this.#waiting.size
  }

  /** Whether events of the object are here. */
  has(key: string): boolean {
    return this.#waiting.has(key)
  }

  /** Adds an event behind those of its object. Returns false if there is no room. */
  add(key: string, event: E): boolean {
    if (this.#size >= MAX_WAITING) return false
    this.#size++
    const events = this.#waiting.get(key)
    if (events) {
      events.push(event)
      return true
    }
    this.#waiting.set(key, [event])
    this.#queue ??= this.#start()
    this.#queue.addRateLimited(key)
    return true
  }

  #start(): RateLimitingQueue<string> {
    const { clock, signal } = this.#options
    const rateLimiter = new ItemExponentialFailureRateLimiter<string>({
      ...{ baseDelayMs: BASE_DELAY_MS, maxDelayMs: MAX_DELAY_MS },
    })
    const queue = new RateLimitingQueue<string>({ clock, rateLimiter })
    onAbort(signal, () => {
      queue.shutDown()
      this.#waiting.clear()
    })
    void this.#run(queue)
    return queue
  }

  async #run(queue: RateLimitingQueue<string>): Promise<void> {
    const slice = new TimeSlice(this.#options.clock)
    for (let key = await queue.get(); key !== undefined; key = await queue.get()) {
      await this.#retry(key, queue)
      queue.done(key)
      const pause = slice.pause(queue.length === 0)
      if (pause) await pause
    }
  }

  /** Handles the events of an object, up to the first failure. */
  async #retry(key: string, queue: RateLimitingQueue<string>): Promise<void> {
    const { handle, onFailure, signal } = this.#options
    const events = this.#waiting.get(key) ?? []
    for (let event = events[0]; event !== undefined && !signal.aborted; event = events[0]) {
      try {
        await handle(event)
      } catch (error) {
        const isLast = queue.numRequeues(key) >= MAX_RETRIES
        onFailure(event, error, isLast)
        if (!isLast) return queue.addRateLimited(key)
      }
      queue.forget(key)
      events.shift()
      this.#size--
    }
    this.#waiting.delete(key)
  }
}
