import { resourceName } from '@kube-informer/core'
import { groupBy } from '@kube-informer/core/internal'
import { isOlder } from '../../collections/revisions.ts'
import { parseRead, type ReadTarget } from '../../http/read-target.ts'
import { INTERNAL_URL, type SleepNotice } from '../internal-requests.ts'
import type { NodeAddress } from '../node-address.ts'
import type { SleepingReader } from './stored-reader.ts'

/** Above this, an event of any object wakes the leaf. */
const MAX_WATCHES = 200

/** The notices of a leaf by resource, without what all have in common. */
type Watches = Pick<SleepNotice, 'watches' | 'all'>

/** What a leaf has to tell the parents of its resources, by the name of the resource. */
export function sleepNotices(
  readers: readonly SleepingReader[],
  { leaf, isRenewal, namespaceOf }: NoticeOptions,
): ReadonlyMap<string, SleepNotice> {
  const byResource = groupBy(readers.flatMap(positionedOf), ({ resource }) => resource)
  return new Map(
    [...byResource].map(([resource, positions]) => [
      resource,
      { leaf, isRenewal, ...watchesOf(positions, namespaceOf(resource)) },
    ]),
  )
}

export interface NoticeOptions extends Pick<SleepNotice, 'leaf' | 'isRenewal'> {
  readonly leaf: NodeAddress
  /** The namespace of a resource that is cached; "" for all. */
  readonly namespaceOf: (resource: string) => string
}

/** A reader of a resource. */
interface Positioned {
  readonly resource: string
  readonly target: ReadTarget
  readonly pathname: string
  readonly resourceVersion: string
}

function positionedOf({ stored: { path, resourceVersion } }: SleepingReader): Positioned[] {
  const request = new Request(INTERNAL_URL + path)
  const target = parseRead(request)
  if (!target) return []
  const resource = resourceName({ ...target.path, plural: target.path.resource, kind: '', namespaced: true })
  return [{ resource, target, pathname: new URL(request.url).pathname, resourceVersion }]
}

function watchesOf(positions: readonly Positioned[], namespace: string): Watches {
  const watches = [...new Set(positions.map(viewOf))]
  const all = collectionOf(positions, namespace)
  return watches.length > MAX_WATCHES ? { watches: [all], all } : { watches, all }
}

/** The watch of a reader's view. */
function viewOf({ pathname, target: { attributes }, resourceVersion }: Positioned): string {
  const query = new URLSearchParams({ watch: '1', resourceVersion })
  if (attributes.labelSelector) query.set('labelSelector', attributes.labelSelector)
  if (attributes.fieldSelector) query.set('fieldSelector', attributes.fieldSelector)
  return `${pathname}?${query}`
}

/** The watch of all that the leaf caches, from the oldest position of a reader. */
function collectionOf(positions: readonly Positioned[], namespace: string): string {
  const oldest = positions.reduce((a, b) => (isOlder(b.resourceVersion, a.resourceVersion) ? b : a))
  const { group, version, resource } = oldest.target.path
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  const scope = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`
  const query = new URLSearchParams({ watch: '1', resourceVersion: oldest.resourceVersion })
  return `${root}${scope}/${resource}?${query}`
}
