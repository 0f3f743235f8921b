import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'

const EVERY_MS = 250
/** After this many equal readings in a row, writing has stopped. */
const STILL = 6
const TIMEOUT_MS = 60_000

/** Waits until an origin has stored at least this many bytes and writing has stopped. */
export async function storageSettles(page: Page, leastBytes: number): Promise<void> {
  const started = performance.now()
  let before = -1
  for (let still = 0; still < STILL; ) {
    if (performance.now() - started > TIMEOUT_MS) throw new Error(`only ${before} bytes are stored`)
    await setTimeout(EVERY_MS)
    const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
    still = usage === before && usage >= leastBytes ? still + 1 : 0
    before = usage
  }
}
