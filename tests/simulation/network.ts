import type { Clock, Fetch } from '@kube-informer/core'

/**
 * The network between informers and server. During an outage it drops all data in both directions, without an error.
 * Connections that were open at that time never deliver data again, like a TCP connection whose peer has lost its state.
 */
export class Network {
  readonly #fetch: Fetch
  readonly #clock: Clock
  #outageUntil = 0
  /** The number of outages; a stream compares it to detect that one has happened. */
  #outages = 0

  constructor(fetch: Fetch, clock: Clock) {
    this.#fetch = fetch
    this.#clock = clock
  }

  startOutage(forMs: number): void {
    this.#outages++
    this.#outageUntil = Math.max(this.#outageUntil, this.#clock.now() + forMs)
  }

  endOutage(): void {
    this.#outageUntil = 0
  }

  readonly fetch: Fetch = async (input, init) => {
    const signal = init?.signal ?? undefined
    if (this.#clock.now() < this.#outageUntil) return await this.#failLater(signal)
    const response = await this.#fetch(input, init)
    if (!response.body) return response
    return new Response(this.#interruptible(response.body, signal), response)
  }

  /** A request during an outage fails after a delay, as a connection attempt does. */
  #failLater(signal: AbortSignal | undefined): Promise<never> {
    return new Promise((_, reject) => {
      const fail = (error: unknown) => {
        this.#clock.clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        reject(error)
      }
      const abort = () => fail(signal?.reason)
      const timer = this.#clock.setTimeout(() => fail(new TypeError('fetch failed')), 10_000)
      if (signal?.aborted) abort()
      else signal?.addEventListener('abort', abort, { once: true })
    })
  }

  #interruptible(
    body: ReadableStream<Uint8Array>,
    signal: AbortSignal | undefined,
  ): ReadableStream<Uint8Array> {
    const reader = body.getReader()
    const outages = this.#outages
    const close = () => void reader.cancel().catch(() => {})
    return new ReadableStream<Uint8Array>(
      {
        start: controller =>
          signal?.addEventListener('abort', () => {
            controller.error(signal.reason)
            close()
          }),
        pull: async controller => {
          const { done, value } = await reader.read()
          // An outage has happened since the stream was opened: its data is never delivered.
          if (outages !== this.#outages) await new Promise(() => {})
          if (done) controller.close()
          else controller.enqueue(value)
        },
        cancel: close,
      },
      { highWaterMark: 0 },
    )
  }
}
