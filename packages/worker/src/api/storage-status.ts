/**
 * What is persisted for a connection. `off`: nothing is, and `reason` gives the cause (no identity, disabled, no
 * IndexedDB). `failed`: persistence does not work (`reason`: quota exceeded, a blocked upgrade, ...); the informers run
 * without it.
 */
export interface StorageStatus {
  readonly state: 'off' | 'opening' | 'on' | 'failed'
  readonly reason?: string
  /** Bytes used by this connection's server and identity; absent while nothing is persisted. */
  readonly usedBytes?: number
  /** Bytes that the origin uses and may use, as estimated by the browser; absent until there is an estimate. */
  readonly originUsageBytes?: number
  readonly originQuotaBytes?: number
  /** Whether the browser has granted persistent storage: it does not evict the data when space is short. */
  readonly persisted?: boolean
}
