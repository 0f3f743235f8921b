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

/** A disk that several hosts of a test may share, and what the test sees of it. */
export interface MemoryDisk extends SnapshotDisk {
  /** The keys of what is kept for an owner, by resource and scope. */
  kept(owner: DiskOwner): Readonly<Record<string, readonly string[]>>
  /** Lets nothing be erased, or all of it fail. */
  holdErasing(until: Promise<void>): void
  setStatus(status: StorageStatus): void
}

interface Collection {
  resourceVersion: string
  readonly firstPaint: Map<string, FirstPaintSnapshot>
  readonly rows: Map<string, Row>
}

const ownerKey = ({ server, identity }: DiskOwner): string => JSON.stringify([server, identity])

/** Keeps collections in memory by the rules of a real disk: one store at a time writes, and none after an erasure. */
export function memoryDisk(): MemoryDisk {
  const owners = new Map<string, Map<string, Collection>>()
  const epochs = new Map<string, number>()
  const writers = new Map<string, object>()
  const listeners = new Set<() => void>()
  let status: StorageStatus = { state: 'on', usedBytes: 0 }
  let held = Promise.resolve()

  function collection({ resource, scope, shape, ...owner }: CollectionAddress): DiskCollection {
    const ownedBy = ownerKey(owner)
    const place = `${shape} ${subscriptionKey({ resource: resource.plural, scope })}`
    const lock = `${ownedBy} ${place}`
    const self = {}
    const epoch = epochs.get(ownedBy) ?? 0
    const isFenced = () => epoch !== (epochs.get(ownedBy) ?? 0)
    return {
      async load(): Promise<Snapshot<Row> | undefined> {
        const found = isFenced() ? undefined : owners.get(ownedBy)?.get(place)
        return found && { resourceVersion: found.resourceVersion, objects: [...found.rows.values()] }
      },
      async save(change) {
        if (!writers.has(lock)) writers.set(lock, self)
        if (isFenced() || writers.get(lock) !== self) return 'not-owner'
        const places = owners.get(ownedBy) ?? new Map<string, Collection>()
        owners.set(ownedBy, places)
        const rows = change.type === 'replace' ? change.objects : change.upserts.values()
        const before = change.type === 'replace' ? [] : (places.get(place)?.rows ?? [])
        const after = new Map(before)
        for (const row of rows) after.set(row.key, row)
        for (const key of change.type === 'replace' ? [] : change.deletions) after.delete(key)
        const firstPaint = places.get(place)?.firstPaint ?? new Map<string, FirstPaintSnapshot>()
        places.set(place, { resourceVersion: change.resourceVersion, rows: after, firstPaint })
        return undefined
      },
      firstPaint: {
        load: async key => (isFenced() ? undefined : owners.get(ownedBy)?.get(place)?.firstPaint.get(key)),
        async save(key, snapshot) {
          if (isFenced() || writers.get(lock) !== self) return
          owners.get(ownedBy)?.get(place)?.firstPaint.set(key, snapshot)
        },
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
        [...(owners.get(ownerKey(owner)) ?? [])].map(([place, { rows }]) => [place, [...rows.keys()].sort()]),
      ),
    holdErasing(until) {
      held = until
    },
    setStatus(next) {
      status = next
      for (const listener of listeners) listener()
    },
  }
}
