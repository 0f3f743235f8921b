import type { Clock } from '@kube-informer/core'

/** Resolves with the promise's value, or with undefined after the limit. Rejects with the promise; clears its timer. */
export function within<T>(clock: Clock, limitMs: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(() => resolve(undefined), limitMs)
    promise.then(resolve, reject).finally(() => clock.clearTimeout(timer))
  })
}
