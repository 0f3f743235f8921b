import { UsageError } from '@kube-informer/core'
import type { ReconcileOutcome } from '../api/metrics.ts'
import type { ReconcileResult } from '../api/reconciler.ts'
import { addRequest, type PrioritizedRequest, type ReconcileQueue } from './reconcile-queue.ts'
import { isTerminalError } from './terminal-error.ts'

/** The delay of a result; 0 for none. "Not a number" is neither none nor a time, so it is an error. */
function delayOf({ requeueAfterMs }: ReconcileResult): number {
  const delayMs = requeueAfterMs ?? 0
  if (typeof delayMs === 'number' && !Number.isNaN(delayMs)) return delayMs
  throw new UsageError(`the reconciler returned ${delayMs} as requeueAfterMs, which is not a number`)
}

/**
 * Does what a result asks for (controller-runtime `reconcileHandler`). Only success and `requeueAfterMs` reset the rate
 * limiter. An infinite time is never over, so it adds nothing. Throws a UsageError if the time is not a number.
 */
export function requeueAfterResult(
  queue: ReconcileQueue,
  { item, priority: current }: PrioritizedRequest,
  result: ReconcileResult,
): ReconcileOutcome {
  const { requeue = false, priority = current } = result
  const afterMs = delayOf(result)
  if (afterMs > 0) {
    queue.forget(item)
    if (afterMs !== Number.POSITIVE_INFINITY) addRequest(queue, item, { afterMs, priority })
    return 'requeue_after'
  }
  if (requeue) {
    addRequest(queue, item, { rateLimited: true, priority })
    return 'requeue'
  }
  queue.forget(item)
  return 'success'
}

/** Retries with the rate limiter's delay. After a terminal error, the request is neither added nor forgotten. */
export function requeueAfterError(
  queue: ReconcileQueue,
  { item, priority }: PrioritizedRequest,
  error: unknown,
): ReconcileOutcome {
  if (isTerminalError(error)) return 'terminal_error'
  addRequest(queue, item, { rateLimited: true, priority })
  return 'error'
}
