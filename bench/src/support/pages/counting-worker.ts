import { type Row, type SnapshotChange, systemClock } from '@kube-informer/core'
import { createIndexedDbDisk, hostInformers, type SnapshotDisk } from '@kube-informer/worker/host'
import { informers } from './informers.ts'
import { messageSize } from './message-size.ts'

/** The data that the worker has written, in bytes. */
export interface DiskCounts {
  /** Everything that was passed to IndexedDB. */
  readonly put: number
  /** The minimum: all objects initially, then each object that changed since the previous save, once. */
  readonly changed: number
  /** The highest resourceVersion on disk. */
  readonly version: string
}

const counts = { put: 0, changed: 0, version: '' }

const { put, add } = IDBObjectStore.prototype
IDBObjectStore.prototype.put = function (...args) {
  counts.put += messageSize(args[0])
  return put.apply(this, args)
}
IDBObjectStore.prototype.add = function (...args) {
  counts.put += messageSize(args[0])
  return add.apply(this, args)
}

function counting(disk: SnapshotDisk): SnapshotDisk {
  return {
    collection(address) {
      const store = disk.collection(address)
      return {
        load: signal => store.load(signal),
        async save(change, signal) {
          const outcome = await store.save(change, signal)
          if (outcome === 'not-owner') return outcome
          counts.changed += bytesOf(change)
          counts.version = change.resourceVersion
          return outcome
        },
        firstPaint: store.firstPaint,
        erase: () => store.erase(),
        release: () => store.release(),
      }
    },
    erase: owner => disk.erase(owner),
    status: owner => disk.status(owner),
    subscribeStatus: listener => disk.subscribeStatus(listener),
    close: () => disk.close(),
  }
}

function bytesOf(change: SnapshotChange<Row>): number {
  const rows = change.type === 'replace' ? change.objects : change.upserts.values()
  let bytes = 0
  for (const row of rows) bytes += messageSize(row)
  return bytes
}

const asked = new BroadcastChannel('bench-disk')
asked.onmessage = () => asked.postMessage(counts satisfies DiskCounts)

const disk = createIndexedDbDisk({ clock: systemClock, random: Math.random })
hostInformers(informers, { disk: counting(disk) })
