import { abortable } from './abortable.ts'

/** A request in flight, and how many callers wait for it. */
interface Shared<T> {
  readonly promise: Promise<T>
  readonly stop: AbortController
  callers: number
}

/** Equal requests that are in flight at the same time are one request. It is aborted when all of its callers have left. */
export class SharedRequests<T> {
  readonly #inFlight = new Map<string, Shared<T>>()

  /** Rejects with the reason of the caller's own signal. */
  async run(
    key: string,
    signal: AbortSignal | undefined,
    send: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted()
    const shared = this.#inFlight.get(key) ?? this.#start(key, send)
    shared.callers++
    try {
      return await abortable(shared.promise, signal)
    } finally {
      if (--shared.callers === 0) this.#end(key, shared)
    }
  }

  #start(key: string, send: (signal: AbortSignal) => Promise<T>): Shared<T> {
    const stop = new AbortController()
    const shared: Shared<T> = { stop, promise: send(stop.signal), callers: 0 }
    this.#inFlight.set(key, shared)
    const end = () => this.#end(key, shared)
    shared.promise.then(end, end)
    return shared
  }

  #end(key: string, shared: Shared<T>): void {
    if (this.#inFlight.get(key) === shared) this.#inFlight.delete(key)
    shared.stop.abort()
  }
}
