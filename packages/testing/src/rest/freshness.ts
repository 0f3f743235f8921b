import type { Clock } from '@kube-informer/core'
import type { Storage } from '../storage/storage.ts'

/** How long a server waits for a revision that it does not have yet. */
const PATIENCE_MS = 3_000

/** Resolves when the revision is there, or when it is time to give up; rejects with the signal's reason. */
export function untilFresh(
  storage: Storage,
  revision: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  if (revision <= storage.current) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const finish = () => {
      clock.clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', finish)
      if (signal.aborted) reject(signal.reason)
      // What takes the revision has not been stored yet: whoever waits goes on behind it.
      else resolve()
    }
    const timer = clock.setTimeout(finish, PATIENCE_MS)
    const unsubscribe = storage.onRevision(taken => {
      if (taken >= revision) finish()
    })
    signal.addEventListener('abort', finish, { once: true })
  })
}
