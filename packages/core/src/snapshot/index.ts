export type { BodyStore } from '../api/body-store.ts'
export type { Snapshot, SnapshotChange, SnapshotStore } from '../api/snapshot-store.ts'
export type { StateLog, StoredEvent, StoredRow, StoredState, TextPage } from '../api/stored-state.ts'
export { createMemorySnapshotStore, type MemorySnapshotStoreOptions } from './memory-snapshot-store.ts'
export type { LogLimits } from './sql/log-limits.ts'
export { SnapshotError } from './sql/snapshot-error.ts'
export { createSqlBodyStore, type SqlBodyStoreOptions } from './sql/sql-body-store.ts'
export type { SqlPort, SqlRow, SqlValue } from './sql/sql-port.ts'
export {
  type DurableObjectSqlStorage,
  databaseSql,
  durableObjectSql,
  type SqlDatabase,
} from './sql/sql-ports.ts'
export {
  createSqlSnapshotStore,
  retainSqlSnapshots,
  type SqlSnapshotStoreOptions,
} from './sql/sql-snapshot-store.ts'
export { SqlStateStore, type SqlStateStoreOptions } from './sql/sql-state-store.ts'
export type { StoredCollection } from './sql/stored-collection.ts'
