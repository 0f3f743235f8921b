import { type Clock, type Random, UsageError } from '@kube-informer/core'
import type { Logger } from '../api/logger.ts'
import type { LeaderElectionMetrics } from '../api/metrics.ts'
import type { MonotonicNow } from './elapsed-time.ts'
import type { ResourceLock } from './resource-lock.ts'

/** The lock, the three durations and the callbacks of an election (client-go `leaderelection.LeaderElectionConfig`). */
export interface LeaderElectorOptions {
  readonly lock: ResourceLock
  /**
   * How long a candidate that sees no renewal waits before it takes over. Written to the lease in whole seconds; at least
   * one second. @default 15000
   */
  readonly leaseDurationMs?: number | undefined
  /** How long a leader tries to renew the lease before it gives up. @default 10000 */
  readonly renewDeadlineMs?: number | undefined
  /**
   * The time between attempts. Candidates add up to 120 % at random. Candidates of client-go compare leases to the second: beside
   * them, less than a second needs a lease that is a second longer than this and `renewDeadlineMs` together. @default 2000
   */
  readonly retryPeriodMs?: number | undefined
  /** How long one request may take. @default half of `renewDeadlineMs`, and at least 1000 */
  readonly requestTimeoutMs?: number | undefined
  /** How long `run` waits for the leader's function after it has aborted its signal. @default renewDeadlineMs */
  readonly stopTimeoutMs?: number | undefined
  /**
   * Whether the lease is given up when `run` is aborted, so that a candidate need not wait until it expires. Only for
   * leaders whose work has ended when `onStartedLeading` settles. @default false
   */
  readonly releaseOnCancel?: boolean | undefined
  /**
   * Whether a coordinator in the cluster selects the holder; see {@link LeaseCandidate}. The elector then only renews a lease
   * that names it. Alpha upstream. @default false
   */
  readonly coordinated?: boolean | undefined
  /**
   * The leader's function. Its signal aborts when the leadership ends, before anything else happens. If it returns, this
   * process still leads; if it throws, the leadership ends and `run` rejects with that error.
   */
  readonly onStartedLeading: (signal: AbortSignal) => void | Promise<void>
  /** Called when the leadership ends, right after the signal has aborted; also if `run` ends without having led. */
  readonly onStoppedLeading: () => void
  /** Called with each new holder, including this process, and with "" if there is none. */
  readonly onNewLeader?: ((identity: string) => void) | undefined
  /** Names the lease in metrics and messages. @default the lock's name */
  readonly name?: string | undefined
  readonly metrics?: LeaderElectionMetrics | undefined
  readonly log?: Logger | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** @default `performance.now` with the host's clock, otherwise `clock.now` */
  readonly monotonicNow?: MonotonicNow | undefined
  /** @default Math.random */
  readonly random?: Random | undefined
}

/** The durations of an election, in ms. */
export interface ElectionDurations {
  readonly leaseDurationMs: number
  readonly renewDeadlineMs: number
  readonly retryPeriodMs: number
  readonly requestTimeoutMs: number
  readonly stopTimeoutMs: number
}

/** client-go's factor for the random part of a candidate's waits. */
export const JITTER_FACTOR = 1.2

/** A timer with a longer delay would fire at once. */
const LONGEST_MS = 2 ** 31 - 1

/** The durations with their defaults, which are those of Kubernetes' components. */
export function durationsOf({
  leaseDurationMs = 15_000,
  renewDeadlineMs = 10_000,
  retryPeriodMs = 2000,
  requestTimeoutMs = Math.max(1000, renewDeadlineMs / 2),
  stopTimeoutMs = renewDeadlineMs,
}: LeaderElectorOptions): ElectionDurations {
  return { leaseDurationMs, renewDeadlineMs, retryPeriodMs, requestTimeoutMs, stopTimeoutMs }
}

/** Throws a UsageError with client-go's text, for the first rule that does not hold. */
export function checkElectorOptions(options: LeaderElectorOptions, durations: ElectionDurations): void {
  // Not from the types: a caller in JavaScript may omit everything.
  const { lock, onStartedLeading, onStoppedLeading } = options as Partial<LeaderElectorOptions>
  const { leaseDurationMs, renewDeadlineMs, retryPeriodMs } = durations
  const rules: readonly (readonly [boolean, string])[] = [
    [leaseDurationMs > renewDeadlineMs, 'leaseDuration must be greater than renewDeadline'],
    [
      renewDeadlineMs > retryPeriodMs * JITTER_FACTOR,
      'renewDeadline must be greater than retryPeriod*JitterFactor',
    ],
    [leaseDurationMs > 0, 'leaseDuration must be greater than zero'],
    [renewDeadlineMs > 0, 'renewDeadline must be greater than zero'],
    [retryPeriodMs > 0, 'retryPeriod must be greater than zero'],
    [leaseDurationMs >= 1000, 'leaseDuration must be at least 1s: the lease contains whole seconds'],
    [leaseDurationMs <= LONGEST_MS, `leaseDuration must be at most ${LONGEST_MS}ms`],
    [durations.requestTimeoutMs > 0, 'requestTimeout must be greater than zero'],
    [durations.requestTimeoutMs <= LONGEST_MS, `requestTimeout must be at most ${LONGEST_MS}ms`],
    [durations.stopTimeoutMs >= 0, 'stopTimeout must not be negative'],
    [durations.stopTimeoutMs <= LONGEST_MS, `stopTimeout must be at most ${LONGEST_MS}ms`],
    [typeof onStartedLeading === 'function', 'OnStartedLeading callback must not be nil'],
    [typeof onStoppedLeading === 'function', 'OnStoppedLeading callback must not be nil'],
    [!!lock, 'Lock must not be nil.'],
    [!!lock?.identity, 'Lock identity is empty'],
  ]
  const broken = rules.find(([holds]) => !holds)
  if (broken) throw new UsageError(broken[1])
}
