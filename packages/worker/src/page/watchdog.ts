import type { Clock, LockManager, PageLifecycle, TimerHandle } from '@kube-informer/core'

/** How often a page that somebody looks at asks whether its host is there. */
const PING_EVERY_MS = 2_500
/** How long a host that has been there may say nothing. */
const SILENCE_MS = 10_000
/** How long one may take to come up: its script has to be loaded first, perhaps over a slow network. */
const WELCOME_MS = 30_000
/** A timer that is later than this tells of a page that did not run, and nothing of its host. */
const LATE_MS = 1_000

/** What {@link Watchdog} takes. */
export interface WatchdogOptions {
  readonly clock: Clock
  readonly lifecycle: PageLifecycle
  readonly locks: LockManager | undefined
  readonly ping: () => void
  /** The host is gone, or as good as that. Called once at most, and never after `stop`. */
  readonly onDead: (reason: string) => void
}

/**
 * Watches over one host. Its death is told by a lock, at once: the host holds one as long as it lives, and the page waits
 * for it. A host that lives and does nothing is told by its silence, and only while the page itself runs and is looked at:
 * hidden, frozen and just woken pages judge nobody.
 */
export class Watchdog {
  readonly #options: WatchdogOptions
  readonly #stop = new AbortController()
  readonly #stopListening: () => void
  #welcomed = false
  #heardAt: number
  #dueAt = 0
  #timer: TimerHandle | undefined

  constructor(options: WatchdogOptions) {
    this.#options = options
    this.#heardAt = options.clock.now()
    this.#stopListening = options.lifecycle.subscribe(() => this.#startOver())
    this.#wait()
  }

  /** The host has greeted; it holds `lock`, if it has one. */
  welcomed(lock: string | undefined): void {
    this.#welcomed = true
    if (lock !== undefined) void this.#waitForDeath(lock)
    this.heard()
  }

  /** The host has said something, whatever it was. */
  heard(): void {
    this.#heardAt = this.#options.clock.now()
  }

  /** Idempotent. */
  stop(): void {
    this.#stop.abort()
    this.#stopListening()
    this.#clear()
  }

  /** Shown, hidden, frozen or woken: what was silent until now may have had no chance to speak. */
  #startOver(): void {
    this.heard()
    this.#clear()
    if (this.#options.lifecycle.visible) this.#ping()
    this.#wait()
  }

  #wait(): void {
    const { clock, lifecycle } = this.#options
    if (!lifecycle.visible || this.#stop.signal.aborted) return
    this.#dueAt = clock.now() + PING_EVERY_MS
    this.#timer = clock.setTimeout(() => this.#judge(), PING_EVERY_MS)
  }

  #judge(): void {
    const now = this.#options.clock.now()
    if (now - this.#dueAt > LATE_MS) this.#heardAt = now
    const silentMs = now - this.#heardAt
    if (silentMs >= (this.#welcomed ? SILENCE_MS : WELCOME_MS)) {
      this.#bark(this.#welcomed ? 'the worker does not answer' : 'the worker does not come up')
      return
    }
    this.#ping()
    this.#wait()
  }

  #ping(): void {
    if (this.#welcomed) this.#options.ping()
  }

  async #waitForDeath(lock: string): Promise<void> {
    const { signal } = this.#stop
    try {
      await this.#options.locks?.request(lock, { mode: 'shared', signal }, () => {
        if (!signal.aborted) this.#bark('the worker has died')
      })
    } catch {
      // Stopped, or no locks for this origin: its silence will tell.
    }
  }

  #bark(reason: string): void {
    this.stop()
    this.#options.onDead(reason)
  }

  #clear(): void {
    this.#options.clock.clearTimeout(this.#timer)
  }
}
