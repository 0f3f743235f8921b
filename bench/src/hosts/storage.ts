import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'

const EVERY_MS = 250
/** As often in a row the same figure: nothing is being written any more. */
const STILL = 6
const PATIENCE_MS = 60_000

/** Waits until an origin keeps at least so many bytes, and goes on writing no more. */
export async function storageSettles(page: Page, leastBytes: number): Promise<void> {
  const started = performance.now()
  let before = -1
  for (let still = 0; still < STILL; ) {
    if (performance.now() - started > PATIENCE_MS) throw new Error(`${before} bytes are kept, and not enough`)
    await setTimeout(EVERY_MS)
    const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
    still = usage === before && usage >= leastBytes ? still + 1 : 0
    before = usage
  }
}
