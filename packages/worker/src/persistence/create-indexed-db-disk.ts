import { systemClock } from '@kube-informer/core'
import { DATABASE_NAME, factoryOf } from './database-files.ts'
import { DisabledDisk } from './disabled-disk.ts'
import { IndexedDbDisk } from './indexed-db-disk.ts'
import type { IndexedDbDiskOptions } from './indexed-db-disk-options.ts'
import type { SnapshotDisk } from './snapshot-disk.ts'

/**
 * Persists the caches of a host in IndexedDB. The database opens with the first collection, so a host without an identity
 * never creates one. When a host starts, it deletes from an existing database what its definitions and options would not
 * persist, and what is older than `maxAgeMs`. A missing or failing database does not stop informers: stores load nothing, and
 * `connection.status.storage` gives the reason.
 *
 * Pass it to `hostInformers(informers, { disk })`, which creates one by default, or to `connectInline(informers, { …, disk })`.
 *
 * @example
 * hostInformers(informers, { disk: createIndexedDbDisk({ maxBytes: 64 * 1024 * 1024, encrypt: true }) })
 */
export function createIndexedDbDisk(options: IndexedDbDiskOptions = {}): SnapshotDisk {
  const { enabled = true, name = DATABASE_NAME, clock = systemClock } = options
  return enabled ? new IndexedDbDisk(options) : new DisabledDisk({ name, clock, factory: factoryOf(options) })
}
