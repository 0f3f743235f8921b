import { type Clock, resourceName } from '@kube-informer/core'
import {
  createSqlBodyStore,
  type SqlPort,
  SqlStateStore,
  type StoredCollection,
} from '@kube-informer/core/snapshot'
import { type OnRelayError, report } from '../api/error-reports.ts'
import type { RelayStorage } from '../api/relay-options.ts'

/** The storage of one cache of a Durable Object. */
export interface OpenStorage {
  readonly storage: RelayStorage
  /** Writes what is pending, and stops the timer. */
  close(): void
}

/** How to open the storage of a cache. */
export interface StorageOptions {
  readonly sql: SqlPort
  /** The caller has decided that it may be stored. */
  readonly collection: StoredCollection
  readonly clock: Clock
  /** Receives errors of the database, and damage of what it holds. */
  readonly onError?: OnRelayError | undefined
}

/** Opens the storage of a cache. */
export function openStorage({ sql, collection, clock, onError }: StorageOptions): OpenStorage {
  const name = resourceName(collection.resource)
  const log = new SqlStateStore({
    sql,
    collection,
    persist: true,
    clock,
    onError: error => report(onError, error, `store ${name}`),
  })
  const bodyStore = createSqlBodyStore({ sql, collection, persist: true })
  const stored = log.load()
  // A cache that starts with a list never reads the texts of an earlier one.
  if (!stored) bodyStore.clear()
  return { storage: { stored, log, bodyStore }, close: () => log.close() }
}
