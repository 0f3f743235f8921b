import { UsageError } from '../api/errors.ts'
import { metaNamespaceKey } from '../api/keys.ts'
import { type ObjectAccess, objectAccess } from '../api/object-access.ts'
import type { Snapshot, SnapshotStore } from '../api/snapshot-store.ts'

/** How the store reads the objects that it keeps. */
export interface MemorySnapshotStoreOptions<T> {
  /** How to read stored values: `listerWatcher.access`. @default plain objects */
  readonly access?: ObjectAccess<T> | undefined
}

/**
 * Stores a snapshot in memory: for tests, and for a process that restarts informers.
 *
 * @example
 * const snapshotStore = createMemorySnapshotStore<Pod>()
 * new SharedIndexInformer({ listerWatcher, snapshotStore })
 */
export function createMemorySnapshotStore<T>({
  access = objectAccess as ObjectAccess<T>,
}: MemorySnapshotStoreOptions<T> = {}): SnapshotStore<T> {
  let kept: { resourceVersion: string; objects: Map<string, T> } | undefined
  return {
    load: async (): Promise<Snapshot<T> | undefined> =>
      kept && { resourceVersion: kept.resourceVersion, objects: [...kept.objects.values()] },
    save: async change => {
      if (change.type === 'replace') {
        const objects = new Map(change.objects.map(object => [metaNamespaceKey(object, access), object]))
        kept = { resourceVersion: change.resourceVersion, objects }
        return
      }
      if (!kept) throw new UsageError('a delta needs a collection to be applied to')
      for (const [key, object] of change.upserts) kept.objects.set(key, object)
      for (const key of change.deletions) kept.objects.delete(key)
      kept.resourceVersion = change.resourceVersion
    },
  }
}
