import type { Clock, TimerHandle } from '@kube-informer/core'
import { carryOut, removalOf, writing } from './collection-file.ts'
import type { DiskDatabase } from './disk-database.ts'
import type { CollectionRecord, Database, HeadRecord } from './disk-schema.ts'

/** What {@link Housekeeping} takes. */
export interface HousekeepingOptions {
  readonly database: DiskDatabase
  readonly clock: Clock
  readonly maxBytes: number
  readonly maxAgeMs: number
  /** Whether this host has to do with an owner. */
  readonly isOwnerInUse: (owner: string) => boolean
  readonly onUsage: () => void
}

/** The first look at what is kept, some time after the start, when everybody has what they wait for. */
const FIRST_SWEEP_MS = 15_000
/** Where too much is kept by collections that are all in use, it is looked at again only after so long. */
const SWEEP_PAUSE_MS = 60_000
/** A collection that was written so short a time ago is in use in another tab: it does not make room for others. */
const IN_USE_MS = 60_000

interface Kept {
  readonly number: number
  readonly owner: string
  readonly bytes: number
  readonly lastUsedAt: number
}

/**
 * Keeps what is kept within its limits: collections that were not written for too long go, and where all of them are too
 * large, those that were not used for longest.
 */
export class Housekeeping {
  readonly #options: HousekeepingOptions
  /** Collections of this host: they make no room for each other. */
  readonly #inUse = new Map<string, number>()
  #kept = new Map<number, Kept>()
  #timer: TimerHandle | undefined
  #sweptAt = Number.NEGATIVE_INFINITY

  constructor(options: HousekeepingOptions) {
    this.#options = options
  }

  /** Bytes of an owner, as far as is known. */
  bytesOf(owner: string): number {
    let bytes = 0
    for (const kept of this.#kept.values()) if (kept.owner === owner) bytes += kept.bytes
    return bytes
  }

  /** Has everything looked through soon. Idempotent. */
  start(): void {
    this.#timer ??= this.#options.clock.setTimeout(() => void this.sweep().catch(() => {}), FIRST_SWEEP_MS)
  }

  /** This host uses a collection, which has come to so many bytes. */
  uses(owner: string, collection: string, { number, bytes, savedAt }: HeadRecord): void {
    const before = this.#kept.get(number)?.bytes
    this.#inUse.set(collection, number)
    this.#kept.set(number, { number, owner, bytes, lastUsedAt: savedAt })
    if (before !== bytes) this.#options.onUsage()
    const isTooMuch = this.#total() > this.#options.maxBytes
    if (isTooMuch && this.#options.clock.now() - this.#sweptAt > SWEEP_PAUSE_MS)
      void this.sweep().catch(() => {})
  }

  /** This host does not use a collection any more. */
  released(collection: string): void {
    this.#inUse.delete(collection)
  }

  /** What was kept of an owner is gone. */
  erased(owner: string): void {
    for (const kept of [...this.#kept.values()]) if (kept.owner === owner) this.#kept.delete(kept.number)
    this.#options.onUsage()
  }

  /** Looks at what there is, and at what others have done; drops what is too old or too much. */
  async sweep(): Promise<void> {
    const { clock, maxAgeMs, maxBytes, isOwnerInUse } = this.#options
    const now = clock.now()
    this.#sweptAt = now
    await this.#look()
    const old = [...this.#kept.values()].filter(({ lastUsedAt }) => now - lastUsedAt > maxAgeMs)
    const owners = new Set(old.map(({ owner }) => owner).filter(owner => !isOwnerInUse(owner)))
    await this.#drop(old, owners)
    await this.#drop(this.#leastUsed(this.#total() - maxBytes))
  }

  /** Drops collections that nobody uses now, of so many bytes at least; tells whether there were any. */
  async makeRoom(bytes: number): Promise<boolean> {
    await this.#look()
    const dropped = this.#leastUsed(bytes)
    await this.#drop(dropped)
    return dropped.length > 0
  }

  /** Idempotent. */
  close(): void {
    if (this.#timer !== undefined) this.#options.clock.clearTimeout(this.#timer)
  }

  #total(): number {
    return [...this.#kept.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  #leastUsed(bytes: number): Kept[] {
    const own = new Set(this.#inUse.values())
    const now = this.#options.clock.now()
    const others = [...this.#kept.values()].filter(
      ({ number, lastUsedAt }) => !own.has(number) && Math.abs(now - lastUsedAt) > IN_USE_MS,
    )
    const chosen: Kept[] = []
    let freed = 0
    for (const kept of others.toSorted((a, b) => a.lastUsedAt - b.lastUsedAt)) {
      if (freed >= bytes) break
      chosen.push(kept)
      freed += kept.bytes
    }
    return chosen
  }

  async #look(): Promise<void> {
    this.#kept = await this.#options.database.use(readKept)
    this.#options.onUsage()
  }

  async #drop(collections: readonly Kept[], owners: ReadonlySet<string> = new Set()): Promise<void> {
    if (collections.length === 0) return
    const numbers = collections.map(({ number }) => number)
    await this.#options.database.use(open => removeWithOwners(open, numbers, owners))
    for (const number of numbers) this.#kept.delete(number)
    this.#options.onUsage()
  }
}

async function readKept(open: Database): Promise<Map<number, Kept>> {
  const transaction = open.transaction(['collections', 'heads'], 'readonly')
  transaction.done.catch(() => {})
  const [collections, heads] = await Promise.all([
    transaction.objectStore('collections').getAll(),
    transaction.objectStore('heads').getAll(),
  ])
  const headOf = new Map(heads.map(head => [head.number, head]))
  return new Map(collections.map(record => [record.number, keptOf(record, headOf.get(record.number))]))
}

const keptOf = ({ number, owner, usedAt }: CollectionRecord, head: HeadRecord | undefined): Kept => ({
  ...{ number, owner, bytes: head?.bytes ?? 0, lastUsedAt: Math.max(usedAt, head?.savedAt ?? 0) },
})

/** Of these owners, those of whom nothing is left are not remembered either. */
async function removeWithOwners(
  open: Database,
  numbers: readonly number[],
  owners: ReadonlySet<string>,
): Promise<void> {
  const transaction = writing(open)
  const left = await transaction.objectStore('collections').getAll()
  const having = new Set(left.filter(({ number }) => !numbers.includes(number)).map(({ owner }) => owner))
  await carryOut(transaction, function* () {
    yield* removalOf(transaction, numbers)
    for (const owner of owners) if (!having.has(owner)) yield transaction.objectStore('owners').delete(owner)
  })
}
