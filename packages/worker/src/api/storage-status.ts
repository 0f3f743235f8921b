/**
 * What is kept on disk for a connection. `off`: nothing is, and `reason` says why (no identity, forbidden, no IndexedDB).
 * `failed`: it should be, and cannot (`reason`: quota exceeded, a blocked upgrade, ...); the informers go on without.
 */
export interface StorageStatus {
  readonly state: 'off' | 'opening' | 'on' | 'failed'
  readonly reason?: string
  /** What this connection's server and identity use, in bytes; absent while nothing is kept. */
  readonly usedBytes?: number
  /** What the origin uses, and may use at most, as the browser estimates it, in bytes; absent until it has, or if it cannot. */
  readonly originUsageBytes?: number
  readonly originQuotaBytes?: number
  /** Whether the browser has promised not to evict it when space is short. */
  readonly persisted?: boolean
}
