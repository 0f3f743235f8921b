import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'
import type { Sample, Setup } from '../bench-case.ts'
import { openBrowser, withProfile } from '../chromium/browser.ts'
import { MARK_EVERY } from '../chromium/churn.ts'
import { type Control, control } from '../chromium/control.ts'
import type { Counts } from '../chromium/pod-server.ts'
import { median } from '../statistics.ts'
import { storageSettles } from './storage.ts'

/** The minimum size of a Pod on disk, without the fields that informers trim. */
const MIN_BYTES = 1_000
/** First-paint snapshots are written with a delay of some seconds. */
const FIRST_LOAD_MS = 5_000

/**
 * Reloads a page whose scripts the browser has already cached. `how` selects the state of the disk: `cold` persists nothing;
 * `reload` and `browser` have all Pods on disk, the latter in a browser that has just started.
 */
export async function run(setup: Setup): Promise<Sample> {
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
  await server.go(MARK_EVERY, 0)
  const { version, mark: key } = await server.counts()
  await page.evaluate(pod => globalThis.seen(pod), { key, version })
}
