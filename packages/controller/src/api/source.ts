import type { Clock } from '@kube-informer/core'
import type { Logger } from './logger.ts'
import type { RequestQueue } from './request-queue.ts'

/** What a controller gives to its sources. */
export interface SourceContext {
  /** Where a source reports errors of handlers, with the object's key. */
  readonly log: Logger
  readonly clock: Clock
}

/** Where a controller's requests come from (controller-runtime `source.TypedSource`). */
export interface Source {
  /** The source in messages: `kind source: v1/pods`. */
  readonly description: string
  /**
   * Starts to add requests to the queue, until the signal aborts; then it removes its handlers. It resolves once it has
   * started, and does not wait for the first list. A rejection is the error of the controller's start.
   */
  start(queue: RequestQueue, signal: AbortSignal, context: SourceContext): void | Promise<void>
  /** Resolves when the first list was handled completely. @default at once */
  waitForSync?(signal: AbortSignal): Promise<void>
}
