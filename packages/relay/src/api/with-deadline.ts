import { type Clock, ConnectionError } from '@kube-informer/core'
import { abortable } from '@kube-informer/core/internal'
import { LinkedAbort } from './linked-abort.ts'

/** Runs a call with a signal that also aborts after a time, with a ConnectionError as its reason. */
export async function withDeadline<T>(
  { clock, timeoutMs, what }: { readonly clock: Clock; readonly timeoutMs: number; readonly what: string },
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const linked = new LinkedAbort(signal)
  const timer = clock.setTimeout(
    () => linked.abort(new ConnectionError(`${what}: no answer within ${timeoutMs} ms`)),
    timeoutMs,
  )
  try {
    // The function of a user may ignore its signal.
    return await abortable(call(linked.signal), linked.signal)
  } finally {
    clock.clearTimeout(timer)
    linked.release()
  }
}
