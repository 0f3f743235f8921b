import { setTimeout as sleep } from 'node:timers/promises'
import { Chromium } from '../../tools/engines/chromium.ts'
import { Tab } from '../hosts/tab.ts'
import { tabUrl } from '../hosts/tab-options.ts'
import { catchUp } from './catch-up.ts'
import { checkDisk, type Found, WINDOW } from './check-disk.ts'
import { nextDiskWrite } from './disk-write.ts'
import type { RoundPlan } from './plan.ts'
import type { World } from './world.ts'

/**
 * Starts the browser, checks what it restores and shows, and kills it. Throws when a check fails.
 *
 * @returns the restored state; undefined if the browser was killed before the check
 */
export async function playRound(plan: RoundPlan, world: World): Promise<Found | undefined> {
  const { link, history, writer, profile, site } = world
  const url = tabUrl(site, { api: link.url, host: plan.host, identity: 'alice', window: WINDOW })
  writer.start(plan.perSecond)
  if (plan.moment === 'start') {
    link.release()
    await Chromium.startAndKill(profile, url, plan.killAfterMs)
    return undefined
  }
  link.hold()
  if (plan.forgets) history.compact()
  const chromium = await Chromium.start(profile)
  try {
    const tab = await Tab.open(chromium, url)
    const found = await checkDisk(tab, world)
    if (plan.moment === 'sync') link.release()
    else await live(tab, plan, world, found)
    await deathOf(plan, profile)
    return found
  } finally {
    await chromium.kill()
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

/** Resolves when the browser should be killed. */
async function deathOf({ killAfterMs, intoWriteMs }: RoundPlan, profile: string): Promise<void> {
  await sleep(killAfterMs)
  if (intoWriteMs === undefined) return
  await nextDiskWrite(profile)
  await sleep(intoWriteMs)
}
