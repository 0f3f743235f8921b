import { InformerError } from '@kube-informer/core'

/**
 * The lease was lost, so another process may lead. All runnables were aborted, but the manager has not waited for them: end
 * the process.
 */
export class LeaderElectionLostError extends InformerError {
  override readonly name = 'LeaderElectionLostError'
  readonly code = 'LeaderElectionLost'

  constructor() {
    super('leader election lost')
  }
}

/** Some runnables did not end within the grace period, and may still run. */
export class GracePeriodError extends InformerError {
  override readonly name = 'GracePeriodError'
  readonly code = 'GracePeriod'

  /** @param gracePeriodMs the period that has passed */
  constructor(gracePeriodMs: number) {
    const period = `${gracePeriodMs / 1000}s`
    super(
      `failed waiting for all runnables to end within grace period of ${period}: context deadline exceeded`,
    )
  }
}
