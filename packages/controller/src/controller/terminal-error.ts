import { InformerError } from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'

/**
 * An error that a retry does not resolve: the request is not reconciled again before its next event (controller-runtime
 * `reconcile.TerminalError`). `cause` is what went wrong. It is recognized as the cause of another error, too.
 *
 * @example throw new TerminalError(new Error('spec.schedule is not a cron expression'))
 */
export class TerminalError extends InformerError {
  override readonly name = 'TerminalError'
  readonly code = 'TerminalError'

  /** @param cause an error, or its message */
  constructor(cause?: unknown) {
    super(cause == null ? 'nil terminal error' : `terminal error: ${errorMessage(cause)}`, { cause })
  }
}

/** Whether an error, one of its causes, or one of the errors of an AggregateError is a {@link TerminalError}. */
export function isTerminalError(error: unknown): boolean {
  const seen = new Set<unknown>()
  const search = (each: unknown): boolean => {
    if (each instanceof TerminalError) return true
    if (!(each instanceof Error) || seen.has(each)) return false
    seen.add(each)
    return search(each.cause) || (each instanceof AggregateError && each.errors.some(search))
  }
  return search(error)
}
