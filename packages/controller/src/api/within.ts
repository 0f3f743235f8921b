import type { Clock } from '@kube-informer/core'
import { onAbort, Timer } from '@kube-informer/core/internal'

/** Runs a request with a signal that aborts after a time limit, or together with another signal. */
export async function within<T>(
  limitMs: number,
  { clock, signal }: { readonly clock: Clock; readonly signal?: AbortSignal | undefined },
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const timer = new Timer(clock)
  timer.start(limitMs, () => controller.abort(new Error(`no answer within ${limitMs} ms`)))
  const unsubscribe = onAbort(signal, reason => controller.abort(reason))
  try {
    controller.signal.throwIfAborted()
    return await request(controller.signal)
  } finally {
    timer.stop()
    unsubscribe()
  }
}
