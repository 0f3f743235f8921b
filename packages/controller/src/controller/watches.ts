import { onAbort } from '@kube-informer/core/internal'
import type { RequestQueue } from '../api/request-queue.ts'
import type { Source, SourceContext } from '../api/source.ts'
import { startSource } from './start-source.ts'

/** Which events of the watched resource count. */
export interface WatchesOptions {
  readonly controller: string
  readonly context: SourceContext
  readonly timeoutMs: number
}

/** The sources of a controller. Each can be added and removed at any time. */
export class Watches {
  readonly #options: WatchesOptions
  /** Each source with what ends it. A source may be watched twice. */
  readonly #watches = new Map<AbortController, Source>()
  #target: { readonly queue: RequestQueue; readonly signal: AbortSignal } | undefined

  constructor(options: WatchesOptions) {
    this.#options = options
  }

  /**
   * Adds a source. It starts with the controller, or at once if that was started; an error of a late start is reported.
   * Returns a function that ends it.
   */
  add(source: Source): () => void {
    const stop = new AbortController()
    this.#watches.set(stop, source)
    if (this.#target) void this.#startLate(source, stop)
    return () => {
      this.#watches.delete(stop)
      stop.abort()
    }
  }

  /** Starts all sources at once; resolves when all have synced, and rejects with the first error. */
  async start(queue: RequestQueue, signal: AbortSignal): Promise<void> {
    this.#target = { queue, signal }
    const { controller, context, timeoutMs } = this.#options
    await Promise.all(
      [...this.#watches].map(([stop, source]) => {
        this.#follow(stop, signal)
        context.log.info('Starting EventSource', { source: source.description })
        return startSource(source, { controller, queue, signal: stop.signal, context, timeoutMs })
      }),
    )
  }

  async #startLate(source: Source, stop: AbortController): Promise<void> {
    const { context } = this.#options
    if (!this.#target) return
    const { queue, signal } = this.#target
    this.#follow(stop, signal)
    if (stop.signal.aborted) return
    try {
      await source.start(queue, stop.signal, context)
    } catch (error) {
      if (stop.signal.aborted) return
      context.log.error('failed to start a source that was added late', error, { source: source.description })
    }
  }

  /** Ends a source with the controller, unless it ends before. */
  #follow(stop: AbortController, signal: AbortSignal): void {
    const unsubscribe = onAbort(signal, reason => {
      this.#watches.delete(stop)
      stop.abort(reason)
    })
    onAbort(stop.signal, unsubscribe)
  }
}
