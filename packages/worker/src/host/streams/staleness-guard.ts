import type { Clock, InformerStatus, TimerHandle } from '@kube-informer/core'
import { isOlder } from '../held-view/versions.ts'

export interface StalenessGuardOptions {
  /** The resourceVersion of the rows that the page already shows; absent when it has none. */
  readonly shownResourceVersion?: string | undefined
  readonly clock: Clock
  /** Called when rows are no longer held back. */
  readonly onOver: () => void
}

/**
 * A watch whose connection broke without notice is reopened after 90 seconds, and so may be the next one. There is a
 * limit, since a server that was restored from a backup may never reach that resourceVersion.
 */
const MAX_HOLD_MS = 200_000

/**
 * Holds back a host's rows while they are older than those that the page shows from a previous host. Persisted rows may
 * be older than those on screen, and no row should move back in time, or disappear and return, when another host takes
 * over.
 */
export class StalenessGuard {
  readonly #clock: Clock
  readonly #onOver: () => void
  #shown: string | undefined
  #timer: TimerHandle | undefined

  constructor({ shownResourceVersion, clock, onOver }: StalenessGuardOptions) {
    this.#shown = shownResourceVersion
    this.#clock = clock
    this.#onOver = onOver
  }

  /** Whether rows may be held back. */
  get isHolding(): boolean {
    return this.#shown !== undefined
  }

  /** The page shows rows of this resourceVersion from now on. */
  hold(version: string): void {
    this.#shown = version
  }

  isStale({
    status,
    coveredResourceVersion,
  }: {
    readonly status: InformerStatus
    readonly coveredResourceVersion: string
  }): boolean {
    if (this.#shown === undefined) return false
    if (!isOlder(coveredResourceVersion, this.#shown)) this.close()
    // The informer follows the server from here on, and reaches this resourceVersion soon unless its watch is broken.
    else if (status.data === 'complete')
      this.#timer ??= this.#clock.setTimeout(() => this.#over(), MAX_HOLD_MS)
    return this.#shown !== undefined
  }

  /** Stops holding rows back. */
  close(): void {
    this.#clock.clearTimeout(this.#timer)
    this.#shown = undefined
  }

  #over(): void {
    this.close()
    this.#onOver()
  }
}
