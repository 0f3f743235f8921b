import { type Clock, systemClock } from '../../api/clock.ts'
import type { Delta, PopProcess, Queue } from '../queue/queue.ts'
import { Reflector } from '../reflector/reflector.ts'
import type { ReflectorOptions } from '../reflector/reflector-options.ts'

/** Options of {@link Controller}: those of its Reflector, and where the queue's content goes. */
export interface ControllerOptions<T> extends Omit<ReflectorOptions<T>, 'store'> {
  readonly queue: Queue<T>
  /** Applies what the queue hands out. */
  readonly process: PopProcess<T>
  /** Whether to pop up to 1,000 deltas at once rather than those of one key. @default true */
  readonly batch?: boolean | undefined
  /** Called after each pop, when what was popped has been processed; not after the abort. */
  readonly onProcessed?: (() => void) | undefined
  /** Called with what `process` threw; nothing is queued again. @default it ends the controller: `run` rejects */
  readonly onProcessError?: ((error: unknown) => void) | undefined
}

/**
 * A Reflector that fills a queue, and a loop that works it off (client-go `cache.Controller`).
 *
 * - Between two pops the loop yields to the host, never inside one.
 * - What `process` throws is the business of `onProcessError`; nothing is queued again.
 * - Once the signal of `run` aborts nothing is processed any more.
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

  /** Whether the first list has been processed. */
  hasSynced(): boolean {
    return this.#queue.hasSynced()
  }

  /** The version that the watch resumes from; "" before the first list. */
  get lastSyncResourceVersion(): string {
    return this.#reflector.lastSyncResourceVersion
  }

  /** Takes whatever connection there is for dead; see `Reflector.reconnect`. */
  reconnect(): void {
    this.#reflector.reconnect()
  }

  /** Works until the signal aborts. Rejects only with what `process` threw, where nobody else takes it. */
  async run(signal: AbortSignal): Promise<void> {
    const ended = new AbortController()
    const end = () => {
      this.#queue.close()
      ended.abort()
    }
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
    // Both are waited for, whatever becomes of the loop: a controller that has ended leaves nothing running.
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
      // A handler may have stopped it in between.
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
