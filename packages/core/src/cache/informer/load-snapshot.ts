import { type Clock, sleep } from '../../api/clock.ts'
import type { ObjectAccess } from '../../api/object-access.ts'
import { onAbort } from '../../api/on-abort.ts'
import type { Snapshot, SnapshotStore } from '../../api/snapshot-store.ts'

/** The longest wait for a store before the informer lists instead. */
const LONGEST_LOAD_MS = 10_000

export interface LoadSnapshotOptions<T> {
  readonly access: ObjectAccess<T>
  readonly clock: Clock
  readonly signal: AbortSignal
}

/**
 * Loads a snapshot whose objects can be read. Resolves with undefined if there is none, if it takes too long, or if the signal
 * aborts. Rejects with the store's error.
 */
export async function loadSnapshot<T>(
  store: SnapshotStore<T>,
  { access, clock, signal }: LoadSnapshotOptions<T>,
): Promise<Snapshot<T> | undefined> {
  const ended = new AbortController()
  const unsubscribe = onAbort(signal, () => ended.abort())
  const tooLong = sleep(clock, LONGEST_LOAD_MS, ended.signal)
  try {
    const loading = store.load(signal).then(async snapshot => {
      if (snapshot) await access.prepare?.(snapshot.objects)
      return snapshot
    })
    return (await Promise.race([loading, tooLong])) ?? undefined
  } finally {
    unsubscribe()
    ended.abort()
  }
}
