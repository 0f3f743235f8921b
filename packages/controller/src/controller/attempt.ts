import { Timer } from '@kube-informer/core/internal'
import type { ReconcileOutcome } from '../api/metrics.ts'
import type { ReconcileContext } from '../api/reconciler.ts'
import { AttemptContext } from './attempt-context.ts'
import type { ControllerSettings } from './controller-options.ts'
import type { PrioritizedRequest } from './reconcile-queue.ts'

/** One reconcile: from its request to its outcome. */
export class Attempt {
  readonly handedOut: PrioritizedRequest
  readonly context: ReconcileContext
  /** Set once the reconciler has returned or thrown. */
  outcome: ReconcileOutcome = 'error'
  readonly #abort = new AbortController()
  readonly #reportEnd: ((outcome: ReconcileOutcome) => void) | undefined
  readonly #timer: Timer | undefined

  /** @param lifetime the signal of the controller: reading it checks that this process may still work */
  constructor(
    handedOut: PrioritizedRequest,
    reconcileId: string,
    settings: ControllerSettings,
    lifetime: AbortSignal,
  ) {
    const { name, metrics, reconciliationTimeoutMs, clock } = settings
    const { signal } = this.#abort
    this.handedOut = handedOut
    const check = () => void lifetime.aborted
    this.context = new AttemptContext({ request: handedOut.item, reconcileId, signal, check }, settings)
    this.#reportEnd = metrics?.reconcileStarted(name)
    if (reconciliationTimeoutMs === undefined || reconciliationTimeoutMs === 0) return
    this.#timer = new Timer(clock)
    this.#timer.start(reconciliationTimeoutMs, () => {
      metrics?.reconcileTimedOut(name)
      this.abort(
        new DOMException(`the reconcile took more than ${reconciliationTimeoutMs} ms`, 'TimeoutError'),
      )
    })
  }

  /** Asks the reconciler to end. Only the first reason counts. */
  abort(reason: unknown): void {
    this.#abort.abort(reason)
  }

  /** The reconciler has returned: from now on, its client sends nothing. */
  end(reason: unknown): void {
    this.#timer?.stop()
    this.#reportEnd?.(this.outcome)
    this.abort(reason)
  }
}
