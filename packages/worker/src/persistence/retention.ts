import { commitRequests, removalOf, writing } from './collection-file.ts'
import type { DiskDatabase } from './disk-database.ts'
import {
  type AnyTransaction,
  type CollectionRecord,
  FORMAT,
  type HeadRecord,
  type OwnerRecord,
  STORES,
  type WriteTransaction,
} from './disk-schema.ts'
import { isExpired } from './expiry.ts'

/** What may stay on disk. */
export interface RetentionRules {
  readonly now: number
  readonly maxAgeMs: number
  /** Whether data is encrypted; data of the other form is deleted. */
  readonly encrypt: boolean
  /** The stored names of the types that may stay; undefined for all. */
  readonly types: ReadonlySet<string> | undefined
  /** Whether this host uses the owner with this stored name. */
  readonly isOwnerInUse: (owner: string) => boolean
}

/** Records that may not stay. */
interface Excess {
  readonly collections: readonly number[]
  readonly firstPaint: readonly [number, string][]
  readonly owners: readonly string[]
}

/** A younger owner record belongs to a host that has not saved its first collection yet. */
const OWNER_GRACE_MS = 10 * 60_000

/**
 * Deletes what may not stay: collections with all their records, old first-paint snapshots, and owners without
 * collections. The database is not locked if there is nothing to delete.
 */
export async function enforceRetention(database: DiskDatabase, rules: RetentionRules): Promise<void> {
  const found = await database.use(open => {
    const transaction = open.transaction(STORES, 'readonly')
    transaction.done.catch(() => {})
    return findExcess(transaction, rules)
  })
  if (Object.values(found).every(records => records.length === 0)) return
  await database.use(async open => {
    const transaction = writing(open)
    // Read again: another host may have written meanwhile.
    const excess = await findExcess(transaction, rules)
    await commitRequests(transaction, () => removalsOf(transaction, excess))
  })
}

async function findExcess(transaction: AnyTransaction, rules: RetentionRules): Promise<Excess> {
  const { now, maxAgeMs } = rules
  const saved = transaction.objectStore('firstPaint').index('savedAt')
  const [collections, heads, owners, older, later] = await Promise.all([
    transaction.objectStore('collections').getAll(),
    transaction.objectStore('heads').getAll(),
    transaction.objectStore('owners').getAll(),
    saved.getAllKeys(IDBKeyRange.upperBound(now - maxAgeMs, true)),
    saved.getAllKeys(IDBKeyRange.lowerBound(now + maxAgeMs, true)),
  ])
  const headOf = new Map(heads.map(head => [head.number, head]))
  const excess = collections.filter(record => !mayStay(record, headOf.get(record.number), rules))
  const users = new Set(collections.map(({ owner }) => owner))
  return {
    collections: excess.map(({ number }) => number),
    firstPaint: [...older, ...later],
    owners: owners.filter(owner => isUnused(owner, users, rules)).map(({ id }) => id),
  }
}

function mayStay(
  { type, encrypted, format, usedAt }: CollectionRecord,
  head: HeadRecord | undefined,
  { types, encrypt, now, maxAgeMs }: RetentionRules,
): boolean {
  if (encrypted !== encrypt || format !== FORMAT || types?.has(type) === false) return false
  return !isExpired(head?.savedAt || usedAt, now, maxAgeMs)
}

/**
 * An owner stays one sweep longer than its collections: another host that has just started may use it, and could no
 * longer write.
 */
function isUnused(
  { id, key, createdAt }: OwnerRecord,
  users: ReadonlySet<string>,
  { encrypt, isOwnerInUse, now }: RetentionRules,
): boolean {
  if ((key !== undefined) !== encrypt) return true
  return !users.has(id) && !isOwnerInUse(id) && isExpired(createdAt, now, OWNER_GRACE_MS)
}

function* removalsOf(transaction: WriteTransaction, excess: Excess): Generator<Promise<unknown>> {
  yield* removalOf(transaction, excess.collections)
  for (const key of excess.firstPaint) yield transaction.objectStore('firstPaint').delete(key)
  for (const owner of excess.owners) yield transaction.objectStore('owners').delete(owner)
}
