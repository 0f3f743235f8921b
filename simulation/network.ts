import type { Clock, Fetch } from '@kube-informer/core'

/**
 * The way between informers and server, which can go dead: nothing comes through, neither way, and nobody is told. What
 * was open then stays dead for ever, as a connection does whose other end forgot it.
 */
export class Network {
  readonly #fetch: Fetch
  readonly #clock: Clock
  #deadUntil = 0
  /** Counts the silences, so that a stream knows that it lived through one. */
  #silences = 0

  constructor(fetch: Fetch, clock: Clock) {
    this.#fetch = fetch
    this.#clock = clock
  }

  silence(forMs: number): void {
    this.#silences++
    this.#deadUntil = Math.max(this.#deadUntil, this.#clock.now() + forMs)
  }

  heal(): void {
    this.#deadUntil = 0
  }

  readonly fetch: Fetch = async (input, init) => {
    const signal = init?.signal ?? undefined
    if (this.#clock.now() < this.#deadUntil) return await this.#refuse(signal)
    const response = await this.#fetch(input, init)
    if (!response.body) return response
    return new Response(this.#line(response.body, signal), response)
  }

  /** A request into the silence fails as a connection attempt does: after a while. */
  #refuse(signal: AbortSignal | undefined): Promise<never> {
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

  #line(body: ReadableStream<Uint8Array>, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
    const reader = body.getReader()
    const silences = this.#silences
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
          // What comes now has been on its way through a silence: nobody will ever have it.
          if (silences !== this.#silences) await new Promise(() => {})
          if (done) controller.close()
          else controller.enqueue(value)
        },
        cancel: close,
      },
      { highWaterMark: 0 },
    )
  }
}
