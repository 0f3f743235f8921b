import type { Row, Snapshot } from '@kube-informer/core'
import type { StorageStatus } from '../api/storage-status.ts'
import { subscriptionKey } from '../api/subscription.ts'
import type {
  CollectionAddress,
  DiskCollection,
  DiskOwner,
  FirstPaintSnapshot,
  SnapshotDisk,
} from '../persistence/snapshot-disk.ts'

/** A disk in memory that several hosts of a test can share. */
export interface MemoryDisk extends SnapshotDisk {
  /** The keys of an owner's rows, by resource and scope. */
  kept(owner: DiskOwner): Readonly<Record<string, readonly string[]>>
  /** Makes later erasures wait for the promise, and fail with it. */
  holdErasures(until: Promise<void>): void
  setStatus(status: StorageStatus): void
}

interface Collection {
  resourceVersion: string
  readonly firstPaint: Map<string, FirstPaintSnapshot>
  readonly rows: Map<string, Row>
}

const ownerKey = ({ server, identity }: DiskOwner): string => JSON.stringify([server, identity])

/** Follows the rules of a real disk: one store at a time writes a collection, and none writes after an erasure. */
export function memoryDisk(): MemoryDisk {
  const owners = new Map<string, Map<string, Collection>>()
  const epochs = new Map<string, number>()
  const writers = new Map<string, object>()
  const listeners = new Set<() => void>()
  let status: StorageStatus = { state: 'on', usedBytes: 0 }
  let held = Promise.resolve()

  function collection({ resource, scope, shape, ...owner }: CollectionAddress): DiskCollection {
    const ownedBy = ownerKey(owner)
    const address = `${shape} ${subscriptionKey({ resource: resource.plural, scope })}`
    const lock = `${ownedBy} ${address}`
    const self = {}
    const epoch = epochs.get(ownedBy) ?? 0
    const isErased = () => epoch !== (epochs.get(ownedBy) ?? 0)
    return {
      async load(): Promise<Snapshot<Row> | undefined> {
        const found = isErased() ? undefined : owners.get(ownedBy)?.get(address)
        return found && { resourceVersion: found.resourceVersion, objects: [...found.rows.values()] }
      },
      async save(change) {
        if (!writers.has(lock)) writers.set(lock, self)
        if (isErased() || writers.get(lock) !== self) return 'not-owner'
        const collections = owners.get(ownedBy) ?? new Map<string, Collection>()
        owners.set(ownedBy, collections)
        const rows = change.type === 'replace' ? change.objects : change.upserts.values()
        const before = change.type === 'replace' ? [] : (collections.get(address)?.rows ?? [])
        const after = new Map(before)
        for (const row of rows) after.set(row.key, row)
        for (const key of change.type === 'replace' ? [] : change.deletions) after.delete(key)
        const firstPaint = collections.get(address)?.firstPaint ?? new Map<string, FirstPaintSnapshot>()
        collections.set(address, { resourceVersion: change.resourceVersion, rows: after, firstPaint })
        return undefined
      },
      firstPaint: {
        load: async key => (isErased() ? undefined : owners.get(ownedBy)?.get(address)?.firstPaint.get(key)),
        async save(key, snapshot) {
          if (isErased() || writers.get(lock) !== self) return
          owners.get(ownedBy)?.get(address)?.firstPaint.set(key, snapshot)
        },
      },
      async erase() {
        if (!isErased()) owners.get(ownedBy)?.delete(address)
      },
      release() {
        if (writers.get(lock) === self) writers.delete(lock)
      },
    }
  }

  return {
    collection,
    async erase(owner) {
      const key = ownerKey(owner)
      epochs.set(key, (epochs.get(key) ?? 0) + 1)
      await held
      owners.delete(key)
    },
    status: () => status,
    subscribeStatus(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {},
    kept: owner =>
      Object.fromEntries(
        [...(owners.get(ownerKey(owner)) ?? [])].map(([address, { rows }]) => [
          address,
          [...rows.keys()].sort(),
        ]),
      ),
    holdErasures(until) {
      held = until
    },
    setStatus(next) {
      status = next
      for (const listener of listeners) listener()
    },
  }
}
