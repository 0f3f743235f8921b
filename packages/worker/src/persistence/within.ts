import type { Clock } from '@kube-informer/core'

/** What a promise resolves with, or undefined when that takes too long. Rejects with it; leaves no timer behind. */
export function within<T>(clock: Clock, limitMs: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(() => resolve(undefined), limitMs)
    promise.then(resolve, reject).finally(() => clock.clearTimeout(timer))
  })
}
