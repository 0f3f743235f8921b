import { failure } from '@kube-informer/cacher'
import { SharedCall } from '../api/shared-call.ts'

export interface SharedRequestsOptions {
  /** Maximum number of requests in flight. */
  readonly inFlight: number
  /** Maximum number of requests that wait; a further one is a 429. */
  readonly waiting: number
}

/**
 * Requests to the upstream that equal callers share. A caller never joins a request that was sent before the caller came:
 * its answer could be older than what the caller may have seen. It joins an equal request that still waits.
 */
export class SharedRequests {
  readonly #options: SharedRequestsOptions
  readonly #urgent = new Map<string, SharedCall<unknown>>()
  readonly #waiting = new Map<string, SharedCall<unknown>>()
  #inFlight = 0

  constructor(options: SharedRequestsOptions) {
    this.#options = options
  }

  /**
   * Sends a request, or joins an equal one that was not sent yet.
   *
   * @param key contains everything that the answer depends on, also the type of the result
   */
  async run<T>(
    key: string,
    send: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal | undefined,
    isUrgent = false,
  ): Promise<T> {
    signal?.throwIfAborted()
    const queue = isUrgent ? this.#urgent : this.#waiting
    const known = queue.get(key) as SharedCall<T> | undefined
    const call = known && !known.isAbandoned ? known : this.#add(queue, key, new SharedCall(send))
    const result = call.join(signal)
    this.#sendNext()
    return result
  }

  #add<T>(queue: Map<string, SharedCall<unknown>>, key: string, call: SharedCall<T>): SharedCall<T> {
    this.#dropAbandoned()
    if (queue === this.#waiting && queue.size >= this.#options.waiting)
      throw failure({
        code: 429,
        reason: 'TooManyRequests',
        message: 'too many reads wait for the upstream apiserver; read with resourceVersion=0',
        details: { retryAfterSeconds: 1 },
      })
    queue.set(key, call as SharedCall<unknown>)
    return call
  }

  #dropAbandoned(): void {
    if (this.#waiting.size < this.#options.waiting) return
    for (const [key, call] of this.#waiting) if (call.isAbandoned) this.#waiting.delete(key)
  }

  #sendNext(): void {
    while (this.#inFlight < this.#options.inFlight) {
      const call = takeFirst(this.#urgent) ?? takeFirst(this.#waiting)
      if (!call) return
      if (call.isAbandoned) continue
      this.#inFlight++
      call.start().then(() => {
        this.#inFlight--
        this.#sendNext()
      })
    }
  }
}

function takeFirst(queue: Map<string, SharedCall<unknown>>): SharedCall<unknown> | undefined {
  for (const [key, call] of queue) {
    queue.delete(key)
    return call
  }
  return undefined
}
