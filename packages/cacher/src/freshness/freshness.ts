import type { Clock } from '@kube-informer/core'
import { onAbort } from '@kube-informer/core/internal'
import { isNewer } from '../api/revision.ts'
import { tooLargeResourceVersion } from '../api/status-errors.ts'
import { ProgressRequester } from './progress-requester.ts'
import type { Readiness } from './readiness.ts'

/** How long a read waits for a revision that the cache does not have yet. */
const PATIENCE_MS = 3000
const RETRY_AFTER_SECONDS = 1

interface Waiter {
  readonly revision: string
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Tracks the revision of the cache and the reads that wait for a newer one. */
export class Freshness {
  readonly #clock: Clock
  readonly #readiness: Readiness
  readonly #requester: ProgressRequester
  readonly #waiters = new Set<Waiter>()
  #revision = '0'

  constructor(clock: Clock, readiness: Readiness, requestProgress: () => void) {
    this.#clock = clock
    this.#readiness = readiness
    this.#requester = new ProgressRequester(clock, requestProgress)
  }

  get revision(): string {
    return this.#revision
  }

  get waiters(): number {
    return this.#waiters.size
  }

  /** Sets the current revision. A new state may be older than the previous one. */
  set(revision: string): void {
    this.#revision = revision
    for (const waiter of [...this.#waiters]) if (!isNewer(waiter.revision, revision)) waiter.resolve()
  }

  /** The cache has no state that could become newer: rejects all waiters. */
  rejectAll(): void {
    for (const waiter of [...this.#waiters]) waiter.reject(this.#readiness.rejection)
  }

  /**
   * Resolves when the cache has reached the revision. Rejects with a 504 after three seconds, with the 429 of a cache
   * that is not ready, or with the signal's reason.
   */
  async until(revision: string, signal?: AbortSignal): Promise<void> {
    if (!isNewer(revision, this.#revision)) return
    signal?.throwIfAborted()
    this.#readiness.check()
    await this.#wait(revision, signal)
  }

  #wait(revision: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (then: () => void) => {
        this.#waiters.delete(waiter)
        this.#clock.clearTimeout(timer)
        unsubscribe()
        this.#requester.remove()
        then()
      }
      const giveUp = () =>
        settle(() => reject(tooLargeResourceVersion(revision, this.#revision, RETRY_AFTER_SECONDS)))
      const timer = this.#clock.setTimeout(giveUp, PATIENCE_MS)
      const waiter = {
        revision,
        resolve: () => settle(resolve),
        reject: (error: unknown) => settle(() => reject(error)),
      }
      this.#waiters.add(waiter)
      const unsubscribe = onAbort(signal, reason => settle(() => reject(reason)))
      // Last, since a source may respond within the call.
      this.#requester.add()
    })
  }
}
