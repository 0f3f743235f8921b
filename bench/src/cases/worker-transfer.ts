import type { BenchCase, Contender, Sample, Setup } from '../runner/bench-case.ts'
import { servePages } from '../support/servers.ts'

const as = (name: string, how: string): Contender => ({ name, run: transfer, setup: { how } })

/** The time a page waits for objects that the worker already holds. */
export const workerTransfer: BenchCase = {
  name: 'worker-transfer',
  description:
    'Chromium, {count} Pods without managedFields in a worker: requested by the page -> received as objects',
  metrics: [
    { key: 'ms', unit: 'ms' },
    { key: 'longTaskMs', unit: 'longest task ms' },
  ],
  setup: {
    count: 10_000,
    asks: 3,
    scripts: 'transfer-page transfer-worker worker',
  },
  smoke: { count: 500, asks: 1 },
  short: { setup: { count: 5_000, asks: 3 }, bestOf: 1 },
  start: servePages,
  contenders: [
    { ...as('postMessage of the bytes, copied', 'bytes'), floor: true },
    { ...as('postMessage of the objects (structured clone)', 'objects'), peer: true },
    { ...as('postMessage of one text, JSON.parse in the page', 'text'), extra: true },
    as('connection.subscribe, all rows', 'all'),
    as('connection.subscribe, a window of 50', 'window'),
  ],
}

/** Measures the transfer from a worker to its page in Chromium. */
async function transfer({ url, how, count, asks }: Setup): Promise<Sample> {
  const { withBrowser } = await import('../support/chromium/browser.ts')
  return withBrowser(async ({ openTab }) => {
    const page = await openTab(`${url}/transfer-page`)
    return page.evaluate(options => globalThis.transfer(options), {
      how: String(how),
      count: Number(count),
      asks: Number(asks),
    })
  })
}
