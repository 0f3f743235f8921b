import type { Clock } from '@kube-informer/core'
import { onAbort } from '@kube-informer/core/internal'
import { LinkedAbort } from './api/linked-abort.ts'
import { timedOut, tooManyRequests } from './http/status.ts'
import type { UserShares } from './http/user-shares.ts'

/** Maximum duration of a list, as in a Kubernetes server. */
const LIST_TIMEOUT_MS = 60_000

export interface SentListsOptions {
  readonly maxLists: number
  readonly shares: UserShares
  /** Aborts when the relay stops. */
  readonly stopping: AbortSignal
  readonly clock: Clock
}

/** The lists that are being sent. A reader that does not read would keep a state of the cache, or a body, in memory. */
export class SentLists {
  readonly #options: SentListsOptions
  #size = 0

  constructor(options: SentListsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#size
  }

  /** Sends a list until its body has been read, or fails, or its time is over. */
  async send(
    username: string,
    signal: AbortSignal,
    list: (signal: AbortSignal) => Promise<Response>,
  ): Promise<Response> {
    const sending = this.#start(username, signal)
    let response: Response
    try {
      response = await list(sending.signal)
    } catch (error) {
      sending.end()
      throw error
    }
    if (response.body) return new Response(timed(response.body, sending), response)
    sending.end()
    return response
  }

  #start(username: string, signal: AbortSignal): Sending {
    const { maxLists, shares, stopping, clock } = this.#options
    if (this.#size >= maxLists) throw tooManyRequests('the relay has too many lists in flight')
    const giveBack = shares.take(username)
    const ending = new LinkedAbort(signal, stopping)
    const timer = clock.setTimeout(() => ending.abort(timedOut()), LIST_TIMEOUT_MS)
    this.#size++
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      this.#size--
      giveBack()
      clock.clearTimeout(timer)
      ending.release()
    }
    return { signal: ending.signal, end }
  }
}

/** A list that is being sent. */
interface Sending {
  /** Aborts when the list must end. */
  readonly signal: AbortSignal
  /** Idempotent. */
  readonly end: () => void
}

type Chunk = Uint8Array<ArrayBuffer>

/** The same body, which fails when the signal aborts, even between reads. */
function timed(body: ReadableStream<Chunk>, { signal, end }: Sending): ReadableStream<Chunk> {
  const reader = body.getReader()
  let unsubscribe = () => {}
  const over = () => {
    unsubscribe()
    end()
  }
  return new ReadableStream<Chunk>(
    {
      start: controller => {
        unsubscribe = onAbort(signal, reason => {
          over()
          controller.error(reason)
          reader.cancel(reason).catch(() => {})
        })
      },
      pull: async controller => {
        try {
          const { done, value } = await reader.read()
          if (signal.aborted) return
          if (!done) return controller.enqueue(value)
          over()
          controller.close()
        } catch (error) {
          over()
          throw error
        }
      },
      cancel: reason => {
        over()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
