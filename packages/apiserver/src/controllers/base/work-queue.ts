import { type Clock, StatusError, type TimerHandle } from '@kube-informer/core'

/** The delay between an event and the work that it causes, in ms. */
const DELAY_MS = 10
/** Limits of the delay before failed work is repeated (client-go's `DefaultControllerRateLimiter`), in ms. */
const FIRST_RETRY_MS = 10
const LAST_RETRY_MS = 1_000_000

export interface WorkQueueOptions {
  readonly clock: Clock
  /** Brings one object to its wanted state. A StatusError repeats it later. */
  readonly reconcile: (this: void, key: string) => void
}

/**
 * The keys of objects to reconcile (client-go's rate-limited queue). Keys that are added several times are reconciled
 * once. Without keys there is no timer.
 */
export class WorkQueue {
  readonly #clock: Clock
  readonly #reconcile: (key: string) => void
  readonly #ready = new Set<string>()
  readonly #later = new Map<string, { readonly dueMs: number; readonly timer: TimerHandle }>()
  readonly #failures = new Map<string, number>()
  #isScheduled = false

  constructor({ clock, reconcile }: WorkQueueOptions) {
    this.#clock = clock
    this.#reconcile = reconcile
  }

  /** Reconciles an object soon. */
  add(key: string): void {
    this.#ready.add(key)
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#clock.setTimeout(() => this.#run(), DELAY_MS)
  }

  /** Reconciles an object after a time, unless it is reconciled before: the reconciler then adds it again. */
  addAfter(key: string, delayMs: number): void {
    const dueMs = this.#clock.now() + delayMs
    const known = this.#later.get(key)
    if (known && known.dueMs <= dueMs) return
    this.#cancel(key)
    const timer = this.#clock.setTimeout(() => {
      this.#later.delete(key)
      this.#work(key)
    }, delayMs)
    this.#later.set(key, { dueMs, timer })
  }

  #run(): void {
    this.#isScheduled = false
    const keys = [...this.#ready]
    this.#ready.clear()
    for (const key of keys) this.#work(key)
  }

  #work(key: string): void {
    this.#cancel(key)
    try {
      this.#reconcile(key)
      this.#failures.delete(key)
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      const failures = this.#failures.get(key) ?? 0
      this.#failures.set(key, failures + 1)
      this.addAfter(key, Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS))
    }
  }

  #cancel(key: string): void {
    const known = this.#later.get(key)
    if (!known) return
    this.#clock.clearTimeout(known.timer)
    this.#later.delete(key)
  }
}
