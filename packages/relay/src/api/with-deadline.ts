import { type Clock, ConnectionError } from '@kube-informer/core'

/** Runs a call with a signal that also aborts after a time, with a ConnectionError as its reason. */
export async function withDeadline<T>(
  { clock, timeoutMs, what }: { readonly clock: Clock; readonly timeoutMs: number; readonly what: string },
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController()
  const timer = clock.setTimeout(
    () => deadline.abort(new ConnectionError(`${what}: no answer within ${timeoutMs} ms`)),
    timeoutMs,
  )
  try {
    return await call(AbortSignal.any([signal, deadline.signal]))
  } finally {
    clock.clearTimeout(timer)
  }
}
