import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'
import type { Sample, Setup } from '../bench-case.ts'
import { openBrowser, withProfile } from '../chromium/browser.ts'
import { MARK_EVERY } from '../chromium/churn.ts'
import { type Control, control } from '../chromium/control.ts'
import type { Counts } from '../chromium/pod-server.ts'
import { median } from '../statistics.ts'
import { storageSettles } from './storage.ts'

/** What a Pod takes on disk at least, without what informers cut. */
const LEAST_BYTES = 1_000
/** What a slice shows is kept some seconds behind, too. */
const FIRST_LIFE_MS = 5_000

/**
 * A page that was there before, so that the browser knows its scripts, is loaded again: `how` says what it finds.
 * `cold` keeps nothing; `reload` and `browser` have all Pods on disk, the latter in a browser that has just started.
 */
export async function run(setup: Setup): Promise<Sample> {
  const server = control(setup)
  const isKept = setup.how !== 'cold'
  const options = { count: Number(setup.count), ...(isKept && { identity: 'bench' }) }
  await server.reset()
  return withProfile(async profile => {
    let browser = await openBrowser(profile)
    const open = () => browser.openTab(`${setup.url}/restart-page`)
    try {
      let page = await open()
      await page.evaluate(options => globalThis.restart(options), { ...options, turn: 0 })
      if (isKept) {
        await setTimeout(FIRST_LIFE_MS)
        await storageSettles(page, LEAST_BYTES * options.count)
      }
      const before = await server.counts()
      const laps: Awaited<ReturnType<typeof globalThis.restart>>[] = []
      for (let turn = 1; turn <= Number(setup.times); turn++) {
        if (setup.how === 'browser') {
          await browser.close()
          browser = await openBrowser(profile)
          page = await open()
        } else await page.reload()
        laps.push(await page.evaluate(options => globalThis.restart(options), { ...options, turn }))
      }
      await expectLists(server, before, isKept ? 0 : laps.length)
      await expectToGoOn(server, page)
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
  const { lists, countings } = await server.counts()
  const asked = lists - before.lists
  if (asked !== expected) throw new Error(`${asked} lists instead of ${expected}`)
  if (expected === 0 && countings > before.countings) throw new Error('the server was asked to count')
}

/** A cache that came from disk is worth something if its watch goes on where it was. */
async function expectToGoOn(server: Control, page: Page): Promise<void> {
  await server.go(MARK_EVERY, 0)
  const { version, mark: key } = await server.counts()
  await page.evaluate(pod => globalThis.seen(pod), { key, version })
}
