import type { Clock, LockManager, Random } from '@kube-informer/core'
import type { BlobFallback } from './blob-fallback.ts'
import type { ChunkEncoder } from './chunk-encoder.ts'
import type { DiskDatabase } from './disk-database.ts'
import type { DiskReport } from './disk-report.ts'
import type { Housekeeping } from './housekeeping.ts'
import type { Owners } from './owners.ts'
import type { StoredNames } from './stored-names.ts'

/** Shared by all collections of a disk. */
export interface DiskContext {
  /** The database's name. */
  readonly name: string
  readonly database: DiskDatabase
  readonly names: StoredNames
  readonly owners: Owners
  readonly housekeeping: Housekeeping
  readonly report: DiskReport
  readonly encoder: ChunkEncoder
  readonly blobs: BlobFallback
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto | undefined
  readonly locks: LockManager | undefined
  readonly takeOver: () => boolean
  readonly encrypt: boolean
  readonly maxBytes: number
  readonly maxAgeMs: number
}
