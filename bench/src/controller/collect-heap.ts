import { setTimeout as sleep } from 'node:timers/promises'

/** The collector's threads still return memory to the system after the call, which delays the thread that allocates. */
const REST_MS = 100

/** Collects what the sync of the cache has left, so that the measurement is not charged with it. */
export async function collectHeap(): Promise<void> {
  globalThis.gc?.()
  await sleep(REST_MS)
}
