import type { Clock, Fetch } from '@kube-informer/core'

/** What answers requests of a node: its parent, or the apiserver. */
export interface Upstream {
  /** Undefined while there is no process. Aborts when it dies. */
  readonly process: AbortSignal | undefined
  fetch(request: Request): Promise<Response>
}

/** An error of `fetch`, as in Node. */
export const networkError = (code: 'ECONNREFUSED' | 'ECONNRESET'): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })

/** The connection of a node to its upstream. It counts requests, and breaks when the upstream dies. */
export class Link {
  /** Lists that were sent. */
  lists = 0
  /** The largest number at the same time. */
  mostLists = 0
  mostWatches = 0
  /** When the open watch was answered; undefined without one. */
  openSince: number | undefined
  readonly #upstream: Upstream
  readonly #clock: Clock
  readonly #alter: (chunk: Uint8Array) => Uint8Array
  #lists = 0
  #watches = 0
  #break = new AbortController()

  /** @param alter what a watch delivers instead of a chunk */
  constructor(upstream: Upstream, clock: Clock, alter = (chunk: Uint8Array): Uint8Array => chunk) {
    this.#upstream = upstream
    this.#clock = clock
    this.#alter = alter
  }

  /** Breaks what is open, as a proxy does that restarts. */
  break(): void {
    this.#break.abort()
    this.#break = new AbortController()
  }

  readonly fetch: Fetch = async (url, init) => {
    const { process } = this.#upstream
    if (!process) throw networkError('ECONNREFUSED')
    const isWatch = new URL(url).searchParams.has('watch')
    this.#count(isWatch, 1)
    const onDone = () => this.#count(isWatch, -1)
    let response: Response
    try {
      response = await this.#upstream.fetch(new Request(url, init))
    } catch (error) {
      onDone()
      throw error
    }
    if (process.aborted || !response.body) {
      onDone()
      void response.body?.cancel().catch(() => {})
      if (process.aborted) throw networkError('ECONNRESET')
      return response
    }
    if (isWatch && response.ok) this.openSince = this.#clock.now()
    return new Response(this.#breakable(response.body, [process, this.#break.signal], onDone), response)
  }

  #count(isWatch: boolean, change: 1 | -1): void {
    if (isWatch) {
      this.#watches += change
      this.mostWatches = Math.max(this.mostWatches, this.#watches)
      if (change < 0) this.openSince = undefined
    } else {
      if (change > 0) this.lists++
      this.#lists += change
      this.mostLists = Math.max(this.mostLists, this.#lists)
    }
  }

  #breakable(
    body: ReadableStream<Uint8Array>,
    signals: readonly AbortSignal[],
    onDone: () => void,
  ): ReadableStream<Uint8Array> {
    const reader = body.getReader()
    let isOver = false
    let fail = () => {}
    const finish = () => {
      if (isOver) return
      isOver = true
      for (const signal of signals) signal.removeEventListener('abort', fail)
      onDone()
    }
    return new ReadableStream<Uint8Array>(
      {
        start: controller => {
          fail = () => {
            finish()
            controller.error(networkError('ECONNRESET'))
            void reader.cancel().catch(() => {})
          }
          for (const signal of signals) signal.addEventListener('abort', fail)
        },
        pull: async controller => {
          try {
            const { done, value } = await reader.read()
            if (isOver) return
            if (!done) controller.enqueue(this.#alter(value))
            else {
              finish()
              controller.close()
            }
          } catch (error) {
            if (isOver) return
            finish()
            controller.error(error)
          }
        },
        cancel: async () => {
          finish()
          await reader.cancel()
        },
      },
      { highWaterMark: 0 },
    )
  }
}
