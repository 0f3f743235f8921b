import { setTimeout } from 'node:timers/promises'
import type { Browser } from 'playwright'
import type { BenchCase, Contender, Sample, Setup } from '../runner/bench-case.ts'
import { median } from '../runner/statistics.ts'
import { control, expectRequests } from '../support/chromium/control.ts'
import { type Heap, heapsOf, sizeOfHeaps } from '../support/chromium/heaps.ts'
import { storageSettles } from '../support/chromium/storage.ts'
import { servePages } from '../support/servers.ts'

const as = (name: string, how: string): Contender => ({ name, run: fillWorker, setup: { how } })

/** A large cluster, and a table that shows some fields of it. */
export const largeWorker: BenchCase = {
  name: 'large-worker',
  description:
    'Chromium, 100,000 Pods in a worker, with node, phase, labels and creation time of each: its memory; the switch to another namespace',
  metrics: [
    { key: 'megabytes', unit: 'MB in total', digits: 1 },
    { key: 'heapMegabytes', unit: 'MB of heap', digits: 1 },
    { key: 'switchMs', unit: 'ms until painted', digits: 1 },
    { key: 'slowestSwitchMs', unit: 'the slowest', digits: 1 },
  ],
  setup: {
    count: 100_000,
    switches: 20,
    scripts: 'large-page picking-worker texts-worker',
  },
  smoke: { count: 1_000, switches: 2 },
  start: servePages,
  extra: true,
  contenders: [
    { ...as('a Map of their texts', 'texts'), floor: true },
    as('an informer', 'informer'),
    as('an informer, all on disk, too', 'kept'),
  ],
}

/** A worker that holds many Pods with the fields that a table shows. */
async function fillWorker(setup: Setup): Promise<Sample> {
  const { withBrowser } = await import('../support/chromium/browser.ts')
  const { url, how } = setup
  const count = Number(setup.count)
  const server = control(setup)
  await server.reset()
  return withBrowser(async ({ browser, openTab }) => {
    const page = await openTab(`${url}/large-page`)
    if (how === 'texts') {
      const loaded = await page.evaluate(() => globalThis.loadTexts())
      if (loaded !== count) throw new Error(`${loaded} Pods`)
      return memoryOf(await workerHeap(browser, String(url)))
    }
    const options = { count, ...(how === 'kept' && { identity: 'bench' }) }
    const namespaces = await page.evaluate(options => globalThis.load(options), options)
    if (how === 'kept') await storageSettles(page, 100 * count)
    expectRequests(await server.counts(), { lists: 1, openWatches: 1 })
    const switches: number[] = []
    for (const namespace of namespaces.slice(0, Number(setup.switches))) {
      switches.push(await page.evaluate(namespace => globalThis.switchTo(namespace), namespace))
      // A user looks at the rows for a while.
      await setTimeout(100)
    }
    return {
      ...memoryOf(await workerHeap(browser, String(url))),
      switchMs: median(switches),
      slowestSwitchMs: Math.max(...switches),
    }
  })
}

async function workerHeap(browser: Browser, url: string): Promise<Heap> {
  const heap = (await heapsOf(browser, url)).find(({ type }) => type === 'worker')
  if (!heap) throw new Error('there is no worker')
  return heap
}

const memoryOf = (heap: Heap): Sample => ({
  megabytes: sizeOfHeaps([heap]) / 1e6,
  heapMegabytes: heap.objects / 1e6,
})
