import { setTimeout as sleep } from 'node:timers/promises'

/** Directly after a collection the first task takes up to 10 ms longer, perhaps because threads still return its memory. */
const REST_MS = 100

/** Collects what the sync of the cache has left, so that the measurement is not charged with it. */
export async function collectHeap(): Promise<void> {
  globalThis.gc?.()
  await sleep(REST_MS)
}
