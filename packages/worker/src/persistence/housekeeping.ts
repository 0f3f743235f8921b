import type { Clock, TimerHandle } from '@kube-informer/core'
import { commitRequests, removalOf, writing } from './collection-file.ts'
import type { DiskDatabase } from './disk-database.ts'
import type { CollectionRecord, Database, HeadRecord } from './disk-schema.ts'
import { enforceRetention, type RetentionRules } from './retention.ts'
import type { StoredNames } from './stored-names.ts'

export interface HousekeepingOptions {
  readonly database: DiskDatabase
  readonly names: StoredNames
  readonly clock: Clock
  readonly encrypt: boolean
  readonly maxBytes: number
  readonly maxAgeMs: number
  /** Whether this host uses the owner with this stored name. */
  readonly isOwnerInUse: (owner: string) => boolean
  readonly onUsage: () => void
}

/** The delay of the first sweep: it evicts, and the collections that the initial loads read are known by then. */
const FIRST_SWEEP_MS = 15_000
/** The longest interval between two sweeps. It is shorter if `maxAgeMs` is. */
const MAX_INTERVAL_MS = 60 * 60_000
const MIN_INTERVAL_MS = 60_000
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
 * Enforces the limits of persisted data, at the start of the host and then periodically: deletes what has expired or may not
 * be persisted, and evicts the least recently used collections when the total size exceeds the limit.
 */
export class Housekeeping {
  readonly #options: HousekeepingOptions
  /** The collections that this host uses, which are never evicted. */
  readonly #inUse = new Map<string, number>()
  /** The types that may be persisted; undefined for all. */
  #types: Set<string> | undefined
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

  /** Schedules the sweeps. Idempotent. */
  start(): void {
    if (this.#timer === undefined) this.#sweepAfter(FIRST_SWEEP_MS)
  }

  /** Deletes collections of types other than these, and of earlier calls: now and in each sweep. */
  retainOnly(types: readonly string[]): void {
    this.#types = new Set([...(this.#types ?? []), ...types])
    this.start()
    void this.#enforceRetention().catch(() => {})
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

  /** Records that a collection was deleted. */
  removed(number: number): void {
    this.#collections.delete(number)
    this.#options.onUsage()
  }

  /** Records that an owner's data was erased. */
  erased(owner: string): void {
    for (const collection of [...this.#collections.values()])
      if (collection.owner === owner) this.#collections.delete(collection.number)
    this.#options.onUsage()
  }

  /** Deletes what may not stay, and evicts what exceeds the limit. Other tabs may have changed the list of collections. */
  async sweep(): Promise<void> {
    this.#sweptAt = this.#options.clock.now()
    if (!(await this.#enforceRetention())) return
    await this.#refresh()
    await this.#drop(this.#leastUsed(this.#total() - this.#options.maxBytes))
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

  #sweepAfter(delayMs: number): void {
    const { clock, maxAgeMs } = this.#options
    this.#timer = clock.setTimeout(() => {
      this.#sweepAfter(Math.max(MIN_INTERVAL_MS, Math.min(maxAgeMs, MAX_INTERVAL_MS)))
      void this.sweep().catch(() => {})
    }, delayMs)
  }

  /** Resolves with whether there is a database; none is created. */
  async #enforceRetention(): Promise<boolean> {
    const { database } = this.#options
    if (!(await database.exists())) return false
    await enforceRetention(database, await this.#rules())
    return true
  }

  async #rules(): Promise<RetentionRules> {
    const { names, clock, maxAgeMs, encrypt, isOwnerInUse } = this.#options
    const types = this.#types && new Set(await names.existing([...this.#types]))
    return { now: clock.now(), maxAgeMs, encrypt, types, isOwnerInUse }
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

  async #drop(collections: readonly StoredCollection[]): Promise<void> {
    if (collections.length === 0) return
    const numbers = collections.map(({ number }) => number)
    await this.#options.database.use(open => {
      const transaction = writing(open)
      return commitRequests(transaction, () => removalOf(transaction, numbers))
    })
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
