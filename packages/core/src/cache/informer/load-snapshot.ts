import { type Clock, sleep } from '../../api/clock.ts'
import { onAbort } from '../../api/on-abort.ts'
import type { Snapshot, SnapshotStore } from '../../api/snapshot-store.ts'

/** The longest wait for a store before the informer lists instead. */
const LONGEST_LOAD_MS = 10_000

/**
 * Loads a snapshot. Resolves with undefined if there is none, if it takes too long, or if the signal aborts. Rejects
 * with the store's error.
 */
export async function loadSnapshot<T>(
  store: SnapshotStore<T>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Snapshot<T> | undefined> {
  const ended = new AbortController()
  const unsubscribe = onAbort(signal, () => ended.abort())
  const tooLong = sleep(clock, LONGEST_LOAD_MS, ended.signal)
  try {
    return (await Promise.race([store.load(signal), tooLong])) ?? undefined
  } finally {
    unsubscribe()
    ended.abort()
  }
}
