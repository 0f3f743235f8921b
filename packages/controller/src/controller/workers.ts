import { isAbort } from '@kube-informer/core'
import { onAbort, randomId } from '@kube-informer/core/internal'
import { isThenable } from '../api/is-thenable.ts'
import { TimeSlice } from '../api/time-slice.ts'
import { Attempt } from './attempt.ts'
import type { ControllerSettings } from './controller-options.ts'
import { type PrioritizedRequest, type ReconcileQueue, takerOf } from './reconcile-queue.ts'
import { requeueAfterError, requeueAfterResult } from './requeue.ts'

/** Takes requests from a queue and reconciles them, several at once. */
export class Workers {
  readonly #settings: ControllerSettings
  readonly #queue: ReconcileQueue
  readonly #slice: TimeSlice
  readonly #running = new Set<Attempt>()
  /** Makes the ids unique among processes without a random number for each. */
  readonly #idPrefix: string
  #count = 0
  /** Created once, because most reconciles end without a listener on their signal. */
  readonly #ended = new DOMException('the reconcile has ended', 'AbortError')

  constructor(settings: ControllerSettings, queue: ReconcileQueue) {
    this.#settings = settings
    this.#queue = queue
    this.#slice = new TimeSlice(settings.clock)
    this.#idPrefix = randomId(settings.random)
  }

  /**
   * Works until the queue is shut down. The signal aborts the running reconciles, and no other starts; it resolves when they
   * have ended.
   */
  async run(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    // One listener serves all reconciles.
    const unsubscribe = onAbort(signal, reason => {
      for (const attempt of this.#running) attempt.abort(reason)
    })
    const { maxConcurrentReconciles: length } = this.#settings
    const ends = await Promise.allSettled(Array.from({ length }, () => this.#workUntilFailure(signal)))
    unsubscribe()
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  /** A failure of one worker, for example in a logger, ends all of them. */
  async #workUntilFailure(signal: AbortSignal): Promise<void> {
    try {
      await this.#work(signal)
    } catch (error) {
      this.#queue.shutDown()
      for (const attempt of this.#running) attempt.abort(error)
      throw error
    }
  }

  /** Adds no hop to those of the queue and of the reconciler. */
  async #work(signal: AbortSignal): Promise<void> {
    const queue = this.#queue
    const { reconciler } = this.#settings
    const take = takerOf(queue)
    for (let next = await take(); next && !signal.aborted; next = await take()) {
      const attempt = this.#begin(next, signal)
      try {
        const returned = reconciler(next.item, attempt.context)
        const result = isThenable(returned) ? await returned : returned
        attempt.outcome = requeueAfterResult(queue, next, result ?? {})
      } catch (error) {
        attempt.outcome = requeueAfterError(queue, next, error)
        this.#report(attempt, error, signal)
      } finally {
        this.#end(attempt)
      }
      const pause = this.#slice.pause(queue.length === 0)
      if (pause) await pause
    }
  }

  #begin(next: PrioritizedRequest, signal: AbortSignal): Attempt {
    const attempt = new Attempt(next, `${this.#idPrefix}-${++this.#count}`, this.#settings, signal)
    this.#running.add(attempt)
    return attempt
  }

  #end(attempt: Attempt): void {
    this.#running.delete(attempt)
    this.#queue.done(attempt.handedOut.item)
    attempt.end(this.#ended)
  }

  /** An error that the stop causes is expected. */
  #report({ context: { log }, outcome }: Attempt, error: unknown, signal: AbortSignal): void {
    if (signal.aborted && (error === signal.reason || isAbort(error))) log.debug('the stop ended a reconcile')
    else log.error('Reconciler error', error, { isTerminal: outcome === 'terminal_error' })
  }
}
