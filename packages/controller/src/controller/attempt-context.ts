import type { Client } from '../api/client.ts'
import { guardSignal } from '../api/guarded-signal.ts'
import type { Logger } from '../api/logger.ts'
import type { EventRecorder, ReconcileContext } from '../api/reconciler.ts'
import type { Request } from '../api/request.ts'
import { AttemptLog } from './attempt-log.ts'
import { boundClient } from './bound-client.ts'
import type { ControllerSettings } from './controller-options.ts'

export interface AttemptContextOptions {
  readonly request: Request
  readonly reconcileId: string
  /** Aborts when the reconcile has to end. */
  readonly signal: AbortSignal
  /** Asks whether this process may still work; if not, the signal aborts during the call. */
  readonly check: () => void
}

/**
 * The context of one reconcile. Its members are its own properties, so that `{ ...context, extra }` has them. Each of them is
 * cheap to make: accessors of an object literal would take several times as long as the members themselves.
 */
export class AttemptContext implements ReconcileContext {
  readonly reconcileId: string
  readonly client: Client
  readonly signal: AbortSignal
  readonly events: EventRecorder
  readonly log: Logger

  constructor({ request, reconcileId, signal, check }: AttemptContextOptions, settings: ControllerSettings) {
    const { client, fieldManager, events } = settings
    this.reconcileId = reconcileId
    this.signal = guardSignal(signal, check)
    this.client = boundClient(client, { signal: this.signal, fieldManager })
    this.events = events
    this.log = new AttemptLog(request, reconcileId, settings)
  }
}
