import type { CallOptions } from '@kube-informer/core'
import type { LeaderElectionRecord } from './leader-election-record.ts'

/** The object that candidates compete for (client-go `resourcelock.Interface`). {@link LeaseLock} implements it. */
export interface ResourceLock {
  /** The name of this candidate, different from that of all others. */
  readonly identity: string
  /** The name of the locked object. */
  readonly name: string
  /** Reads the record. Rejects with a NotFound StatusError if there is none. */
  get(options?: CallOptions): Promise<LeaderElectionRecord>
  /** Writes the first record. Rejects with an AlreadyExists StatusError if there is one. */
  create(record: LeaderElectionRecord, options?: CallOptions): Promise<void>
  /** Replaces the record that was read or written last. Rejects with a Conflict if it has changed since. */
  update(record: LeaderElectionRecord, options?: CallOptions): Promise<void>
  /** Records an event about the locked object. Never throws. */
  recordEvent(text: string): void
  /** Names the locked object in messages. */
  describe(): string
}
