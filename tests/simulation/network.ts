import type { Clock, Fetch } from '@kube-informer/core'

/**
 * What lies between informers and server:
 *
 * - `plain`: nothing
 * - `silent`: during an outage requests are never answered, and do not fail either
 * - `no bookmarks`: the server sends none
 * - `headers held`: the headers of a watch arrive with its first byte
 * - `buffered`: the body of a watch arrives when it is complete
 */
export type NetworkMode = 'plain' | 'silent' | 'no bookmarks' | 'headers held' | 'buffered'

type Body = ReadableStream<Uint8Array>

/**
 * The network between informers and server. During an outage it drops all data in both directions, without an error.
 * Connections that were open at that time never deliver data again, like a TCP connection whose peer has lost its state.
 */
export class Network {
  readonly #fetch: Fetch
  readonly #clock: Clock
  readonly #mode: NetworkMode
  #outageUntil = 0
  /** The number of outages; a stream compares it to detect that one has happened. */
  #outages = 0
  #arrivedAt: number

  constructor(fetch: Fetch, clock: Clock, mode: NetworkMode) {
    this.#fetch = fetch
    this.#clock = clock
    this.#mode = mode
    this.#arrivedAt = clock.now()
  }

  /** When anything last arrived from the server: headers, a part of a body, or the end of one. */
  get arrivedAt(): number {
    return this.#arrivedAt
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
    if (!response.body) return this.#arrived(response)
    const isWatch = response.ok && /[?&]watch=/.test(String(input))
    const sent = isWatch ? await this.#altered(response.body) : response.body
    return this.#arrived(new Response(this.#interruptible(sent, signal), response))
  }

  #arrived<V>(value: V): V {
    this.#arrivedAt = this.#clock.now()
    return value
  }

  #altered(body: Body): Body | Promise<Body> {
    if (this.#mode === 'no bookmarks') return withoutBookmarks(body)
    if (this.#mode === 'headers held') return afterFirstByte(body)
    return this.#mode === 'buffered' ? buffered(body) : body
  }

  /** A request during an outage fails after a delay, as a connection attempt does, or never. */
  #failLater(signal: AbortSignal | undefined): Promise<never> {
    return new Promise((_, reject) => {
      const fail = (error: unknown) => {
        if (timer !== undefined) this.#clock.clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        reject(error)
      }
      const abort = () => fail(signal?.reason)
      const timer =
        this.#mode === 'silent'
          ? undefined
          : this.#clock.setTimeout(() => fail(new TypeError('fetch failed')), 10_000)
      if (signal?.aborted) abort()
      else signal?.addEventListener('abort', abort, { once: true })
    })
  }

  #interruptible(body: Body, signal: AbortSignal | undefined): Body {
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
          this.#arrivedAt = this.#clock.now()
          if (done) controller.close()
          else controller.enqueue(value)
        },
        cancel: close,
      },
      { highWaterMark: 0 },
    )
  }
}

/** A server's bookmarks are chunks of their own. Those of protobuf have the type in the same place. */
function withoutBookmarks(body: Body): Body {
  const isBookmark = (chunk: Uint8Array) =>
    new TextDecoder('latin1').decode(chunk.subarray(0, 32)).includes('BOOKMARK')
  const isEnd = (chunk: Uint8Array) => new TextDecoder('latin1').decode(chunk).includes('initial-events-end')
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        if (!isBookmark(chunk) || isEnd(chunk)) controller.enqueue(chunk)
      },
    }),
  )
}

async function afterFirstByte(body: Body): Promise<Body> {
  const reader = body.getReader()
  let first: Awaited<ReturnType<typeof reader.read>> | undefined = await reader.read()
  return new ReadableStream<Uint8Array>(
    {
      pull: async controller => {
        const { done, value } = first ?? (await reader.read())
        first = undefined
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

function buffered(body: Body): Body {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      pull: async controller => {
        const chunks: Uint8Array[] = []
        for (let read = await reader.read(); !read.done; read = await reader.read()) chunks.push(read.value)
        for (const chunk of chunks) controller.enqueue(chunk)
        controller.close()
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
