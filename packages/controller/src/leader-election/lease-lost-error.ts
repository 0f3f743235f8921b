import { InformerError } from '@kube-informer/core'

/** This process led and does not lead any more, although it was not asked to stop: another process may lead. */
export class LeaseLostError extends InformerError {
  override readonly name = 'LeaseLostError'
  readonly code = 'LeaseLostError'
  /** Why, e.g. `another process holds the lease`. */
  readonly why: string

  constructor(why: string, cause?: unknown) {
    super('leader election lost', { cause })
    this.why = why
  }
}
