import { type Clock, UsageError } from '@kube-informer/core'
import { errorMessage, onAbort, withResolvers } from '@kube-informer/core/internal'
import type { Logger } from '../api/logger.ts'
import type { Runnable } from '../api/runnable.ts'
import type { Election, ElectionCallbacks } from './election.ts'
import { GracePeriod } from './grace-period.ts'
import { GracePeriodError } from './grace-period-error.ts'
import { RunnableGroups } from './runnable-groups.ts'

export interface LifecycleOptions {
  readonly clock: Clock
  readonly log: Logger
  /** How long a stop may take, in milliseconds. 0 does not wait, a negative number waits without a limit. */
  readonly gracePeriodMs: number
  /** May throw: then nothing starts. */
  readonly createElection: (callbacks: ElectionCallbacks) => Election
  /**
   * Ends what all runnables use. Called once, when they have ended or the grace period is over. The signal aborts at the end
   * of the grace period.
   */
  readonly shutDown: (signal: AbortSignal) => void | Promise<void>
}

/** Starts and stops the runnables of a manager (controller-runtime `controllerManager`). */
export class Lifecycle {
  readonly #options: LifecycleOptions
  readonly #groups: RunnableGroups
  readonly #grace: GracePeriod
  readonly #elected = withResolvers<void>()
  /** Resolves with the first error, or with none if the signal aborts. */
  readonly #ending = withResolvers<readonly unknown[]>()
  /** Aborts when the manager leaves the election. */
  readonly #leaving = new AbortController()
  /** Aborts when the grace period is over. */
  readonly #graceOver = new AbortController()
  /** Why the lease was lost before the work had ended. */
  #loss: unknown
  /** The loss of the lease, if it came during the stop. */
  readonly #lostLate: unknown[] = []
  #wasStarted = false
  #isEnding = false
  #leads = false
  #hasStopped = false
  #isShutDown = false

  constructor(options: LifecycleOptions) {
    this.#options = options
    this.#grace = new GracePeriod(options.clock)
    this.#groups = new RunnableGroups({
      onError: error => this.#fail(error),
      onLateError: error => this.#logLate(error),
    })
  }

  /** Resolves when this process leads; without an election, when its runnables start. Otherwise it stays pending. */
  get elected(): Promise<void> {
    return this.#elected.promise
  }

  get wasStarted(): boolean {
    return this.#wasStarted
  }

  /** Adds a runnable. It starts at once if its group runs. Throws a UsageError once the manager stops. */
  add(runnable: Runnable): void {
    if (this.#isEnding) throw new UsageError("can't accept new runnable as stop procedure is already engaged")
    this.#groups.add(runnable)
  }

  /** Runs everything until the signal aborts, or rejects with the first error, after the stop. */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#wasStarted) throw new UsageError('manager already started')
    this.#wasStarted = true
    const election = this.#options.createElection({ onStartedLeading: lost => this.#lead(lost) })
    const unsubscribe = onAbort(signal, () => this.#end())
    const started = this.#start(election)
    const errors = [...(await this.#ending.promise)]
    unsubscribe()
    errors.push(...(await this.#stop(started)))
    if (errors.length > 1) throw new AggregateError(errors, errors.map(errorMessage).join(', '))
    if (errors.length > 0) throw errors[0]
  }

  /** Starts the groups and takes part in the election until its end. Never rejects. */
  async #start(election: Election): Promise<void> {
    try {
      for (const group of this.#groups.beforeElection) if (this.#isEnding || !(await group.start())) return
      if (this.#isEnding) return
      await election.run(this.#leaving.signal)
    } catch (error) {
      if (error !== this.#loss) this.#fail(error)
    }
  }

  async #lead(lost: AbortSignal): Promise<void> {
    if (this.#isEnding) return
    this.#leads = true
    const { leaderElection } = this.#groups
    leaderElection.guard(() => lost.aborted)
    const unsubscribe = onAbort(lost, reason => this.#lose(reason))
    void leaderElection.start()
    this.#elected.resolve()
    await leaderElection.stopped
    unsubscribe()
  }

  /** Another process may lead, so all work here has to stop. The run does not wait for it. */
  #lose(error: unknown): void {
    if (this.#leaving.signal.aborted) return
    this.#loss = error
    if (this.#isEnding) this.#lostLate.push(error)
    else this.#end(error)
    this.#groups.abort(abortReason(errorMessage(error)))
    this.#grace.cut()
  }

  #end(...errors: unknown[]): void {
    this.#isEnding = true
    this.#ending.resolve(errors)
  }

  #fail(error: unknown): void {
    if (this.#isEnding) this.#logLate(error)
    else this.#end(error)
  }

  /** Returns the errors of the stop. */
  async #stop(started: Promise<void>): Promise<readonly unknown[]> {
    const { gracePeriodMs } = this.#options
    const reason = abortReason('the manager stops')
    if (!this.#leads) this.#leaving.abort(reason)
    const stopped = this.#stopInOrder(started, reason)
    if (await this.#grace.wait(stopped, gracePeriodMs)) return []
    this.#groups.abort(reason)
    this.#leaving.abort(reason)
    this.#graceOver.abort(reason)
    void this.#shutDown()
    if (this.#lostLate.length > 0) return this.#lostLate
    return this.#grace.isExceeded && !this.#hasStopped ? [new GracePeriodError(gracePeriodMs)] : []
  }

  async #stopInOrder(started: Promise<void>, reason: DOMException): Promise<void> {
    await this.#groups.stop(reason)
    // Releases the lease. The work has ended, so that the next leader may start.
    this.#leaving.abort(reason)
    await started
    this.#hasStopped = true
    await this.#shutDown()
  }

  async #shutDown(): Promise<void> {
    if (this.#isShutDown) return
    this.#isShutDown = true
    try {
      await this.#options.shutDown(this.#graceOver.signal)
    } catch (error) {
      this.#logLate(error)
    }
  }

  #logLate(error: unknown): void {
    this.#options.log.error('error received after stop sequence was engaged', error)
  }
}

/** An AbortError: requests that end with it are no failures. */
const abortReason = (message: string): DOMException => new DOMException(message, 'AbortError')
