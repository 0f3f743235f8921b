import { differences } from '../hosts/differences.ts'
import type { Digest } from '../hosts/digest.ts'
import type { Link } from '../hosts/link.ts'
import { type HeldRequest, heldRequests } from '../hosts/requests.ts'
import type { Tab } from '../hosts/tab.ts'
import type { ViewName } from '../hosts/tab-options.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

/** The size of the tab's second view. Its last rows are stored separately, so that they can be read first. */
export const WINDOW = 20

/** The state that a browser restored from disk. */
export interface Found {
  /** Empty if nothing was restored. */
  readonly rows: number
  /** The resourceVersion that the cache was stored with. */
  readonly resourceVersion: string
  /** By how many resourceVersions the cache was older than the server. */
  readonly lag: number
  /** `connection.status.storage` of the tab. */
  readonly storage: string
}

/**
 * Checks what a tab restores from disk while all its requests are held: its rows must equal a past state of the
 * server. The first request shows whether a cache was found: with a cache the tab watches from its resourceVersion,
 * without one it lists.
 */
export async function checkDisk(tab: Tab, { link, history, server }: World): Promise<Found> {
  const { isWhole, resourceVersion } = await firstRequest(link)
  if (!isWhole)
    await until('the tab shows the cache from disk', async () => (await tab.shown()).data === 'cached')
  const rows = await checkView(tab, 'pods', version => history.at(version))
  await checkView(tab, 'window', version => history.at(version).toSorted(byKey).slice(0, WINDOW))
  const { state, reason } = (await tab.status()).storage
  const storage = [state, reason].filter(Boolean).join(': ')
  if (!isWhole) return { rows, resourceVersion, lag: Number(server.rv) - Number(resourceVersion), storage }
  if (rows > 0) throw new Error(`the tab shows ${rows} rows, but requests an initial list`)
  return { rows, resourceVersion: '', lag: 0, storage }
}

/** Each view reports the resourceVersion of its rows. */
async function checkView(
  tab: Tab,
  view: ViewName,
  stateAt: (resourceVersion: string) => readonly Digest[],
): Promise<number> {
  const { shown, digests } = await tab.evaluate(
    view => ({ shown: globalThis.tab.shown(view), digests: globalThis.tab.digests(view) }),
    view,
  )
  if (digests.length === 0) return 0
  const wrong = differences(digests, stateAt(shown.resourceVersion))
  if (wrong.length > 0)
    throw new Error(
      [`${view} from disk never were, at version ${shown.resourceVersion}:`, ...wrong].join('\n  '),
    )
  return digests.length
}

async function firstRequest(link: Link): Promise<HeldRequest> {
  const ofPods = (): HeldRequest[] => heldRequests(link).filter(({ resource }) => resource === 'pods')
  await until('the tab requests Pods', () => ofPods().length > 0)
  const [first] = ofPods()
  if (!first) throw new Error('a held request has disappeared')
  return first
}

/** Compares by namespace, then name: the order of slices. */
function byKey(a: Digest, b: Digest): number {
  const [namespaceA = '', nameA = ''] = a.key.split('/')
  const [namespaceB = '', nameB = ''] = b.key.split('/')
  if (namespaceA !== namespaceB) return namespaceA < namespaceB ? -1 : 1
  return nameA < nameB ? -1 : 1
}
