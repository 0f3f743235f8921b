import type { Clock, KubeClient, Random } from '@kube-informer/core'
import type { Logger } from '../api/logger.ts'
import type { LeaderElectionMetrics } from '../api/metrics.ts'
import type { EventRecorder } from '../api/reconciler.ts'
import { LeaderElector } from '../leader-election/leader-elector.ts'
import { LeaseLock } from '../leader-election/lease-lock.ts'
import type { Election, ElectionCallbacks } from './election.ts'
import type { CheckedLeaderElection } from './leader-election-options.ts'

/** What an election needs of its manager. */
export interface LeaseElectionParts {
  readonly client: KubeClient
  readonly events: EventRecorder
  readonly log: Logger
  readonly clock: Clock
  readonly random: Random
  readonly metrics: LeaderElectionMetrics | undefined
}

/** An election on a Lease. Throws a UsageError for durations that are not safe. */
export function leaseElection(
  { namespace, name, identity, labels, ...options }: CheckedLeaderElection,
  { client, events, ...parts }: LeaseElectionParts,
  { onStartedLeading }: ElectionCallbacks,
): Election {
  const lock = new LeaseLock({ client, namespace, name, identity, labels, events })
  // The signal of the leader's work reports the end of the leadership.
  return new LeaderElector({ ...options, ...parts, lock, onStartedLeading, onStoppedLeading: () => {} })
}
