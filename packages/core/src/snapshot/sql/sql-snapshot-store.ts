import type { KubernetesObject } from '../../api/object.ts'
import type { Row } from '../../api/row.ts'
import type { SnapshotChange, SnapshotStore } from '../../api/snapshot-store.ts'
import { CollectionLog } from './collection-log.ts'
import { type EntryForm, objectForm, rowForm } from './entry-form.ts'
import { applyEntries, type LogEntry } from './log-entry.ts'
import { deleteOtherCollections, hasTables } from './log-tables.ts'
import type { SqlPort } from './sql-port.ts'
import { checkStorable, collectionName, type StoredCollection } from './stored-collection.ts'

/** The database, and which collection is stored in it. */
export interface SqlSnapshotStoreOptions {
  readonly sql: SqlPort
  readonly collection: StoredCollection
  /** Stores objects of a resource whose name says that they hold credentials, such as Secrets. @default false */
  readonly persist?: boolean | undefined
}

/**
 * Stores a snapshot in SQLite: each save is a transaction that adds one row with its changes, or several above 400,000
 * characters. When the changes are larger than the state, they are merged into it.
 *
 * - One informer at a time writes a collection. If two do, none stores wrong data: `save` resolves with `'not-owner'` for
 *   the one whose state is no longer the stored one.
 * - `load` rejects with a {@link SnapshotError} if the stored data is damaged, or if the database has tables of another
 *   application with the names of this store. The informer then lists, and the status has the error.
 * - A full database rejects the save and changes nothing.
 *
 * @throws {UsageError} for Secrets and similar resources, unless `persist` is set
 *
 * @example
 * const snapshotStore = createSqlSnapshotStore<Pod>({
 *   sql: durableObjectSql(ctx.storage),
 *   collection: { server: 'https://cluster.example', resource: pods },
 * })
 * new SharedIndexInformer({ listerWatcher: createListWatch(client, pods), snapshotStore })
 */
export function createSqlSnapshotStore<T>(
  options: SqlSnapshotStoreOptions & { readonly form: 'row' },
): SnapshotStore<Row<T>>
export function createSqlSnapshotStore<T extends KubernetesObject>(
  options: SqlSnapshotStoreOptions & { readonly form?: 'object' | undefined },
): SnapshotStore<T>
export function createSqlSnapshotStore(
  options: SqlSnapshotStoreOptions & { readonly form?: 'object' | 'row' | undefined },
): SnapshotStore<KubernetesObject> | SnapshotStore<Row> {
  const { sql, collection, persist = false, form = 'object' } = options
  checkStorable(collection, persist)
  const log = new CollectionLog({ sql, name: collectionName(collection) })
  return form === 'row' ? snapshotStoreOf(log, rowForm) : snapshotStoreOf(log, objectForm)
}

/** The snapshots of a log. */
export const snapshotStoreOf = <T>(log: CollectionLog, form: EntryForm<T>): SnapshotStore<T> => ({
  async load() {
    const stored = log.read()
    if (!stored) return undefined
    const state = new Map<string, LogEntry>()
    applyEntries(state, stored.checkpoint)
    applyEntries(state, stored.changes)
    return { resourceVersion: stored.resourceVersion, objects: Array.from(state.values(), form.decode) }
  },
  async save(change) {
    const entries = entriesOf(change, form)
    if (change.type === 'delta') return log.append(entries, change.resourceVersion) ? undefined : 'not-owner'
    log.replace(entries, change.resourceVersion)
    return undefined
  },
})

function* entriesOf<T>(change: SnapshotChange<T>, form: EntryForm<T>): Generator<LogEntry> {
  if (change.type === 'replace') {
    for (const object of change.objects) yield form.encode(object)
    return
  }
  for (const object of change.upserts.values()) yield form.encode(object)
  for (const key of change.deletions) yield { type: 'DELETED', key, uid: '', resourceVersion: '', text: '' }
}

/**
 * Deletes all collections except these, e.g. those that an earlier version of an application stored, or those of a user
 * who signed out. Informers that still run with a deleted collection store it again.
 *
 * @example
 * retainSqlSnapshots(sql, [{ server, resource: pods }])
 */
export function retainSqlSnapshots(sql: SqlPort, collections: readonly StoredCollection[]): void {
  sql.transaction(() => {
    if (hasTables(sql)) deleteOtherCollections(sql, new Set(collections.map(collectionName)))
  })
}
