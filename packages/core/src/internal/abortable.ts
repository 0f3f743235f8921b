import { onAbort } from '../api/on-abort.ts'

/** Settles like the promise, or rejects with the signal's reason if the signal aborts first. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const unsubscribe = onAbort(signal, reject)
    promise.then(resolve, reject).finally(unsubscribe)
  })
}
