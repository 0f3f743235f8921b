export type { Snapshot, SnapshotChange, SnapshotStore } from '../api/snapshot-store.ts'
export { createMemorySnapshotStore, type MemorySnapshotStoreOptions } from './memory-snapshot-store.ts'
