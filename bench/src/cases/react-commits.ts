import type { BenchCase, Contender, Sample, Setup } from '../runner/bench-case.ts'
import { control } from '../support/chromium/control.ts'
import { servePages } from '../support/servers.ts'

const as = (name: string, how: string): Contender => ({ name, run: countCommits, setup: { how } })

const setup = { count: 5_000, events: 3_000, perSecond: 1_000, scripts: 'commits-page worker' }

/** The number of React commits while a cluster is busy. */
export const reactCommits: BenchCase = {
  name: 'react-commits',
  description: 'Chromium, {count} Pods, a table of 50 of them, {perSecond} events a second: React commits',
  metrics: [
    { key: 'commits', unit: 'commits per 1,000 events', digits: 1 },
    { key: 'renderMs', unit: 'render ms per 1,000 events', digits: 1 },
    { key: 'frames', unit: 'frames/s' },
    { key: 'longTasks', unit: 'long tasks' },
  ],
  setup,
  smoke: { count: 200, events: 200 },
  short: { setup: { events: 2_000 }, bestOf: 1, rounds: 2 },
  start: servePages,
  contenders: [
    { ...as('one commit a frame, of nothing', 'frames'), floor: true },
    { ...as('an informer in the page, setState in its handler', 'page'), peer: true },
    as('useByIndex, a window of 50', 'hook'),
  ],
}

/** What the hooks add to the main thread while a cluster is busy. */
export const reactMainThread: BenchCase = {
  name: 'react-main-thread',
  description: 'Chromium, {count} Pods, a table of 50 of them, {perSecond} events a second: main thread',
  metrics: [
    { key: 'mainMs', unit: 'CPU ms of the main thread per 1,000 events', digits: 0 },
    { key: 'commits', unit: 'commits per 1,000 events', digits: 1 },
    { key: 'renderMs', unit: 'render ms per 1,000 events', digits: 1 },
  ],
  setup,
  smoke: { count: 200, events: 200 },
  short: { setup: { events: 2_000 }, bestOf: 1, rounds: 2 },
  start: servePages,
  contenders: [
    { ...as('observe and useSyncExternalStore, a window of 50', 'observe'), floor: true },
    as('useByIndex, a window of 50', 'hook'),
  ],
}

/** Measures React in Chromium, with an apiserver on the page's origin that sends events at a fixed rate. */
async function countCommits(setup: Setup): Promise<Sample> {
  const { withBrowser } = await import('../support/chromium/browser.ts')
  const { url, how, count, events, perSecond } = setup
  const server = control(setup)
  await server.reset()
  await server.prepare(Number(events))
  return withBrowser(async ({ openTab }) => {
    const page = await openTab(`${url}/commits-page`)
    const session = await page.context().newCDPSession(page)
    // CPU time, so that other processes do not count.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    // Of the renderer's main thread, with layout and paint.
    await page.exposeFunction('mainThreadMs', async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
    })
    return page.evaluate(options => globalThis.commits(options), {
      how: String(how),
      count: Number(count),
      events: Number(events),
      perSecond: Number(perSecond),
    })
  })
}
