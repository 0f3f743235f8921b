import { isAbort, UsageError } from '@kube-informer/core'
import { abortable, errorMessage, withResolvers } from '@kube-informer/core/internal'
import { guardSignal } from '../api/guarded-signal.ts'
import type { Runnable } from '../api/runnable.ts'

export interface RunnableGroupOptions {
  /** The group in messages: `caches`. */
  readonly name: string
  /** A runnable failed while the group ran. */
  readonly onError: (error: unknown) => void
  /** A runnable failed after its signal aborted, with another error than an AbortError. */
  readonly onLateError: (error: unknown) => void
}

/** A runnable that was started. */
interface Member {
  readonly runnable: Runnable
  isReady: boolean
}

/**
 * Runnables that start and stop together (controller-runtime `runnableGroup`). Each promise of a runnable has a handler from
 * its start, so that no host reports one as unhandled.
 */
export class RunnableGroup {
  readonly #options: RunnableGroupOptions
  readonly #stopping = new AbortController()
  readonly #waiting: Runnable[] = []
  readonly #running = new Set<Promise<void>>()
  readonly #stopped = withResolvers<void>()
  #isStarted = false

  constructor(options: RunnableGroupOptions) {
    this.#options = options
  }

  /** Resolves when the group was stopped and its runnables have ended. */
  get stopped(): Promise<void> {
    return this.#stopped.promise
  }

  /**
   * Calls `check` whenever a runnable asks its signal whether it has aborted. The check may stop the group: so a process that
   * was suspended cannot go on with work for which its time is over.
   */
  guard(check: () => void): void {
    guardSignal(this.#stopping.signal, check)
  }

  /** Adds a runnable. It starts with the group, or at once if the group runs. Throws once the group stops. */
  add(runnable: Runnable): void {
    if (this.#stopping.signal.aborted)
      throw new UsageError("can't accept new runnable as stop procedure is already engaged")
    if (this.#isStarted) void this.#launch(runnable)
    else this.#waiting.push(runnable)
  }

  /**
   * Starts the runnables and waits until all are ready. Resolves with false if the group was stopped before. Errors go to
   * `onError`: who receives one stops the group, which also ends this wait.
   */
  async start(): Promise<boolean> {
    if (this.#stopping.signal.aborted) return false
    this.#isStarted = true
    await Promise.all(this.#waiting.splice(0).map(runnable => this.#launch(runnable)))
    return !this.#stopping.signal.aborted
  }

  /** Aborts the runnables, and resolves when all have ended. Idempotent. */
  async stop(reason: DOMException): Promise<void> {
    this.#stopping.abort(reason)
    await Promise.all(this.#running)
    this.#stopped.resolve()
  }

  /** Starts a runnable and waits until it is ready. Never rejects. */
  async #launch(runnable: Runnable): Promise<void> {
    const member = { runnable, isReady: runnable.waitForSync === undefined }
    const ended = this.#run(member).finally(() => this.#running.delete(ended))
    this.#running.add(ended)
    if (!member.isReady) await this.#waitForSync(member)
  }

  async #run(member: Member): Promise<void> {
    try {
      await member.runnable.run(this.#stopping.signal)
    } catch (error) {
      this.#fail(error, member)
    }
  }

  async #waitForSync(member: Member): Promise<void> {
    const { signal } = this.#stopping
    try {
      // A runnable that has failed may never become ready: the abort ends this wait.
      await abortable(Promise.resolve(member.runnable.waitForSync?.(signal)), signal)
      member.isReady = true
    } catch (error) {
      this.#fail(error, member)
    }
  }

  #fail(error: unknown, { isReady }: Member): void {
    const { name, onError, onLateError } = this.#options
    const { signal } = this.#stopping
    if (!signal.aborted) {
      onError(
        isReady ? error : new Error(`failed to start ${name}: ${errorMessage(error)}`, { cause: error }),
      )
    } else if (!isAbort(error)) onLateError(error)
  }
}
