import { type Clock, systemClock } from '../../api/clock.ts'
import type { Delta, PopProcess, Queue } from '../queue/queue.ts'
import type { ReconnectOptions } from '../reflector/reconnect-bus.ts'
import { Reflector } from '../reflector/reflector.ts'
import type { ReflectorOptions } from '../reflector/reflector-options.ts'

/** The options of the Reflector, the queue, and how deltas are processed. */
export interface ControllerOptions<T> extends Omit<ReflectorOptions<T>, 'store'> {
  readonly queue: Queue<T>
  /** Applies the deltas of a pop. */
  readonly process: PopProcess<T>
  /** Whether to pop up to 1,000 deltas at once instead of those of one key. @default true */
  readonly batch?: boolean | undefined
  /** Called after each pop, once its deltas have been processed; not after an abort. */
  readonly onProcessed?: (() => void) | undefined
  /** Receives errors of `process`; nothing is queued again. @default the controller ends and `run` rejects */
  readonly onProcessError?: ((error: unknown) => void) | undefined
}

/**
 * A Reflector that fills a queue, and a loop that processes it (client-go `cache.Controller`).
 *
 * - The loop yields to the host between two pops, never within one.
 * - Errors of `process` go to `onProcessError`; nothing is queued again.
 * - After the signal of `run` aborts, nothing is processed.
 *
 * @example
 * const controller = new Controller({ listerWatcher, queue: new DeltaFIFO<Pod>(), process: deltas => count(deltas) })
 * await controller.run(signal)
 */
export class Controller<T> {
  readonly #queue: Queue<T>
  readonly #process: PopProcess<T>
  readonly #batch: boolean
  readonly #onProcessed: () => void
  readonly #onProcessError: ((error: unknown) => void) | undefined
  readonly #clock: Clock
  readonly #reflector: Reflector<T>

  constructor({
    queue,
    process,
    batch = true,
    onProcessed = () => {},
    onProcessError,
    ...reflectorOptions
  }: ControllerOptions<T>) {
    this.#queue = queue
    this.#process = process
    this.#batch = batch
    this.#onProcessed = onProcessed
    this.#onProcessError = onProcessError
    this.#clock = reflectorOptions.clock ?? systemClock
    this.#reflector = new Reflector({ ...reflectorOptions, store: queue })
  }

  /** Whether the initial list has been processed. */
  hasSynced(): boolean {
    return this.#queue.hasSynced()
  }

  /** The resourceVersion that the watch resumes from; "" before the initial list. */
  get lastSyncResourceVersion(): string {
    return this.#reflector.lastSyncResourceVersion
  }

  /** Treats every open connection as dead; see `Reflector.reconnect`. */
  reconnect(options?: ReconnectOptions): void {
    this.#reflector.reconnect(options)
  }

  /** Runs until the signal aborts. Rejects only with an error of `process`, and only without `onProcessError`. */
  async run(signal: AbortSignal): Promise<void> {
    const ended = new AbortController()
    const end = () => {
      this.#queue.close()
      ended.abort()
    }
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
    // Waits for both, even if the loop fails: a controller that has ended leaves nothing running.
    const [, loop] = await Promise.allSettled([
      this.#reflector.run(ended.signal),
      this.#processLoop(ended.signal).finally(end),
    ])
    signal.removeEventListener('abort', end)
    if (loop.status === 'rejected') throw loop.reason
  }

  async #processLoop(signal: AbortSignal): Promise<void> {
    const process: PopProcess<T> = (deltas, isInInitialList) => this.#handle(deltas, isInInitialList)
    while (await (this.#batch ? this.#queue.popBatch(process, signal) : this.#queue.pop(process, signal))) {
      // A handler may have aborted the signal meanwhile.
      if (signal.aborted) return
      this.#onProcessed()
      if (this.#queue.length > 0) await this.#clock.yieldToHost()
    }
  }

  #handle(deltas: readonly Delta<T>[], isInInitialList: boolean): void {
    try {
      this.#process(deltas, isInInitialList)
    } catch (error) {
      if (!this.#onProcessError) throw error
      this.#onProcessError(error)
    }
  }
}
