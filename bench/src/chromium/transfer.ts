import type { Sample, Setup } from '../bench-case.ts'
import { withBrowser } from './browser.ts'

/** Measures the transfer from a worker to its page in Chromium. */
export async function run({ url, how, count, asks }: Setup): Promise<Sample> {
  return withBrowser(async ({ openTab }) => {
    const page = await openTab(`${url}/transfer-page`)
    return page.evaluate(options => globalThis.transfer(options), {
      how: String(how),
      count: Number(count),
      asks: Number(asks),
    })
  })
}
