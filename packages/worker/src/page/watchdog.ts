import type { Clock, LockManager, PageLifecycle, TimerHandle } from '@kube-informer/core'
import { lockReleased } from '../locks/locks.ts'

/** How often a visible page pings its host. */
const PING_EVERY_MS = 2_500
/** How long a host that has sent its welcome may be silent. */
const SILENCE_MS = 10_000
/** How long a host may take to start: its script has to be loaded first, perhaps over a slow network. */
const WELCOME_MS = 30_000
/** A timer that fires later than this shows that the page was suspended. It says nothing about the host. */
const LATE_MS = 1_000

export interface WatchdogOptions {
  readonly clock: Clock
  readonly lifecycle: PageLifecycle
  readonly locks: LockManager | undefined
  /** When the host sent its last message, in ms since the epoch; undefined before its first one. */
  readonly lastHeardAt: () => number | undefined
  readonly ping: () => void
  /** The host has ended or does not respond. Called at most once, and never after `stop`. */
  readonly onEnded: (reason: string) => void
}

/**
 * Detects that a host has ended or is stuck. The host holds a lock while it runs, and the page waits for that lock: it is
 * granted as soon as the host has ended. A stuck host is detected by its silence, which counts only while the page is visible
 * and runs. A page that is hidden, frozen or was just resumed starts a new interval.
 */
export class Watchdog {
  readonly #options: WatchdogOptions
  readonly #stop = new AbortController()
  readonly #stopListening: () => void
  #welcomed = false
  /** The start of the interval in which silence counts. */
  #since: number
  #dueAt = 0
  #timer: TimerHandle

  constructor(options: WatchdogOptions) {
    this.#options = options
    this.#since = options.clock.now()
    this.#stopListening = options.lifecycle.subscribe(() => this.#startOver())
    this.#wait()
  }

  /** The host has sent its welcome. `lock` is the lock that it holds, if it has one. */
  welcomed(lock: string | undefined): void {
    this.#welcomed = true
    this.#since = this.#options.clock.now()
    if (lock !== undefined) void this.#waitForEnd(lock)
  }

  /** Idempotent. */
  stop(): void {
    this.#stop.abort()
    this.#stopListening()
    this.#options.clock.clearTimeout(this.#timer)
  }

  /** The page was shown, hidden, frozen or resumed: messages of the host may be delayed. */
  #startOver(): void {
    this.#since = this.#options.clock.now()
    this.#options.clock.clearTimeout(this.#timer)
    if (this.#options.lifecycle.visible) this.#ping()
    this.#wait()
  }

  #wait(): void {
    const { clock, lifecycle } = this.#options
    if (!lifecycle.visible || this.#stop.signal.aborted) return
    this.#dueAt = clock.now() + PING_EVERY_MS
    this.#timer = clock.setTimeout(() => this.#check(), PING_EVERY_MS)
  }

  #check(): void {
    const { clock, lastHeardAt } = this.#options
    const now = clock.now()
    if (now - this.#dueAt > LATE_MS) this.#since = now
    const silentMs = now - Math.max(this.#since, lastHeardAt() ?? 0)
    if (silentMs >= (this.#welcomed ? SILENCE_MS : WELCOME_MS)) {
      this.#report(this.#welcomed ? 'the worker does not respond' : 'the worker does not start')
      return
    }
    this.#ping()
    this.#wait()
  }

  #ping(): void {
    if (this.#welcomed) this.#options.ping()
  }

  async #waitForEnd(lock: string): Promise<void> {
    const { locks } = this.#options
    const { signal } = this.#stop
    if (!locks) return
    try {
      await lockReleased(locks, lock, signal)
      if (!signal.aborted) this.#report('the worker has ended')
    } catch {
      // Stopped, or locks are not available: only silence shows that the host has ended.
    }
  }

  #report(reason: string): void {
    this.stop()
    this.#options.onEnded(reason)
  }
}
