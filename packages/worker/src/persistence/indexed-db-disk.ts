import { systemClock } from '@kube-informer/core'
import { resourceName } from '@kube-informer/core/internal'
import type { StorageStatus } from '../api/storage-status.ts'
import { ChunkEncoder } from './chunk-encoder.ts'
import { type CollectionFacts, commitRequests, removalOf, writing } from './collection-file.ts'
import { CollectionStore } from './collection-store.ts'
import type { DiskContext } from './disk-context.ts'
import { DiskDatabase } from './disk-database.ts'
import { DiskError, describeFailure } from './disk-error.ts'
import { DiskReport } from './disk-report.ts'
import type { Database } from './disk-schema.ts'
import { Housekeeping } from './housekeeping.ts'
import type { IndexedDbDiskOptions } from './indexed-db-disk-options.ts'
import { Owners, ownerId } from './owners.ts'
import type { CollectionAddress, DiskCollection, DiskOwner, SnapshotDisk } from './snapshot-disk.ts'
import { SpaceEstimates } from './space-estimates.ts'
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

  collection(address: CollectionAddress): DiskCollection {
    const { database, housekeeping, owners, encrypt } = this.#context
    const onReleased = () => this.#stores.delete(store)
    const store = new CollectionStore(
      this.#context,
      factsOf(address, encrypt),
      owners.generation(address),
      onReleased,
    )
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
    const { owners, database, clock, housekeeping } = this.#context
    owners.end(owner)
    if (database.state.type === 'missing') return
    const id = ownerId(owner)
    const erasing = database.use(open => eraseOwner(open, id)).then(() => true)
    const erased = await within(clock, ERASE_TIMEOUT_MS, erasing).catch(cause => {
      throw new DiskError(`the persisted data could not be erased: ${describeFailure(cause)}`, { cause })
    })
    if (!erased) throw new DiskError('the persisted data could not be erased: timed out')
    housekeeping.erased(id)
  }

  status(owner: DiskOwner): StorageStatus {
    const { database, report, housekeeping } = this.#context
    const { state } = database
    if (state.type === 'missing') return { state: 'off', reason: state.reason }
    const id = ownerId(owner)
    const space = { usedBytes: housekeeping.bytesOf(id), ...this.#estimates.space }
    if (state.type === 'failed') return { state: 'failed', reason: state.reason, ...space }
    const { failure, note } = report.of(id)
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

  #changed(): void {
    if (this.#isClosed) return
    if (this.#context.database.state.type === 'open') this.#estimates.refresh()
    for (const listener of [...this.#listeners]) listener()
  }
}

function createContext(options: IndexedDbDiskOptions, onChange: () => void): DiskContext {
  const { name = 'kube-informer', clock = systemClock, random = Math.random } = options
  const { maxBytes = MAX_BYTES, maxAgeMs = MAX_AGE_MS } = options
  const { encrypt = false, takeOver = () => false } = options
  const crypto = options.crypto ?? globalThis.crypto
  const locks = options.locks === undefined ? globalThis.navigator?.locks : (options.locks ?? undefined)
  const factory = options.indexedDB === undefined ? globalThis.indexedDB : (options.indexedDB ?? undefined)
  const database = new DiskDatabase({ name, factory, clock, onState: onChange })
  const owners = new Owners({ database, crypto, random, encrypt })
  const isOwnerInUse = (owner: string) => owners.has(owner)
  const limits = { maxBytes, maxAgeMs }
  const housekeeping = new Housekeeping({ database, clock, isOwnerInUse, onUsage: onChange, ...limits })
  const report = new DiskReport(onChange)
  const encoder = new ChunkEncoder()
  const parts = { database, owners, housekeeping, report, encoder }
  return { name, ...parts, clock, random, crypto, locks, takeOver, encrypt, ...limits }
}

function factsOf(
  { server, identity, resource, scope, shape }: CollectionAddress,
  encrypted: boolean,
): CollectionFacts {
  const owner = ownerId({ server, identity })
  const { group, version, plural } = resource
  const { namespace = '', labelSelector = '', fieldSelector = '' } = scope
  const id = JSON.stringify([
    server,
    identity,
    group,
    version,
    plural,
    namespace,
    labelSelector,
    fieldSelector,
  ])
  const title = resourceName(resource) + (namespace === '' ? '' : ` in namespace "${namespace}"`)
  return { id, owner, shape, encrypted, title }
}

async function eraseOwner(open: Database, id: string): Promise<void> {
  const transaction = writing(open)
  const numbers = await transaction.objectStore('collections').index('owner').getAllKeys(id)
  await commitRequests(transaction, function* () {
    yield* removalOf(transaction, numbers)
    yield transaction.objectStore('owners').delete(id)
  })
}
