import { setTimeout as sleep } from 'node:timers/promises'
import { Chromium } from '../../tools/engines/chromium.ts'
import { startEngine } from '../../tools/engines/start-engine.ts'
import { Tab } from '../hosts/tab.ts'
import { tabUrl } from '../hosts/tab-options.ts'
import { catchUp } from './catch-up.ts'
import { checkDisk, type Found, WINDOW } from './check-disk.ts'
import { nextDiskWrite } from './disk-write.ts'
import type { RoundPlan } from './plan.ts'
import type { World } from './world.ts'

/** How long the browser continues without its page. */
const AFTERMATH_MS = 200

/**
 * Starts the browser, checks what it restores and shows, and kills it. Throws when a check fails.
 *
 * @returns the restored state; undefined if the browser was killed before the check
 */
export async function playRound(plan: RoundPlan, world: World): Promise<Found | undefined> {
  const { engine, link, history, writer, profile, site } = world
  const url = tabUrl(site, { api: link.url, host: plan.host, identity: 'alice', window: WINDOW })
  writer.start(plan.perSecond)
  if (plan.moment === 'start') {
    link.release()
    await startAndKill(world, url, plan.killAfterMs)
    return undefined
  }
  link.hold()
  if (plan.forgets) history.compact()
  const browser = await startEngine(engine, profile)
  try {
    const tab = await Tab.open(browser, url)
    const found = await checkDisk(tab, world)
    if (plan.moment === 'sync') link.release()
    else await live(tab, plan, world, found)
    await deathOf(plan, world)
    if (plan.victim === 'page') await crash(tab)
    return found
  } finally {
    await browser.kill()
  }
}

async function live(tab: Tab, plan: RoundPlan, world: World, found: Found): Promise<void> {
  const { server, link, history, writer } = world
  writer.stop()
  link.release()
  await catchUp(tab, server, found.rows === 0 || !history.isRemembered(found.resourceVersion))
  writer.start(plan.perSecond)
  if (plan.moment === 'relist') history.relist()
}

/** Starts a browser with a page, and kills it whether or not the page has loaded. */
async function startAndKill({ engine, profile }: World, url: string, afterMs: number): Promise<void> {
  if (engine === 'chromium') return Chromium.startAndKill(profile, url, afterMs)
  const browser = await startEngine(engine, profile)
  browser.open(url).catch(() => {})
  await sleep(afterMs)
  await browser.kill()
}

/** Kills the process of the page, and lets the browser end its transactions. */
async function crash(tab: Tab): Promise<void> {
  await tab.crash()
  await sleep(AFTERMATH_MS)
}

/** Resolves when the page or the browser should be killed. */
async function deathOf({ killAfterMs, intoWriteMs }: RoundPlan, { engine, profile }: World): Promise<void> {
  await sleep(killAfterMs)
  if (intoWriteMs === undefined) return
  await nextDiskWrite(profile, engine)
  await sleep(intoWriteMs)
}
