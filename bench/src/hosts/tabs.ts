import { setTimeout } from 'node:timers/promises'
import type { Sample, Setup } from '../bench-case.ts'
import { type BenchBrowser, withBrowser } from '../chromium/browser.ts'
import { control, expectRequests } from '../chromium/control.ts'
import { heapsOf, sizeOfHeaps } from './heaps.ts'
import { storageSettles } from './storage.ts'

/** The memory of several tabs, minus their memory with an empty cluster. */
export async function run(setup: Setup): Promise<Sample> {
  const empty = await openTabs({ ...setup, cluster: 'empty', count: 0 })
  const full = await openTabs({ ...setup, cluster: 'k8s' })
  return { megabytes: full - empty, emptyMegabytes: empty }
}

/** The heaps of all tabs and workers, in MB. */
async function openTabs(setup: Setup): Promise<number> {
  const server = control(setup)
  await server.reset()
  return withBrowser(async browser => {
    const page = `${setup.url}/tab-page`
    const options = { host: hostOf(setup), cluster: String(setup.cluster), count: Number(setup.count) }
    for (let tab = 0; tab < Number(setup.tabs); tab++) {
      const shown = await browser.openTab(page)
      await shown.evaluate(options => globalThis.showTab(options), options)
      if (tab === 0) await storageSettles(shown, 1_000 * options.count)
    }
    expectRequests(await server.counts(), { lists: 1, openWatches: 1 })
    return settledMegabytes(browser, String(setup.url))
  })
}

function hostOf({ host }: Setup): 'shared' | 'leader' {
  if (host !== 'shared' && host !== 'leader') throw new Error(`a host ${host} serves one tab`)
  return host
}

/** Some memory is released later: by timers, and after pending writes. */
async function settledMegabytes({ browser }: BenchBrowser, url: string): Promise<number> {
  let before = Number.POSITIVE_INFINITY
  for (let time = 0; ; time++) {
    const megabytes = sizeOfHeaps(await heapsOf(browser, url)) / 1e6
    if (megabytes > before * 0.99 || time === 10) return Math.min(megabytes, before)
    before = megabytes
    await setTimeout(1_000)
  }
}
