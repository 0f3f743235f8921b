import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 30_000
const POLL_MS = 20

/** Resolves when the condition holds; rejects after 30 seconds. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += POLL_MS) {
    if (await holds()) return
    await sleep(POLL_MS)
  }
  throw new Error(`timed out waiting until ${what}`)
}
