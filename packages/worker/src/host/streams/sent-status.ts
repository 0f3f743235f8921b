import type { Clock, InformerStatus, TimerHandle } from '@kube-informer/core'
import { statusDiffers } from '../held-view/status-differs.ts'
import { NOTHING_YET } from './status-change.ts'

export interface SentStatusOptions {
  readonly clock: Clock
  /** Whether counters alone are sent, too. */
  readonly hasCounters: boolean
  /** Called when counters that came too early can be sent. */
  readonly onDue: () => void
}

/** How often counters are sent. */
const COUNTERS_EVERY_MS = 250

/** The status that a page has. */
export class SentStatus {
  readonly #options: SentStatusOptions
  #sent: { readonly status: InformerStatus; readonly at: number } | undefined
  #timer: TimerHandle | undefined

  constructor(options: SentStatusOptions) {
    this.#options = options
  }

  /** Whether a status is sent: it differs visibly from the one that the page has, or its counters are due. */
  take(status: InformerStatus): boolean {
    const before = this.#sent?.status
    if (status === before) return false
    if (!statusDiffers(before ?? NOTHING_YET, status) && !this.#countersAreDue()) return false
    this.close()
    this.#sent = { status, at: this.#options.clock.now() }
    return true
  }

  /** Stops the timer. */
  close(): void {
    this.#options.clock.clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** If it is too early, `onDue` is called later. */
  #countersAreDue(): boolean {
    const { clock, hasCounters, onDue } = this.#options
    if (!hasCounters) return false
    const waitMs = (this.#sent?.at ?? 0) + COUNTERS_EVERY_MS - clock.now()
    if (waitMs <= 0) return true
    this.#timer ??= clock.setTimeout(() => {
      this.#timer = undefined
      onDue()
    }, waitMs)
    return false
  }
}
