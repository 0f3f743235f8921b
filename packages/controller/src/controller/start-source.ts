import { type Clock, UsageError } from '@kube-informer/core'
import { abortable, errorMessage, onAbort, Timer } from '@kube-informer/core/internal'
import type { RequestQueue } from '../api/request-queue.ts'
import type { Source, SourceContext } from '../api/source.ts'

/** What a source is started with. */
export interface SourceStart {
  readonly controller: string
  readonly queue: RequestQueue
  /** Ends the source. */
  readonly signal: AbortSignal
  readonly context: SourceContext
  /** Covers the start and the first list together. */
  readonly timeoutMs: number
}

/**
 * Starts a source and waits until its first list was handled. Resolves also when the signal aborts. Rejects if the start or
 * the first list fails or takes too long.
 */
export async function startSource(source: Source, options: SourceStart): Promise<void> {
  const { queue, signal, context } = options
  const wait = new BoundedWait(context.clock, options.timeoutMs, signal)
  try {
    await wait.for(
      () => source.start(queue, signal, context),
      () => startTimeout(source),
    )
    await wait
      .for(
        () => source.waitForSync?.(wait.signal),
        () => syncTimeout(source),
      )
      .catch((error: unknown) => {
        const message = `failed to wait for ${options.controller} caches to sync ${source.description}`
        throw new Error(`${message}: ${errorMessage(error)}`, { cause: error })
      })
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    wait.end()
  }
}

/** Waits that share one timeout. */
class BoundedWait {
  readonly #controller = new AbortController()
  readonly #timer: Timer
  readonly #unsubscribe: () => void
  #isOver = false

  constructor(clock: Clock, timeoutMs: number, signal: AbortSignal) {
    this.#timer = new Timer(clock)
    this.#timer.start(timeoutMs, () => {
      this.#isOver = true
      this.#controller.abort()
    })
    this.#unsubscribe = onAbort(signal, reason => this.#controller.abort(reason))
  }

  /** Aborts at the timeout, and with the outer signal. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** @param timeout the error of a wait that takes too long */
  async for(step: () => void | Promise<void>, timeout: () => Error): Promise<void> {
    try {
      this.signal.throwIfAborted()
      await abortable(Promise.resolve(step()), this.signal)
    } catch (error) {
      throw this.#isOver ? timeout() : error
    }
  }

  end(): void {
    this.#timer.stop()
    this.#unsubscribe()
  }
}

const startTimeout = ({ description }: Source): Error =>
  new UsageError(
    `timed out waiting for source ${description} to Start. Please ensure that its Start() method is non-blocking`,
  )

const syncTimeout = ({ description }: Source): Error =>
  new Error(`timed out waiting for cache to be synced for ${description}`)
