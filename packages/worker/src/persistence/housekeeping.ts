import type { Clock, TimerHandle } from '@kube-informer/core'
import { commitRequests, removalOf, writing } from './collection-file.ts'
import type { DiskDatabase } from './disk-database.ts'
import type { CollectionRecord, Database, HeadRecord } from './disk-schema.ts'

/** Options of {@link Housekeeping}. */
export interface HousekeepingOptions {
  readonly database: DiskDatabase
  readonly clock: Clock
  readonly maxBytes: number
  readonly maxAgeMs: number
  /** Whether this host uses an owner. */
  readonly isOwnerInUse: (owner: string) => boolean
  readonly onUsage: () => void
}

/** The delay of the first sweep, so that it does not compete with the initial loads. */
const FIRST_SWEEP_MS = 15_000
/** The pause between sweeps when the collections in use exceed the limit. */
const SWEEP_PAUSE_MS = 60_000
/** A collection that was written more recently is in use in another tab, and is not evicted. */
const IN_USE_MS = 60_000

interface StoredCollection {
  readonly number: number
  readonly owner: string
  readonly bytes: number
  readonly lastUsedAt: number
}

/**
 * Enforces the limits of persisted data: deletes expired collections, and evicts the least recently used ones when the total
 * size exceeds the limit.
 */
export class Housekeeping {
  readonly #options: HousekeepingOptions
  /** The collections that this host uses, which are never evicted. */
  readonly #inUse = new Map<string, number>()
  #collections = new Map<number, StoredCollection>()
  #timer: TimerHandle | undefined
  #sweptAt = Number.NEGATIVE_INFINITY

  constructor(options: HousekeepingOptions) {
    this.#options = options
  }

  /** The known bytes of an owner's collections. */
  bytesOf(owner: string): number {
    let bytes = 0
    for (const collection of this.#collections.values())
      if (collection.owner === owner) bytes += collection.bytes
    return bytes
  }

  /** Schedules the first sweep. Idempotent. */
  start(): void {
    this.#timer ??= this.#options.clock.setTimeout(() => void this.sweep().catch(() => {}), FIRST_SWEEP_MS)
  }

  /** Records that this host uses a collection, and its size. */
  uses(owner: string, collection: string, { number, bytes, savedAt }: HeadRecord): void {
    const before = this.#collections.get(number)?.bytes
    this.#inUse.set(collection, number)
    this.#collections.set(number, { number, owner, bytes, lastUsedAt: savedAt })
    if (before !== bytes) this.#options.onUsage()
    const isTooMuch = this.#total() > this.#options.maxBytes
    if (isTooMuch && this.#options.clock.now() - this.#sweptAt > SWEEP_PAUSE_MS)
      void this.sweep().catch(() => {})
  }

  /** Records that this host no longer uses a collection. */
  released(collection: string): void {
    this.#inUse.delete(collection)
  }

  /** Records that an owner's data was erased. */
  erased(owner: string): void {
    for (const collection of [...this.#collections.values()])
      if (collection.owner === owner) this.#collections.delete(collection.number)
    this.#options.onUsage()
  }

  /** Reads the list of collections, which other tabs may have changed, and deletes expired and excess ones. */
  async sweep(): Promise<void> {
    const { clock, maxAgeMs, maxBytes, isOwnerInUse } = this.#options
    const now = clock.now()
    this.#sweptAt = now
    await this.#refresh()
    const old = [...this.#collections.values()].filter(({ lastUsedAt }) => now - lastUsedAt > maxAgeMs)
    const owners = new Set(old.map(({ owner }) => owner).filter(owner => !isOwnerInUse(owner)))
    await this.#drop(old, owners)
    await this.#drop(this.#leastUsed(this.#total() - maxBytes))
  }

  /** Evicts unused collections of at least this many bytes, if there are enough; resolves with whether any was evicted. */
  async makeRoom(bytes: number): Promise<boolean> {
    await this.#refresh()
    const dropped = this.#leastUsed(bytes)
    await this.#drop(dropped)
    return dropped.length > 0
  }

  /** Idempotent. */
  close(): void {
    if (this.#timer !== undefined) this.#options.clock.clearTimeout(this.#timer)
  }

  #total(): number {
    return [...this.#collections.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  #leastUsed(bytes: number): StoredCollection[] {
    const own = new Set(this.#inUse.values())
    const now = this.#options.clock.now()
    const others = [...this.#collections.values()].filter(
      ({ number, lastUsedAt }) => !own.has(number) && Math.abs(now - lastUsedAt) > IN_USE_MS,
    )
    const chosen: StoredCollection[] = []
    let freed = 0
    for (const collection of others.toSorted((a, b) => a.lastUsedAt - b.lastUsedAt)) {
      if (freed >= bytes) break
      chosen.push(collection)
      freed += collection.bytes
    }
    return chosen
  }

  async #refresh(): Promise<void> {
    this.#collections = await this.#options.database.use(readCollections)
    this.#options.onUsage()
  }

  async #drop(
    collections: readonly StoredCollection[],
    owners: ReadonlySet<string> = new Set(),
  ): Promise<void> {
    if (collections.length === 0) return
    const numbers = collections.map(({ number }) => number)
    await this.#options.database.use(open => removeWithOwners(open, numbers, owners))
    for (const number of numbers) this.#collections.delete(number)
    this.#options.onUsage()
  }
}

async function readCollections(open: Database): Promise<Map<number, StoredCollection>> {
  const transaction = open.transaction(['collections', 'heads'], 'readonly')
  transaction.done.catch(() => {})
  const [collections, heads] = await Promise.all([
    transaction.objectStore('collections').getAll(),
    transaction.objectStore('heads').getAll(),
  ])
  const headOf = new Map(heads.map(head => [head.number, head]))
  return new Map(
    collections.map(record => [record.number, toStoredCollection(record, headOf.get(record.number))]),
  )
}

const toStoredCollection = (
  { number, owner, usedAt }: CollectionRecord,
  head: HeadRecord | undefined,
): StoredCollection => ({
  number,
  owner,
  bytes: head?.bytes ?? 0,
  lastUsedAt: Math.max(usedAt, head?.savedAt ?? 0),
})

/** Deletes collections, and the records of those of the owners that have no collection left. */
async function removeWithOwners(
  open: Database,
  numbers: readonly number[],
  owners: ReadonlySet<string>,
): Promise<void> {
  const transaction = writing(open)
  const left = await transaction.objectStore('collections').getAll()
  const remaining = new Set(left.filter(({ number }) => !numbers.includes(number)).map(({ owner }) => owner))
  await commitRequests(transaction, function* () {
    yield* removalOf(transaction, numbers)
    for (const owner of owners)
      if (!remaining.has(owner)) yield transaction.objectStore('owners').delete(owner)
  })
}
