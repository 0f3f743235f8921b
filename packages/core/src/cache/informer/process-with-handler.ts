import { TransactionError, UsageError } from '../../api/errors.ts'
import type { Notification, ResourceEventHandler } from '../handlers/event-handler.ts'
import { notifyHandler } from '../handlers/notify-handler.ts'
import type { Delta } from '../queue/queue.ts'
import { applyDelta, type DeltaTarget } from './process-deltas.ts'

/** The cache that deltas are applied to, and the handler that is called synchronously. */
export interface HandlerTarget<T> extends DeltaTarget<T> {
  readonly handler: ResourceEventHandler<T>
}

/**
 * Applies deltas one by one, and calls the handler after each (client-go `processDeltas`). An error of the store or the
 * handler is thrown, and the remaining deltas are not applied.
 */
export function processDeltas<T>(deltas: readonly Delta<T>[], target: HandlerTarget<T>): void {
  for (const delta of deltas) notify(target.handler, applyDelta(delta, target))
}

/**
 * Applies all deltas, then calls the handler in their order (client-go `processDeltasInBatch`). A delta that fails is
 * skipped, without a call for it. Atomic items require {@link processDeltas}.
 *
 * @throws TransactionError with the deltas that were applied and the errors of the others, after the handler was called
 */
export function processDeltasInBatch<T>(deltas: readonly Delta<T>[], target: HandlerTarget<T>): void {
  const notifications: Notification<T>[] = []
  const successful: number[] = []
  const errors: unknown[] = []
  for (const [i, delta] of deltas.entries()) {
    if (!('object' in delta)) throw new UsageError(`a batch cannot hold a delta of type ${delta.type}`)
    try {
      notifications.push(...applyDelta(delta, target))
      successful.push(i)
    } catch (error) {
      errors.push(error)
    }
  }
  notify(target.handler, notifications)
  if (errors.length > 0) throw new TransactionError(deltas.length, successful, errors)
}

function notify<T>(handler: ResourceEventHandler<T>, notifications: readonly Notification<T>[]): void {
  for (const notification of notifications) void notifyHandler(handler, notification)
}
