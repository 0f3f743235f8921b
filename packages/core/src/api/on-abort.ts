/**
 * Calls back with the signal's reason when it aborts, or at once where it already has. Returns the unsubscribe
 * function.
 *
 * A callback that itself calls the unsubscribe function needs a signal that has not aborted yet: check
 * `signal.aborted` first.
 */
export function onAbort(
  signal: AbortSignal | null | undefined,
  callback: (reason: unknown) => void,
): () => void {
  if (!signal) return () => {}
  const listener = () => callback(signal.reason)
  if (signal.aborted) {
    listener()
    return () => {}
  }
  signal.addEventListener('abort', listener, { once: true })
  return () => signal.removeEventListener('abort', listener)
}
