import type { LeaseSpec } from '@kube-informer/core/resources'

/** What a Lease says about its holder (client-go `resourcelock.LeaderElectionRecord`). */
export interface LeaderElectionRecord {
  /** The identity of the holder; "" if no one holds the lease. */
  readonly holderIdentity: string
  /** A candidate may take over when it has seen no change for this long. */
  readonly leaseDurationSeconds: number
  /** When the holder acquired the lease; as text, since no one compares it with a local clock. */
  readonly acquireTime?: string | undefined
  /** When the holder last renewed the lease. */
  readonly renewTime?: string | undefined
  /** How often the holder changed. */
  readonly leaderTransitions: number
  /** How a coordinator selects the holder; "" without one. */
  readonly strategy: string
  /** The identity that a coordinator wants next; "" if the holder may stay. */
  readonly preferredHolder: string
}

/** The record of a Lease. Absent fields are "" and 0. */
export const recordOfSpec = (spec: LeaseSpec = {}): LeaderElectionRecord => ({
  holderIdentity: spec.holderIdentity ?? '',
  leaseDurationSeconds: spec.leaseDurationSeconds ?? 0,
  acquireTime: spec.acquireTime,
  renewTime: spec.renewTime,
  leaderTransitions: spec.leaseTransitions ?? 0,
  strategy: spec.strategy ?? '',
  preferredHolder: spec.preferredHolder ?? '',
})

/** The spec that a record is written as. Other fields of the Lease's spec are dropped, as client-go does. */
export const specOfRecord = (record: LeaderElectionRecord): LeaseSpec => ({
  holderIdentity: record.holderIdentity,
  leaseDurationSeconds: record.leaseDurationSeconds,
  leaseTransitions: record.leaderTransitions,
  ...(record.acquireTime !== undefined && { acquireTime: record.acquireTime }),
  ...(record.renewTime !== undefined && { renewTime: record.renewTime }),
  ...(record.strategy !== '' && { strategy: record.strategy }),
  ...(record.preferredHolder !== '' && { preferredHolder: record.preferredHolder }),
})

/** Equal for equal records. */
export const recordText = (record: LeaderElectionRecord): string =>
  JSON.stringify(recordOfSpec(specOfRecord(record)))

/** A time as a Lease contains it (meta/v1 MicroTime). */
export const microTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z')
