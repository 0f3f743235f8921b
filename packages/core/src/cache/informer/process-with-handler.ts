import { TransactionError, UsageError } from '../../api/errors.ts'
import type { Notification, ResourceEventHandler } from '../handlers/event-handler.ts'
import { notifyHandler } from '../handlers/notify-handler.ts'
import type { Delta } from '../queue/queue.ts'
import { applyDelta, type DeltaTarget } from './process-deltas.ts'

/** Where deltas go, and who is told in the same turn. */
export interface HandlerTarget<T> extends DeltaTarget<T> {
  readonly handler: ResourceEventHandler<T>
}

/**
 * Applies deltas one after the other and tells the handler of each right after the store has it (client-go
 * `processDeltas`). What fails, store or handler, is thrown, and the rest is not applied.
 */
export function processDeltas<T>(deltas: readonly Delta<T>[], target: HandlerTarget<T>): void {
  for (const delta of deltas) tell(target.handler, applyDelta(delta, target))
}

/**
 * Applies all deltas first, then tells the handler in their order (client-go `processDeltasInBatch`). One that
 * fails costs no other, and is not told. Atomic items belong to {@link processDeltas}.
 *
 * @throws TransactionError which deltas were applied, and what the others threw, after the handler was told
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
  tell(target.handler, notifications)
  if (errors.length > 0) throw new TransactionError(deltas.length, successful, errors)
}

function tell<T>(handler: ResourceEventHandler<T>, notifications: readonly Notification<T>[]): void {
  for (const notification of notifications) void notifyHandler(handler, notification)
}
