import type { DiscoveredGroup, DiscoveredResource } from '@kube-informer/core/discovery'
import type { DiscoveryState } from '@kube-informer/worker'
import type { Flags } from './flags.ts'

/** The result of `useDiscovery`: immutable, and the same reference until something changes. */
export interface DiscoveryResult extends Omit<Flags, 'isPlaceholderData' | 'fetchStatus' | 'freshness'> {
  /** Every resource in every served version, the preferred one first; empty until they are known. */
  readonly data: readonly DiscoveredResource[]
  /** The API groups in the same order, with their versions. */
  readonly groups: readonly DiscoveredGroup[]
  /** How complete `data` is. */
  readonly status: Pick<DiscoveryState, 'data'> & { readonly error?: Error | undefined }
  /** Why the last discovery failed as a whole; `data` keeps what was known. */
  readonly error: Error | undefined
  /** The group versions that could not be discovered, with their errors; `data` keeps their last known resources. */
  readonly failures: DiscoveryState['failures']
  /** Discovers again; resolves with the new state. */
  readonly refetch: () => Promise<DiscoveryState>
}
