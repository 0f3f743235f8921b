import {
  type Clock,
  compareResourceVersions,
  type InformerStatus,
  type TimerHandle,
} from '@kube-informer/core'

/** What {@link StalenessGuard} takes. */
export interface StalenessGuardOptions {
  /** The version of the rows that the page has already; absent when it has none. */
  readonly shownResourceVersion?: string | undefined
  readonly clock: Clock
  /** Called when rows are not held back any more. */
  readonly onOver: () => void
}

/**
 * A watch that died without a word is opened anew after 90 seconds, and that one may die, too. Nobody waits longer: a server
 * that was restored from a backup may never come to that version.
 */
const LONGEST_MS = 200_000

/**
 * Whether a host's rows are older than those that the page has from a host before. What is on disk may lag behind what was
 * on screen, and no row should go back in time, or vanish and come back, because another host has taken over.
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

  /** The page has rows of this version from now on. */
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
    // From here on the server itself is followed, and is at this version at any moment unless its watch is dead.
    else if (status.data === 'complete')
      this.#timer ??= this.#clock.setTimeout(() => this.#over(), LONGEST_MS)
    return this.#shown !== undefined
  }

  /** Holds nothing back any more. */
  close(): void {
    this.#clock.clearTimeout(this.#timer)
    this.#shown = undefined
  }

  #over(): void {
    this.close()
    this.#onOver()
  }
}

/** Whether a resourceVersion is older than another. The empty one is older than any other. */
export function isOlder(resourceVersion: string, than: string): boolean {
  if (than === '') return false
  try {
    return compareResourceVersions(resourceVersion, than) < 0
  } catch {
    // A resourceVersion that is not a number cannot be compared.
    return resourceVersion === ''
  }
}
