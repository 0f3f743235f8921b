/** The part of a LeaderElector that {@link HealthzAdaptor} needs. */
interface CheckedElector {
  check(maxTolerableMs: number): void
}

/**
 * A health check that fails if this process holds the lease, did not renew it, and did not end either (client-go
 * `leaderelection.HealthzAdaptor`). It exists before the elector does.
 */
export class HealthzAdaptor {
  /** The name of the check. */
  readonly name = 'leaderElection'
  readonly #toleranceMs: number
  #elector: CheckedElector | undefined

  /** @param toleranceMs how long after the lease expired the check still succeeds */
  constructor(toleranceMs: number) {
    this.#toleranceMs = toleranceMs
  }

  setLeaderElection(elector: CheckedElector): void {
    this.#elector = elector
  }

  /** Throws if the process is not healthy. Succeeds without an elector. */
  check(): void {
    this.#elector?.check(this.#toleranceMs)
  }
}
