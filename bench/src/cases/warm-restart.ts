import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'
import type { BenchCase, Contender, Sample, Setup } from '../runner/bench-case.ts'
import { median } from '../runner/statistics.ts'
import { type Control, control } from '../support/chromium/control.ts'
import type { Counts } from '../support/chromium/pod-server.ts'
import { storageSettles } from '../support/chromium/storage.ts'
import { servePages } from '../support/servers.ts'

const as = (name: string, how: string, encoding = 'json'): Contender => ({
  name,
  run: reload,
  setup: { how, encoding },
})

/** A reload that finds all objects on disk. */
export const warmRestart: BenchCase = {
  name: 'warm-restart',
  description:
    'Chromium, 10,000 realistic Pods: a page is reloaded; worker started -> the page has counted all Pods',
  metrics: [
    { key: 'ms', unit: 'all counted ms' },
    { key: 'firstRowsMs', unit: 'first 50 rows ms' },
  ],
  setup: {
    count: 10_000,
    times: 5,
    protobuf: true,
    scripts: 'restart-page worker json-worker',
  },
  smoke: { count: 300, times: 1 },
  start: servePages,
  extra: true,
  contenders: [
    { ...as('from the server, nothing is kept', 'cold'), floor: true },
    as('from disk, after a reload', 'reload'),
    as('from disk, after a restart of the browser', 'browser'),
    as('protobuf, nothing is kept', 'cold', 'protobuf'),
    as('protobuf from disk, after a reload', 'reload', 'protobuf'),
  ],
}

/** The minimum size of a Pod on disk, without the fields that informers trim. */
const MIN_BYTES = 1_000
/** First-paint snapshots are written with a delay of some seconds. */
const FIRST_LOAD_MS = 5_000

/**
 * Reloads a page whose scripts the browser has already cached. `how` selects the state of the disk: `cold` persists nothing;
 * `reload` and `browser` have all Pods on disk, the latter in a browser that has just started.
 */
async function reload(setup: Setup): Promise<Sample> {
  const { openBrowser, withProfile } = await import('../support/chromium/browser.ts')
  const server = control(setup)
  const isKept = setup.how !== 'cold'
  const script = setup.encoding === 'protobuf' ? '/worker.js' : '/json-worker.js'
  const options = { count: Number(setup.count), script, ...(isKept && { identity: 'bench' }) }
  await server.reset()
  return withProfile(async profile => {
    let browser = await openBrowser(profile)
    const open = () => browser.openTab(`${setup.url}/restart-page`)
    try {
      let page = await open()
      await page.evaluate(options => globalThis.restart(options), { ...options, load: 0 })
      if (isKept) {
        await setTimeout(FIRST_LOAD_MS)
        await storageSettles(page, MIN_BYTES * options.count)
      }
      const before = await server.counts()
      const laps: Awaited<ReturnType<typeof globalThis.restart>>[] = []
      for (let load = 1; load <= Number(setup.times); load++) {
        if (setup.how === 'browser') {
          await browser.close()
          browser = await openBrowser(profile)
          page = await open()
        } else await page.reload()
        laps.push(await page.evaluate(options => globalThis.restart(options), { ...options, load }))
      }
      await expectLists(server, before, isKept ? 0 : laps.length)
      await expectWatchResumes(server, page)
      return {
        ms: median(laps.map(({ ms }) => ms)),
        firstRowsMs: median(laps.map(({ firstRowsMs }) => firstRowsMs)),
      }
    } finally {
      await browser.close()
    }
  })
}

async function expectLists(server: Control, before: Counts, expected: number): Promise<void> {
  const { lists, countRequests } = await server.counts()
  const listed = lists - before.lists
  if (listed !== expected) throw new Error(`${listed} lists instead of ${expected}`)
  if (expected === 0 && countRequests > before.countRequests)
    throw new Error('the server received a count request')
}

/** The watch of a cache that was restored from disk must resume and deliver events. */
async function expectWatchResumes(server: Control, page: Page): Promise<void> {
  const { MARK_EVERY } = await import('../support/chromium/churn.ts')
  await server.go(MARK_EVERY, 0)
  const { version, mark: key } = await server.counts()
  await page.evaluate(pod => globalThis.seen(pod), { key, version })
}
