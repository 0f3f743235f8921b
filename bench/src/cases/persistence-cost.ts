import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'
import type { BenchCase, Contender, Sample, Setup } from '../runner/bench-case.ts'
import { control, expectRequests } from '../support/chromium/control.ts'
import type { DiskCounts } from '../support/pages/counting-worker.ts'
import { servePages } from '../support/servers.ts'

const as = (name: string, setup: Setup): Contender => ({ name, run: sendEvents, setup })

/** The cost of persisting all objects, and the amount of data written. */
export const persistenceCost: BenchCase = {
  name: 'persistence-cost',
  description:
    'Chromium, 10,000 Pods in a worker, 100,000 events without a rate limit: until the page has received the last one',
  metrics: [
    { key: 'ms', unit: 'ms' },
    { key: 'eventsPerSecond', unit: 'events/s' },
    { key: 'firstMegabytes', unit: 'MB written initially' },
    { key: 'megabytes', unit: 'MB written for events' },
    { key: 'amplification', unit: 'x the changed bytes', digits: 2 },
  ],
  setup: {
    count: 10_000,
    events: 100_000,
    pacedEvents: 6_000,
    scripts: 'persistence-page counting-worker',
  },
  smoke: { count: 300, events: 1_000, pacedEvents: 1_000 },
  start: servePages,
  extra: true,
  contenders: [
    { ...as('nothing is kept', { isKept: false }), floor: true },
    as('everything is kept', { isKept: true }),
    // Many small writes instead of a few large ones.
    as('everything is kept, 200 events a second', { isKept: true, perSecond: 200 }),
  ],
}

const EVERY_MS = 250
/** After this many equal readings in a row, writing has stopped. */
const STILL = 6
const PATIENCE_MS = 60_000

/** Sends events without a limit or at a fixed rate, while the worker persists everything or nothing. */
async function sendEvents(setup: Setup): Promise<Sample> {
  const { withBrowser } = await import('../support/chromium/browser.ts')
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
