import { compareText } from '../json/go-order.ts'
import { identityOf, type ManagedEntry, type Managers, secondsOf } from './managed-fields.ts'

const MAX_UPDATERS = 10
const BUCKET = 'ancient-changes'

/**
 * Keeps at most ten entries of updates: beyond that the oldest entries of each API version are merged into one. Entries
 * of appliers are never merged.
 */
export function capUpdaters(managers: Managers): Managers {
  const updaters = [...managers].filter(([, { operation }]) => operation === 'Update')
  if (updaters.length <= MAX_UPDATERS) return managers
  const capped = new Map(managers)
  const first = new Map<string, string>()
  let count = updaters.length
  for (const [identity, entry] of updaters.sort(byAge)) {
    if (count <= MAX_UPDATERS) break
    const oldest = first.get(entry.apiVersion)
    if (oldest === undefined) first.set(entry.apiVersion, identity)
    else {
      putTogether(capped, oldest, identity, entry)
      count--
    }
  }
  return capped
}

const byAge = ([aId, a]: [string, ManagedEntry], [bId, b]: [string, ManagedEntry]): number =>
  secondsOf(a) - secondsOf(b) || compareText(aId, bId)

/** A merged entry has the time of its newest part. */
function putTogether(
  capped: Map<string, ManagedEntry>,
  oldest: string,
  identity: string,
  entry: ManagedEntry,
): void {
  const name = { manager: BUCKET, operation: 'Update', subresource: '' } as const
  const bucket = { ...name, apiVersion: entry.apiVersion }
  const bucketIdentity = identityOf(bucket)
  const base = capped.get(bucketIdentity) ?? capped.get(oldest) ?? entry
  if (!capped.has(bucketIdentity)) capped.delete(oldest)
  capped.delete(identity)
  capped.set(bucketIdentity, { ...bucket, set: entry.set.union(base.set), time: entry.time })
}
