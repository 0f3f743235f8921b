import type { Clock, TimerHandle } from '@kube-informer/core'

/** What tells that the machine is online again: a worker's or a page's global scope, as far as it matters here. */
export interface NetworkEvents {
  addEventListener(type: 'online', listener: () => void): void
  removeEventListener(type: 'online', listener: () => void): void
}

/** What {@link WakeWatch} takes. */
export interface WakeWatchOptions {
  readonly clock: Clock
  readonly network?: NetworkEvents | undefined
  /** What is open may be dead without a word. */
  readonly onWake: () => void
}

/** How often the clock is looked at. */
const LOOK_EVERY_MS = 5_000
/** A timer that comes so late has been asleep with the machine. */
const JUMP_MS = 10_000
/** Several pages wake together; connections that were made for the first of them will do for all. */
const PAUSE_MS = 3_000

/**
 * Notices that the host has slept or was offline. No runtime tells a connection's reader that the other end is gone, so
 * everything that was open before is in doubt then.
 */
export class WakeWatch {
  readonly #options: WakeWatchOptions
  #look: TimerHandle | undefined
  /** Set while a wake was told just now. */
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

  /** No timer is left. Idempotent. */
  stop(): void {
    const { clock, network } = this.#options
    this.#running = false
    this.#missed = false
    network?.removeEventListener('online', this.wake)
    clock.clearTimeout(this.#look)
    clock.clearTimeout(this.#pause)
    this.#look = this.#pause = undefined
  }

  /** Somebody says so. What is said within some seconds of another one is told once more, behind them. */
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
