import type { Clock, TimerHandle } from '@kube-informer/core'
import type { SliceVersions } from '../../wire/protocol.ts'
import { isDeniedStatus } from '../held-view/denials.ts'
import type { HeldView } from '../held-view/held-view.ts'
import { isOlder } from '../held-view/versions.ts'

export interface StalenessGuardOptions {
  /** The resourceVersion of the rows that the page already shows; absent when it has none. */
  readonly shownResourceVersion?: string | undefined
  /** The same by namespace, where several informers served them. A page may send anything in it. */
  readonly shownVersions?: SliceVersions | undefined
  readonly clock: Clock
  /** Called when rows are no longer held back. */
  readonly onOver: () => void
}

type GuardedView = Pick<HeldView, 'status' | 'coveredResourceVersion' | 'parts'>

/**
 * A watch whose connection broke without notice is reopened after 90 seconds, and so may be the next one. There is a
 * limit, since a server that was restored from a backup may never reach that resourceVersion.
 */
const MAX_HOLD_MS = 200_000

/**
 * Holds back a host's rows while they are older than those that the page shows from a previous host. Persisted rows may
 * be older than those on screen, and no row should move back in time, or disappear and return, when another host takes
 * over.
 *
 * Informers of several namespaces are compared one by one: a quiet namespace may not reach the resourceVersion of another one
 * for minutes. Where the server denies one of them, nothing is held back: its rows must leave the page at once, and only rows
 * of this host can replace them.
 */
export class StalenessGuard {
  readonly #clock: Clock
  readonly #onOver: () => void
  #shown: string | undefined
  readonly #versions: SliceVersions | undefined
  #timer: TimerHandle | undefined

  constructor({ shownResourceVersion, shownVersions, clock, onOver }: StalenessGuardOptions) {
    this.#shown = shownResourceVersion
    this.#versions = shownVersions
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

  isStale(view: GuardedView): boolean {
    if (this.#shown === undefined) return false
    if (!this.#lags(view, this.#shown)) this.close()
    // The informer follows the server from here on, and reaches this resourceVersion soon unless its watch is broken.
    else if (view.status.data === 'complete')
      this.#timer ??= this.#clock.setTimeout(() => this.#over(), MAX_HOLD_MS)
    return this.#shown !== undefined
  }

  /** Stops holding rows back. */
  close(): void {
    this.#clock.clearTimeout(this.#timer)
    this.#shown = undefined
  }

  #lags({ status, coveredResourceVersion, parts }: GuardedView, shown: string): boolean {
    if (!parts) return isOlder(coveredResourceVersion, shown)
    const versions = this.#versions
    const names = versions ? Object.keys(versions) : [...parts.keys()]
    // While namespaces are being found, and after a failure to find some, one may follow.
    const areAllKnown = status.data === 'complete' && !status.error
    const mustLeave = (name: string) => {
      const part = parts.get(name)
      return part ? isDeniedStatus(part.status) : areAllKnown
    }
    if (names.some(mustLeave)) return false
    if (!versions) return isOlder(coveredResourceVersion, shown)
    return names.some(name => isOlder(parts.get(name)?.coveredResourceVersion ?? '', versions[name] || shown))
  }

  #over(): void {
    this.close()
    this.#onOver()
  }
}
