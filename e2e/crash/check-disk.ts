import { differences } from '../hosts/differences.ts'
import type { Digest } from '../hosts/digest.ts'
import type { Link } from '../hosts/link.ts'
import { type HeldRequest, heldRequests } from '../hosts/requests.ts'
import type { Tab } from '../hosts/tab.ts'
import type { ViewName } from '../hosts/tab-options.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

/** How many rows the tab shows once more, in a window: what it showed last is kept apart, to be read first. */
export const WINDOW = 20

/** What a browser found on disk. */
export interface Found {
  /** None: nothing was found. */
  readonly rows: number
  /** The version that the cache was kept with. */
  readonly resourceVersion: string
  /** How many versions that was behind the server. */
  readonly lag: number
  /** What the tab says of its disk. */
  readonly storage: string
}

/**
 * What the disk gives a tab whose requests are all held: what it shows is from disk, and has to be a state that once was. The
 * first request tells whether there is a cache: a watch goes on from its version, and who has none asks for everything.
 */
export async function checkDisk(tab: Tab, { link, history, server }: World): Promise<Found> {
  const { isWhole, resourceVersion } = await firstRequest(link)
  if (!isWhole) await until('what is on disk is shown', async () => (await tab.shown()).data === 'cached')
  const rows = await checkView(tab, 'pods', version => history.at(version))
  await checkView(tab, 'window', version => history.at(version).toSorted(byKey).slice(0, WINDOW))
  const { state, reason } = (await tab.status()).storage
  const storage = [state, reason].filter(Boolean).join(': ')
  if (!isWhole) return { rows, resourceVersion, lag: Number(server.rv) - Number(resourceVersion), storage }
  if (rows > 0) throw new Error(`${rows} rows are shown, and yet everything is asked for`)
  return { rows, resourceVersion: '', lag: 0, storage }
}

/** Each view says of which version its rows are. */
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
  await until('the server is asked for Pods', () => ofPods().length > 0)
  const [first] = ofPods()
  if (!first) throw new Error('a request was there, and is gone')
  return first
}

/** By namespace, then name, as slices are sorted. */
function byKey(a: Digest, b: Digest): number {
  const [namespaceA = '', nameA = ''] = a.key.split('/')
  const [namespaceB = '', nameB = ''] = b.key.split('/')
  if (namespaceA !== namespaceB) return namespaceA < namespaceB ? -1 : 1
  return nameA < nameB ? -1 : 1
}
