import { differences } from '../hosts/differences.ts'
import type { Link } from '../hosts/link.ts'
import { type HeldRequest, heldRequests } from '../hosts/requests.ts'
import type { Tab } from '../hosts/tab.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

/** What a browser found on disk. */
export interface Found {
  /** None: nothing was found. */
  readonly rows: number
  readonly resourceVersion: string
  /** How many versions that was behind the server. */
  readonly behind: number
}

/**
 * What the disk gives a tab whose requests are all held: what it shows is from disk, and has to be a state that once was. The
 * first request tells which one: a watch goes on from the version that was kept, and who has nothing asks for everything.
 */
export async function checkDisk(tab: Tab, { link, history, server }: World): Promise<Found> {
  const { isWhole, resourceVersion } = await firstRequest(link)
  if (isWhole) {
    const { length } = await tab.digests()
    if (length > 0) throw new Error(`${length} rows are shown, and yet everything is asked for`)
    return { rows: 0, resourceVersion: '', behind: 0 }
  }
  await until('what is on disk is shown', async () => (await tab.shown()).data === 'cached')
  const rows = await tab.digests()
  const wrong = differences(rows, history.at(resourceVersion))
  if (wrong.length > 0)
    throw new Error([`what was on disk never was, at version ${resourceVersion}:`, ...wrong].join('\n  '))
  const behind = Number(server.rv) - Number(resourceVersion)
  return { rows: rows.length, resourceVersion, behind }
}

async function firstRequest(link: Link): Promise<HeldRequest> {
  const ofPods = (): HeldRequest[] => heldRequests(link).filter(({ resource }) => resource === 'pods')
  await until('the server is asked for Pods', () => ofPods().length > 0)
  const [first] = ofPods()
  if (!first) throw new Error('a request was there, and is gone')
  return first
}
