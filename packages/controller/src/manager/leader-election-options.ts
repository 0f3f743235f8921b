import { type Random, UsageError } from '@kube-informer/core'
import { randomToken } from '@kube-informer/core/internal'
import type { LeaderElectorOptions } from '../leader-election/elector-options.ts'

/** Options of an elector that its manager passes on. */
type ElectorOptions = Pick<
  LeaderElectorOptions,
  | 'leaseDurationMs'
  | 'renewDeadlineMs'
  | 'retryPeriodMs'
  | 'requestTimeoutMs'
  | 'releaseOnCancel'
  | 'onNewLeader'
>

/** How the processes of one controller choose the one that works (controller-runtime `manager.Options.LeaderElection…`). */
export interface LeaderElectionOptions extends ElectorOptions {
  /** The name of the Lease. All processes of one application use the same, and other applications another. */
  readonly name: string
  /** The namespace of the Lease, usually that of the pod. Required: only `@kube-informer/controller/node` can find it. */
  readonly namespace?: string | undefined
  /** Names this process. Two processes with one identity would both lead. @default a random id */
  readonly identity?: string | undefined
  /** Set on the Lease. */
  readonly labels?: Readonly<Record<string, string>> | undefined
}

/** Checked options, with an identity. */
export type CheckedLeaderElection = LeaderElectionOptions & {
  readonly namespace: string
  readonly identity: string
}

/** Throws a UsageError for a missing name or namespace. */
export function checkLeaderElection(options: LeaderElectionOptions, random: Random): CheckedLeaderElection {
  const { name, namespace, identity = randomToken(globalThis.crypto, random) } = options
  if (!name) throw new UsageError('LeaderElectionID must be configured: set leaderElection.name')
  if (!namespace) {
    throw new UsageError(
      'unable to find leader election namespace: not running in-cluster, please specify LeaderElectionNamespace: set leaderElection.namespace',
    )
  }
  return { ...options, namespace, identity }
}
