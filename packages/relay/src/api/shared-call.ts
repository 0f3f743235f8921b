import { abortable, type Resolvers, withResolvers } from '@kube-informer/core/internal'

/** A call with any number of callers. It is aborted when the last one has left. */
export class SharedCall<T> {
  readonly #send: (signal: AbortSignal) => Promise<T>
  readonly #result: Resolvers<T> = withResolvers()
  readonly #controller = new AbortController()
  #callers = 0

  constructor(send: (signal: AbortSignal) => Promise<T>) {
    this.#send = send
    // Callers that have left do not handle the rejection.
    this.#result.promise.catch(() => undefined)
  }

  /** Whether all callers have left. */
  get isAbandoned(): boolean {
    return this.#controller.signal.aborted
  }

  /** Sends the call once; resolves when it has settled. */
  async start(): Promise<void> {
    try {
      this.#controller.signal.throwIfAborted()
      this.#result.resolve(await this.#send(this.#controller.signal))
    } catch (error) {
      this.#result.reject(error)
    }
  }

  /** Waits for the result, or until the signal of this caller aborts. */
  async join(signal: AbortSignal | undefined): Promise<T> {
    this.#callers++
    try {
      return await abortable(this.#result.promise, signal)
    } finally {
      if (--this.#callers === 0) this.#controller.abort()
    }
  }
}
