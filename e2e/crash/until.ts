import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 30_000
const POLL_MS = 20

/** Resolves when something holds, and rejects when it has not for half a minute. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += POLL_MS) {
    if (await holds()) return
    await sleep(POLL_MS)
  }
  throw new Error(`in vain waited until ${what}`)
}
