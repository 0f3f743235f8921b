import { type Clock, type Fetch, sleep, systemClock } from '@kube-informer/core'

/** Options of {@link withLateWatches}. */
export interface LateWatchesOptions {
  /** @default the host's fetch */
  readonly fetch?: Fetch | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** The delay of the next read of a watch. */
  readonly delayMs: () => number
}

/**
 * A fetch whose watches are late: each read of one waits first. Other requests are not delayed, so that a cache lacks what
 * its own process has just written.
 */
export const withLateWatches =
  ({ fetch: send = fetch, clock = systemClock, delayMs }: LateWatchesOptions): Fetch =>
  async (input, init) => {
    const response = await send(input, init)
    const isWatch = new URL(input).searchParams.has('watch')
    if (!isWatch || !response.body) return response
    const late = new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        await sleep(clock, delayMs())
        controller.enqueue(chunk)
      },
    })
    return new Response(response.body.pipeThrough(late), response)
  }
