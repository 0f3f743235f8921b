import type { Clock, TimerHandle } from '@kube-informer/core'

/** The part of a worker's or page's global scope that reports the network. */
export interface NetworkEvents {
  addEventListener(type: 'online', listener: () => void): void
  removeEventListener(type: 'online', listener: () => void): void
}

export interface WakeWatchOptions {
  readonly clock: Clock
  readonly network?: NetworkEvents | undefined
  /** Open connections may be broken without notice. */
  readonly onWake: () => void
}

/** How often the clock is checked. */
const LOOK_EVERY_MS = 5_000
/** A timer that is this late was suspended with the machine. */
const JUMP_MS = 10_000
/** Several pages wake together: connections that were opened for the first suffice for all. */
const PAUSE_MS = 3_000

/**
 * Detects that the host was suspended or offline. Runtimes do not report a broken connection to its reader, so every
 * connection may be broken then.
 */
export class WakeWatch {
  readonly #options: WakeWatchOptions
  #look: TimerHandle | undefined
  /** Pending after a wake-up. */
  #pause: TimerHandle | undefined
  #missed = false
  #running = false

  constructor(options: WakeWatchOptions) {
    this.#options = options
  }

  /** Idempotent. */
  start(): void {
    if (this.#running) return
    this.#running = true
    this.#options.network?.addEventListener('online', this.wake)
    this.#lookLater()
  }

  /** Stops all timers. Idempotent. */
  stop(): void {
    const { clock, network } = this.#options
    this.#running = false
    this.#missed = false
    network?.removeEventListener('online', this.wake)
    clock.clearTimeout(this.#look)
    clock.clearTimeout(this.#pause)
    this.#look = this.#pause = undefined
  }

  /** A wake-up was reported. One that follows within some seconds is handled at the end of the pause. */
  readonly wake = (): void => {
    if (!this.#running) return
    if (this.#pause !== undefined) {
      this.#missed = true
      return
    }
    const { clock, onWake } = this.#options
    this.#pause = clock.setTimeout(() => {
      this.#pause = undefined
      if (!this.#missed) return
      this.#missed = false
      this.wake()
    }, PAUSE_MS)
    onWake()
  }

  #lookLater(): void {
    const { clock } = this.#options
    const dueAt = clock.now() + LOOK_EVERY_MS
    this.#look = clock.setTimeout(() => {
      if (clock.now() - dueAt >= JUMP_MS) this.wake()
      if (this.#running) this.#lookLater()
    }, LOOK_EVERY_MS)
  }
}
