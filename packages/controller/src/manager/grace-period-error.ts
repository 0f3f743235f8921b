import { InformerError } from '@kube-informer/core'

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
