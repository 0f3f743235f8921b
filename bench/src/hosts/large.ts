import { setTimeout } from 'node:timers/promises'
import type { Browser } from 'playwright'
import type { Sample, Setup } from '../bench-case.ts'
import { withBrowser } from '../chromium/browser.ts'
import { control, expectRequests } from '../chromium/control.ts'
import { median } from '../statistics.ts'
import { type Heap, heapsOf, sizeOfHeaps } from './heaps.ts'
import { storageSettles } from './storage.ts'

/** A worker that holds many Pods with the fields that a table shows. */
export async function run(setup: Setup): Promise<Sample> {
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
