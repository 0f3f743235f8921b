import { systemClock } from '@kube-informer/core'
import type { StorageStatus } from '../api/storage-status.ts'
import { BlobFallback } from './blob-fallback.ts'
import { ChunkEncoder } from './chunk-encoder.ts'
import { commitRequests, removalOf, writing } from './collection-file.ts'
import { namesOf, ownerId, typeId } from './collection-names.ts'
import { CollectionStore } from './collection-store.ts'
import { DATABASE_NAME, factoryOf } from './database-files.ts'
import type { DiskContext } from './disk-context.ts'
import { DiskDatabase } from './disk-database.ts'
import { DiskError, describeFailure } from './disk-error.ts'
import { DiskReport } from './disk-report.ts'
import type { Database } from './disk-schema.ts'
import { Housekeeping } from './housekeeping.ts'
import type { IndexedDbDiskOptions } from './indexed-db-disk-options.ts'
import { Owners } from './owners.ts'
import type {
  CollectionAddress,
  CollectionType,
  DiskCollection,
  DiskOwner,
  SnapshotDisk,
} from './snapshot-disk.ts'
import { SpaceEstimates } from './space-estimates.ts'
import { DigestedNames, plainNames } from './stored-names.ts'
import { within } from './within.ts'

const MAX_BYTES = 512 * 1024 * 1024
const MAX_AGE_MS = 7 * 24 * 60 * 60_000
/** A sign-out fails when erasing takes longer than this. */
const ERASE_TIMEOUT_MS = 15_000

/** Persists the caches of a host in one IndexedDB database. */
export class IndexedDbDisk implements SnapshotDisk {
  readonly #context: DiskContext
  readonly #estimates: SpaceEstimates
  readonly #listeners = new Set<() => void>()
  readonly #stores = new Set<CollectionStore>()
  #isClosed = false

  constructor(options: IndexedDbDiskOptions) {
    const changed = () => this.#changed()
    this.#context = createContext(options, changed)
    const storage = options.storage ?? globalThis.navigator?.storage
    this.#estimates = new SpaceEstimates(storage, this.#context.clock, changed)
  }

  retainOnly(types: readonly CollectionType[]): void {
    if (!this.#isClosed && this.#context.database.isUsable)
      this.#context.housekeeping.retainOnly(types.map(typeId))
  }

  collection(address: CollectionAddress): DiskCollection {
    const { database, housekeeping, owners } = this.#context
    const onReleased = () => this.#stores.delete(store)
    const generation = owners.generation(address)
    const store = new CollectionStore(this.#context, namesOf(address), generation, onReleased)
    this.#stores.add(store)
    if (this.#isClosed) store.release()
    else {
      // Start opening now rather than at `load`: opening takes most of the time to the first rows.
      database.open()
      housekeeping.start()
    }
    return store
  }

  async erase(owner: DiskOwner): Promise<void> {
    const { owners, database, clock } = this.#context
    owners.end(owner)
    if (database.state.type === 'missing') return
    const erasing = this.#erase(owner).then(() => true)
    const erased = await within(clock, ERASE_TIMEOUT_MS, erasing).catch(cause => {
      throw new DiskError(`the persisted data could not be erased: ${describeFailure(cause)}`, { cause })
    })
    if (!erased) throw new DiskError('the persisted data could not be erased: timed out')
  }

  status(owner: DiskOwner): StorageStatus {
    const { database, report, housekeeping, owners } = this.#context
    const { state } = database
    if (state.type === 'missing') return { state: 'off', reason: state.reason }
    const id = owners.storedName(owner)
    const usedBytes = id === undefined ? 0 : housekeeping.bytesOf(id)
    const space = { usedBytes, ...this.#estimates.space }
    if (state.type === 'failed') return { state: 'failed', reason: state.reason, ...space }
    const { failure, note } = report.of(ownerId(owner))
    if (failure !== undefined) return { state: 'failed', reason: failure, ...space }
    if (state.type !== 'open') return { state: 'opening', ...space }
    return { state: 'on', ...(note === undefined ? {} : { reason: note }), ...space }
  }

  subscribeStatus(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#listeners.clear()
    for (const store of [...this.#stores]) store.release()
    this.#context.housekeeping.close()
    this.#context.database.close()
  }

  async #erase(owner: DiskOwner): Promise<void> {
    const { database, names, encrypt, housekeeping } = this.#context
    const [id] = await names.existing([ownerId(owner)])
    await database.use(open => eraseOwner(open, id, encrypt))
    if (id !== undefined) housekeeping.erased(id)
  }

  #changed(): void {
    if (this.#isClosed) return
    if (this.#context.database.state.type === 'open') this.#estimates.refresh()
    for (const listener of [...this.#listeners]) listener()
  }
}

function createContext(options: IndexedDbDiskOptions, onChange: () => void): DiskContext {
  const { name = DATABASE_NAME, clock = systemClock, random = Math.random } = options
  const { maxBytes = MAX_BYTES, maxAgeMs = MAX_AGE_MS } = options
  const { encrypt = false, takeOver = () => false } = options
  const crypto = options.crypto ?? globalThis.crypto
  const locks = options.locks === undefined ? globalThis.navigator?.locks : (options.locks ?? undefined)
  const database = new DiskDatabase({ name, factory: factoryOf(options), clock, onState: onChange })
  const names = encrypt ? new DigestedNames({ database, crypto }) : plainNames
  const shared = { database, names, clock, encrypt }
  const owners = new Owners({ ...shared, crypto, random })
  const isOwnerInUse = (owner: string) => owners.has(owner)
  const limits = { maxBytes, maxAgeMs }
  const housekeeping = new Housekeeping({ ...shared, ...limits, isOwnerInUse, onUsage: onChange })
  const report = new DiskReport(onChange)
  const encoder = new ChunkEncoder(encrypt ? () => randomWord(crypto) : undefined)
  return {
    ...shared,
    ...limits,
    name,
    owners,
    housekeeping,
    report,
    encoder,
    blobs: new BlobFallback(),
    random,
    crypto,
    locks,
    takeOver,
  }
}

const randomWord = (crypto: Crypto): number => crypto.getRandomValues(new Uint32Array(1))[0] as number

/** Also deletes data of the other form: an earlier version of the application has written it, and nothing reads it. */
async function eraseOwner(open: Database, id: string | undefined, encrypt: boolean): Promise<void> {
  const transaction = writing(open)
  const [collections, owners] = await Promise.all([
    transaction.objectStore('collections').getAll(),
    transaction.objectStore('owners').getAll(),
  ])
  const numbers = collections.filter(({ owner, encrypted }) => owner === id || encrypted !== encrypt)
  const erased = owners.filter(owner => owner.id === id || (owner.key !== undefined) !== encrypt)
  await commitRequests(transaction, function* () {
    yield* removalOf(
      transaction,
      numbers.map(({ number }) => number),
    )
    for (const owner of erased) yield transaction.objectStore('owners').delete(owner.id)
  })
}
