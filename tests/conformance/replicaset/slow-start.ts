import { settleAll } from './settle-all.ts'

/**
 * Calls `work` several times: once, then twice at once, then four times, as long as no call fails (upstream's
 * `slowStartBatch`). With a full quota, the first failure thus ends it, instead of hundreds of equal ones. Rejects with
 * the first failure of a batch once all calls of that batch have ended.
 */
export async function slowStart(count: number, work: () => Promise<void>): Promise<void> {
  let left = count
  for (let size = 1; left > 0; size *= 2) {
    const batch = Array.from({ length: Math.min(size, left) }, work)
    await settleAll(batch)
    left -= batch.length
  }
}
