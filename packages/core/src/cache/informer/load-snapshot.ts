import { type Clock, sleep } from '../../api/clock.ts'
import type { Snapshot, SnapshotStore } from '../../api/snapshot-store.ts'

/** A store that does not answer must not keep the server away for longer than this. */
const LONGEST_LOAD_MS = 10_000

/** What a store has kept; undefined when it has nothing, takes too long, or the signal aborts. Rejects with it. */
export async function loadSnapshot<T>(
  store: SnapshotStore<T>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Snapshot<T> | undefined> {
  const loaded = new AbortController()
  const tooLong = sleep(clock, LONGEST_LOAD_MS, AbortSignal.any([signal, loaded.signal]))
  try {
    return (await Promise.race([store.load(signal), tooLong])) ?? undefined
  } finally {
    loaded.abort()
  }
}
