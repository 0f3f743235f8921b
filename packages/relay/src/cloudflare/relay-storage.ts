import type { Clock } from '@kube-informer/core'
import {
  createSqlBodyStore,
  type SqlPort,
  SqlStateStore,
  type StoredCollection,
} from '@kube-informer/core/snapshot'
import type { RelayStorage } from '../api/relay-options.ts'

/** The storage of one cache of a Durable Object. */
export interface OpenStorage {
  readonly storage: RelayStorage
  /** Writes what is pending, and stops the timer. */
  close(): void
}

/** Opens the storage of a cache. The caller has decided that it may be stored. */
export function openStorage(sql: SqlPort, collection: StoredCollection, clock: Clock): OpenStorage {
  const log = new SqlStateStore({ sql, collection, persist: true, clock })
  const bodyStore = createSqlBodyStore({ sql, collection, persist: true })
  const stored = log.load()
  // A cache that starts with a list never reads the texts of an earlier one.
  if (!stored) bodyStore.clear()
  return { storage: { stored, log, bodyStore }, close: () => log.close() }
}
