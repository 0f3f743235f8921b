import type { RequestQueue } from '../api/request-queue.ts'
import type { Source, SourceContext } from '../api/source.ts'

/** Adds requests to the queue until the signal aborts. A throw or rejection is the error of the controller's start. */
export type SourceFunction = (
  queue: RequestQueue,
  signal: AbortSignal,
  context: SourceContext,
) => void | Promise<void>

/**
 * A function as a source (controller-runtime `source.Func`). It must return once it has started.
 *
 * @example
 * controller.watch(functionSource((queue, signal) => {
 *   const unsubscribe = settings.subscribe(() => queue.add({ name: 'settings' }))
 *   signal.addEventListener('abort', unsubscribe)
 * }))
 */
export const functionSource = (start: SourceFunction, description = 'function source'): Source => ({
  description,
  start,
})
