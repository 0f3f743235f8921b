import { type Clock, systemClock } from '@kube-informer/core'
import { onAbort, Timer } from '@kube-informer/core/internal'
import type { Runnable } from '../api/runnable.ts'
import type { NewQueue } from './new-queue.ts'
import { PassQueue } from './pass-queue.ts'

/** When a pass is over, and how long it may take. */
export interface ReconcilePassOptions {
  /** How long the queues must be idle. The events of the pass's own writes arrive in this time. @default 100 */
  readonly quietMs?: number | undefined
  /** Requests that are due within this time are waited for, such as the first retries. @default 1000 */
  readonly lingerMs?: number | undefined
  /**
   * When the pass ends although there is work, such as the limit of the host. Unlike `AbortSignal.timeout`, its timer is
   * cleared at the end, so that it does not keep a Durable Object in memory. @default none
   */
  readonly timeoutMs?: number | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
}

/** How a pass ended. */
export interface PassResult {
  /** Whether all work was done. False if the signal or `timeoutMs` has ended the pass. */
  readonly isIdle: boolean
  /**
   * When the next delayed request was due, in ms since the Unix epoch: from `requeueAfterMs`, or a retry. Wake up by then.
   * Undefined if there is none.
   */
  readonly nextDueAt: number | undefined
}

/**
 * One pass of controllers on a host that sleeps, such as a Durable Object with an alarm, a cron trigger or a function. It
 * runs a manager until all objects are reconciled and the queues are idle, and then stops it.
 *
 * Controllers are level-triggered: the next pass lists all objects again, so what happens between two passes is not lost.
 * Create the manager and the pass for each pass. A pass does not wait for an event whose handler has
 * failed.
 *
 * @example
 * const pass = new ReconcilePass({ timeoutMs: 20_000 })
 * manager.controllerFor(widgets).withOptions({ newQueue: pass.newQueue }).reconcile(reconcileWidget)
 * const { nextDueAt = Date.now() + 60_000 } = await pass.run(manager)
 * await storage.setAlarm(nextDueAt)
 */
export class ReconcilePass {
  readonly #quietMs: number
  readonly #lingerMs: number
  readonly #clock: Clock
  readonly #timeoutMs: number | undefined
  readonly #quiet: Timer
  readonly #limit: Timer
  readonly #queues: PassQueue[] = []
  readonly #finished = new AbortController()

  constructor({ quietMs = 100, lingerMs = 1000, timeoutMs, clock = systemClock }: ReconcilePassOptions = {}) {
    this.#quietMs = quietMs
    this.#lingerMs = lingerMs
    this.#clock = clock
    this.#timeoutMs = timeoutMs
    this.#quiet = new Timer(clock)
    this.#limit = new Timer(clock)
  }

  /** For the option `newQueue` of each controller that the pass waits for. */
  readonly newQueue: NewQueue = options => {
    const queue = new PassQueue(options, () => this.#check())
    this.#queues.push(queue)
    return queue
  }

  /** Runs the manager or controller. Resolves when it has stopped. Rejects with its error. Once only. */
  async run(runnable: Pick<Runnable, 'run'>, signal?: AbortSignal): Promise<PassResult> {
    const unsubscribe = onAbort(signal, reason => this.#finished.abort(reason))
    if (this.#timeoutMs !== undefined) {
      this.#limit.start(this.#timeoutMs, () => this.#finished.abort(TIMEOUT))
    }
    try {
      await runnable.run(this.#finished.signal)
    } finally {
      unsubscribe()
      this.#quiet.stop()
      this.#limit.stop()
    }
    return { isIdle: this.#finished.signal.reason === IDLE, nextDueAt: this.#nextDueAt() }
  }

  /** Each change starts the quiet time again. A debounce holds a request back without a change of the queue. */
  #check(): void {
    if (this.#finished.signal.aborted) return
    if (this.#isDone()) this.#quiet.start(this.#quietMs, () => this.#endIfIdle())
    else this.#quiet.stop()
  }

  #endIfIdle(): void {
    if (this.#queues.every(({ isIdle }) => isIdle)) this.#finished.abort(IDLE)
  }

  #isDone(): boolean {
    const limit = this.#clock.now() + this.#lingerMs
    return this.#queues.every(
      ({ isIdle, nextDueAt = Number.POSITIVE_INFINITY }) => isIdle && nextDueAt > limit,
    )
  }

  #nextDueAt(): number | undefined {
    const times = this.#queues.flatMap(({ nextDueAt }) => nextDueAt ?? [])
    return times.length === 0 ? undefined : Math.min(...times)
  }
}

const TIMEOUT = new DOMException('the pass took too long', 'TimeoutError')
const IDLE = new DOMException('the pass is done', 'AbortError')
