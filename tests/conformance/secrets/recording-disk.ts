import type { DiskCollection, SnapshotDisk } from '@kube-informer/worker/host'

/** A disk that keeps nothing and passes on what it is given to write. */
export function recordingDisk(record: (what: string, value: unknown) => void): SnapshotDisk {
  const collection: SnapshotDisk['collection'] = address => {
    record('address', address)
    const access: DiskCollection = {
      load: async () => undefined,
      async save(change) {
        record('rows', change)
        return undefined
      },
      firstPaint: {
        load: async () => undefined,
        async save(key, snapshot) {
          record('first paint', [key, snapshot])
        },
      },
      erase: async () => {},
      release() {},
    }
    return access
  }
  return {
    collection,
    erase: async () => {},
    status: () => ({ state: 'on' }),
    subscribeStatus: () => () => {},
    close() {},
  }
}
