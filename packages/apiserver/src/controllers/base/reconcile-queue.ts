import { type Clock, StatusError } from '@kube-informer/core'
import { ItemExponentialFailureRateLimiter, RateLimitingQueue } from '@kube-informer/core/workqueue'

/** The delay between an event and the work that it causes, in ms. */
const DELAY_MS = 10
/** The delays before failed work is repeated (client-go's `DefaultControllerRateLimiter`). */
const RETRIES = { baseDelayMs: 10, maxDelayMs: 1_000_000 }

interface ReconcileQueueOptions {
  readonly clock: Clock
  /** Brings one object to its wanted state. A StatusError repeats it later. */
  readonly reconcile: (this: void, key: string) => void
}

/** The keys of objects to reconcile, one at a time. Keys that are added several times are reconciled once. */
export class ReconcileQueue {
  readonly #clock: Clock
  readonly #queue: RateLimitingQueue<string>
  /** What is reconciled next, in one go. */
  readonly #soon = new Set<string>()

  constructor({ clock, reconcile }: ReconcileQueueOptions) {
    this.#clock = clock
    this.#queue = new RateLimitingQueue({
      clock,
      rateLimiter: new ItemExponentialFailureRateLimiter(RETRIES),
    })
    void this.#run(reconcile)
  }

  /** Reconciles an object soon. */
  add(key: string): void {
    if (this.#soon.size === 0) this.#clock.setTimeout(() => this.#start(), DELAY_MS)
    this.#soon.add(key)
  }

  /** Reconciles an object after a time, also if it is reconciled before. The earliest of several times counts. */
  addAfter(key: string, delayMs: number): void {
    this.#queue.addAfter(key, delayMs)
  }

  #start(): void {
    for (const key of this.#soon) this.#queue.add(key)
    this.#soon.clear()
  }

  async #run(reconcile: (key: string) => void): Promise<void> {
    for await (const item of this.#queue) {
      try {
        reconcile(item.value)
        this.#queue.forget(item.value)
      } catch (error) {
        if (error instanceof StatusError) this.#queue.addRateLimited(item.value)
        // A fault of the controller is an uncaught error, and the next object is reconciled all the same.
        else
          this.#clock.setTimeout(() => {
            throw error
          }, 0)
      } finally {
        item.done()
      }
    }
  }
}
