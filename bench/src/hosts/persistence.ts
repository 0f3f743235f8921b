import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'
import type { Sample, Setup } from '../bench-case.ts'
import { withBrowser } from '../chromium/browser.ts'
import { control, expectRequests } from '../chromium/control.ts'
import type { DiskCounts } from './counting-worker.ts'

const EVERY_MS = 250
/** After this many equal readings in a row, writing has stopped. */
const STILL = 6
const PATIENCE_MS = 60_000

/** Sends events without a limit or at a fixed rate, while the worker persists everything or nothing. */
export async function run(setup: Setup): Promise<Sample> {
  const { url, isKept } = setup
  const count = Number(setup.count)
  const perSecond = Number(setup.perSecond ?? 0)
  const events = Number(perSecond > 0 ? setup.pacedEvents : setup.events)
  const server = control(setup)
  await server.reset()
  await server.prepare(events)
  const { mark, version } = await server.counts()
  return withBrowser(async ({ openTab }) => {
    const page = await openTab(`${url}/persistence-page`)
    const options = { count, mark, ...(isKept && { identity: 'bench' }) }
    await page.evaluate(options => globalThis.sync(options), options)
    const before = isKept ? await written(page, version) : undefined
    const last = String(Number(version) + events)
    const ms = await page.evaluate(([url, version]) => globalThis.change(url, version), [
      `${url}/control/k8s/go?events=${events}&perSecond=${perSecond}`,
      last,
    ] as const)
    const rate = perSecond > 0 ? {} : { ms, eventsPerSecond: (events / ms) * 1_000 }
    expectRequests(await server.counts(), { lists: 1, openWatches: 1 })
    if (!before) return rate
    const { put, changed } = await written(page, last)
    return {
      ...rate,
      firstMegabytes: before.put / 1e6,
      megabytes: (put - before.put) / 1e6,
      amplification: (put - before.put) / (changed - before.changed),
    }
  })
}

/** The bytes written when everything up to this resourceVersion is on disk and cleanup has finished. */
async function written(page: Page, version: string): Promise<DiskCounts> {
  const started = performance.now()
  let before = 0
  for (let still = 0; ; ) {
    const counts = await page.evaluate(() => globalThis.written())
    still = counts.version === version && counts.put === before ? still + 1 : 0
    if (still === STILL) return counts
    if (performance.now() - started > PATIENCE_MS)
      throw new Error(`resourceVersion ${counts.version} is on disk, expected ${version}`)
    before = counts.put
    await setTimeout(EVERY_MS)
  }
}
