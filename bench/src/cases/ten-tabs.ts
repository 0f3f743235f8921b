import { setTimeout } from 'node:timers/promises'
import type { BenchCase, Contender, Sample, Setup } from '../runner/bench-case.ts'
import type { BenchBrowser } from '../support/chromium/browser.ts'
import { control, expectRequests } from '../support/chromium/control.ts'
import { heapsOf, sizeOfHeaps } from '../support/chromium/heaps.ts'
import { storageSettles } from '../support/chromium/storage.ts'
import { servePages } from '../support/servers.ts'

export const tenTabsShared: BenchCase = tenTabs('ten-tabs-shared', 'shared')

export const tenTabsLeader: BenchCase = tenTabs('ten-tabs-leader', 'leader')

/** The memory of ten tabs of a dashboard, compared with one. */
function tenTabs(name: string, host: string): BenchCase {
  const as = (name: string, setup: Setup): Contender => ({ name, run: measureTabs, setup })
  return {
    name,
    description: `Chromium, 50 of 10,000 Pods in each tab: heaps of pages and workers, minus those with an empty cluster`,
    metrics: [
      { key: 'megabytes', unit: 'MB', digits: 1 },
      { key: 'emptyMegabytes', unit: 'MB of the empty cluster', digits: 1 },
    ],
    setup: { count: 10_000, host, tabs: 10, scripts: 'tab-page worker' },
    smoke: { count: 300, tabs: 3 },
    start: servePages,
    extra: true,
    contenders: [{ ...as('one tab', { tabs: 1 }), floor: true }, as('ten tabs', {})],
  }
}

/** The memory of several tabs, minus their memory with an empty cluster. */
async function measureTabs(setup: Setup): Promise<Sample> {
  const empty = await openTabs({ ...setup, cluster: 'empty', count: 0 })
  const full = await openTabs({ ...setup, cluster: 'k8s' })
  return { megabytes: full - empty, emptyMegabytes: empty }
}

/** The heaps of all tabs and workers, in MB. */
async function openTabs(setup: Setup): Promise<number> {
  const { withBrowser } = await import('../support/chromium/browser.ts')
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
